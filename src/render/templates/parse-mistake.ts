/** A mistake in the text of a template. */
export interface ParseMistake {
  readonly line: number;
  /** What is wrong and what was expected, as the part of a sentence. */
  readonly reason: string;
}

const value = 'a name or a value';
const content = 'text or a tag';

/** Tokens of the parser of Handlebars as people know them. */
const tokens: Readonly<Record<string, string>> = {
  ID: value,
  STRING: value,
  NUMBER: value,
  BOOLEAN: value,
  UNDEFINED: value,
  NULL: value,
  DATA: value,
  OPEN_SEXPR: value,
  SEP: value,
  COMMENT: content,
  CONTENT: content,
  OPEN: content,
  OPEN_UNESCAPED: content,
  OPEN_PARTIAL: content,
  OPEN_PARTIAL_BLOCK: content,
  OPEN_BLOCK: content,
  OPEN_INVERSE: content,
  OPEN_RAW_BLOCK: content,
  CLOSE: '`}}`',
  CLOSE_UNESCAPED: '`}}}`',
  CLOSE_RAW_BLOCK: '`}}}}`',
  END_RAW_BLOCK: '`{{{{/...}}}}`',
  CLOSE_SEXPR: '`)`',
  OPEN_BLOCK_PARAMS: '`as |`',
  CLOSE_BLOCK_PARAMS: '`|`',
  EQUALS: '`=`',
  OPEN_ENDBLOCK: 'the end of a block, `{{/...}}`',
  OPEN_INVERSE_CHAIN: '`{{else}}`',
  INVERSE: '`{{else}}`',
  EOF: 'the end of the template',
  INVALID: 'a character that no tag may have there',
};

const named = (token: string) => tokens[token] ?? `'${token}'`;

/** What a token that was not expected is probably about. */
const hints: Readonly<Record<string, string>> = {
  EQUALS: '. There are no operators: write `(eq a b)` for a comparison, as in `{{#if (eq a b)}}`',
  CLOSE_BLOCK_PARAMS: '. There are no filters: a helper comes first, as in `{{number value}}`',
  INVERSE: '. A block has one `{{else}}`, between its beginning and its end',
  INVALID: '. A brace, a bracket or a quotation mark may be missing',
};

/** The names of expected tokens that help, without repetitions; those within a tag that is complete come last. */
function expected(names: readonly string[], got: string): string {
  const wanted = names.includes('CLOSE') && got !== 'EOF' ? ['CLOSE', 'ID'] : names;
  const readable = [...new Set(wanted.map(named))];
  const last = readable.pop() ?? '';
  return readable.length === 0 ? last : `${readable.join(', ')} or ${last}`;
}

interface Block {
  readonly name: string;
  readonly line: number;
}

const blockTag = /\{\{~?([#^/])[*>]? ?([^\s{}~()]{1,60})/g;

/** The innermost block that is open at the end of the template. */
function openBlock(source: string): Block | undefined {
  const open: Block[] = [];
  let line = 1;
  let from = 0;
  for (const { 1: kind, 2: name = '', index } of source.matchAll(blockTag)) {
    line += source.slice(from, index).split('\n').length - 1;
    from = index;
    if (kind === '/') open.pop();
    else open.push({ name, line });
  }
  return open.at(-1);
}

/** The name in the first end of a block in a line. */
const endIn = (text: string | undefined) => /\{\{~?\s*\/\s*([^\s}~]{1,60})/.exec(text ?? '')?.[1];

function unexpected(line: number, names: readonly string[], got: string, source: string): ParseMistake {
  const block = got === 'EOF' ? openBlock(source) : undefined;
  if (block)
    return {
      line: block.line,
      reason: `the block \`{{#${block.name}}}\` is never closed; expected \`{{/${block.name}}}\` before the end`,
    };
  const end = got === 'OPEN_ENDBLOCK' ? endIn(source.split('\n')[line - 1]) : undefined;
  if (end !== undefined)
    return { line, reason: `\`{{/${end}}}\` closes a block that is not open; expected \`{{#${end} ...}}\` before it` };
  return { line, reason: `expected ${expected(names, got)}, found ${named(got)}${hints[got] ?? ''}` };
}

/** Messages of Handlebars about the text of a template, and what they mean. */
const messages: readonly (readonly [
  pattern: RegExp,
  read: (found: RegExpExecArray, source: string) => ParseMistake,
])[] = [
  [
    /^Parse error on line (\d+):[\s\S]*?\nExpecting ([A-Z_', ]+), got '([^']*)'$/,
    ([, line, names = '', got = ''], source) =>
      unexpected(Number(line), names.replaceAll(/[' ]/g, '').split(','), got, source),
  ],
  [
    /^Lexical error on line (\d+)/,
    ([, line]) => ({ line: Number(line), reason: 'a comment is never closed; expected `--}}` at its end' }),
  ],
  [
    /^(\S+) doesn't match (\S+) - (\d+):\d+$/,
    ([, open = '', close = '', line]) => ({
      line: Number(line),
      reason: `the block \`{{#${open}}}\` is closed by \`{{/${close}}}\`; expected \`{{/${open}}}\``,
    }),
  ],
  [
    /^Invalid path: (\S+) - (\d+):\d+$/,
    ([, path = '', line]) => ({
      line: Number(line),
      reason: `\`${path.slice(0, 60)}\` is no path; expected names with dots between, and \`../\` only at the beginning`,
    }),
  ],
];

/** The mistake that an error of the parser of Handlebars is about; `null` = it is another error. */
export function parseMistake(message: string, source: string): ParseMistake | null {
  for (const [pattern, read] of messages) {
    const found = pattern.exec(message);
    if (found) return read(found, source);
  }
  return null;
}
