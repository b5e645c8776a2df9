import { bareCss } from '../../compose/style-rules.ts';

/** The functions of a value of `string-set` (CSS Generated Content for Paged Media 3, 1.1), and `var()` of all CSS. */
const functions = ['content', 'attr', 'counter', 'counters', 'var'];
const contents = ['text', 'before', 'after', 'first-letter'];
const maxCharacters = 80;

/** The names of the strings that a value of `string-set` sets, and a sentence on why it sets none. */
export interface StringSet {
  readonly names: readonly string[];
  readonly mistake: string | null;
}

const word = /^-?[a-z_\u0080-\uffff][\w\u0080-\uffff-]*$/i;
const tokens = /""|([\w\u0080-\uffff-]{1,200})(?:\(([^()]*)\))?|[^\s]/g;

/** Reads a value of `string-set`: `none`, or names with the content of each, divided by commas. */
export function readStringSet(value: string): StringSet {
  const bare = (bareCss(value).split('!', 1)[0] ?? '').trim();
  if (/^(?:none|inherit|initial|unset|revert|revert-layer)$/i.test(bare)) return { names: [], mistake: null };
  const names: string[] = [];
  for (const part of bare.replaceAll(/\([^()]*\)/g, (inside) => inside.replaceAll(',', ' ')).split(',')) {
    const [name, ...content] = part.matchAll(tokens);
    const isName = name?.[1] !== undefined && name[2] === undefined && word.test(name[1]);
    const wrong = isName ? content.find((one) => !isContent(one))?.[0] : part.trim();
    if (!isName || content.length === 0 || wrong !== undefined)
      return { names: [], mistake: mistakeOf(bare, content.length === 0 ? null : (wrong ?? '')) };
    names.push(name[1] ?? '');
  }
  return { names, mistake: null };
}

function isContent([text, name, given]: RegExpExecArray): boolean {
  if (text === '""') return true;
  if (name === undefined || given === undefined || !functions.includes(name.toLowerCase())) return false;
  return name.toLowerCase() !== 'content' || given.trim() === '' || contents.includes(given.trim().toLowerCase());
}

function mistakeOf(value: string, wrong: string | null): string {
  const given = `\`string-set: ${value.slice(0, maxCharacters)}\``;
  return wrong === null
    ? `${given} has a name without content, as in \`string-set: chapter content()\`.`
    : `${given} has \`${wrong.slice(0, maxCharacters)}\`, which is no content of a string: it is a text in quotes, ` +
        '`content()`, `content(before)`, `content(after)`, `content(first-letter)`, `attr()`, `counter()` or ' +
        '`counters()`.';
}
