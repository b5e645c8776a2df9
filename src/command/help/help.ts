import { examplesOf } from './examples.ts';
import type { Option } from '../arguments/parse-arguments.ts';
import type { Program } from '../surroundings.ts';
import type { Takes, ToolCommand } from '../tool-command.ts';

const columns = 100;

/** Arguments of a command, for the first line and the table. */
const operands: Readonly<Record<Takes, { readonly usage: string; readonly about: readonly [string, string] }>> = {
  request: { usage: '[REQUEST.json]', about: ['REQUEST.json', 'The request in JSON; `-` is standard input.'] },
  steps: {
    usage: '[STEPS.json] [FILE.pdf...]',
    about: [
      'STEPS.json FILE.pdf...',
      'The request in JSON; `-` is standard input. Then the documents that its steps name as `{}`, in order.',
    ],
  },
  page: { usage: 'PAGE.html', about: ['PAGE.html', 'The page; `-` is standard input.'] },
  document: { usage: 'FILE.pdf', about: ['FILE.pdf', 'The document; `-` is standard input.'] },
  documents: { usage: 'FILE.pdf...', about: ['FILE.pdf...', 'The documents in order; `-` is standard input, once.'] },
};

/** The text of `colophon --help`. */
export function overview(commands: readonly ToolCommand[], programs: readonly Program[]): string {
  const rows = (list: readonly { readonly name: string; readonly summary: string }[]) =>
    list.map(({ name, summary }) => `  ${name.padEnd(22)}${summary}`);
  return lines(
    'colophon makes PDFs, and works on PDFs. Nothing that a document contains reaches the network or the disk.',
    '',
    'Usage: colophon COMMAND [FILES] [OPTIONS]',
    '',
    'Commands:',
    ...rows(commands),
    '',
    'Further commands:',
    ...rows(programs),
    ...rows([
      { name: 'completion', summary: 'Print the completion script of a shell: bash, zsh or fish' },
      { name: 'help COMMAND', summary: 'The same as COMMAND --help' },
    ]),
    '',
    'Examples:',
    '  colophon html page.html -o page.pdf',
    '  colophon extract-text page.pdf | less',
    '',
    'Exit codes: 0 success; 1 the document cannot be worked on; 2 the request or an argument is wrong;',
    '3 not allowed; 4 the service cannot be reached, or an internal error.',
    '',
    '`colophon COMMAND --help` describes a command; `colophon --version` prints the version.',
  );
}

/** The text of `colophon COMMAND --help`. */
export function commandHelp(command: ToolCommand): string {
  const { usage, about } = operands[command.takes];
  const fields = command.fields.filter(({ name }) => !name.includes('.'));
  return lines(
    `${command.summary}: ${command.name}`,
    '',
    `Usage: colophon ${command.name} ${usage} [OPTIONS]`,
    '',
    ...wrapped(plain(command.description), ''),
    '',
    'Arguments:',
    ...entry(...about),
    '',
    'Fields of the request:',
    ...fields.flatMap((field) => optionEntry(field)),
    ...wrapped(
      'A value `@FILE` is the content of a file (base64 of one that is no text). Fields within fields have dots ' +
        '(`--document.size A5`), are JSON, or come with `--request FILE`.',
      '  ',
    ),
    '',
    'Options:',
    ...command.options.flatMap((option) => optionEntry(option)),
    '',
    'Examples:',
    ...examplesOf(command).map((example) => `  colophon ${example}`),
  );
}

function optionEntry({ name, short, placeholder, description, choices, negatable }: Option): string[] {
  const shown = `${short === undefined ? '' : `-${short}, `}--${name}${placeholder === undefined ? '' : ` ${placeholder}`}`;
  const values = choices === undefined || choices.length === 0 ? '' : ` One of: ${choices.join(', ')}.`;
  const negation = negatable === true ? ` \`--no-${name}\` sets it to false.` : '';
  return entry(shown, `${plain(description)}${values}${negation}`.trim());
}

function entry(name: string, text: string): string[] {
  return [`  ${name}`, ...wrapped(text, '      ')];
}

/** Descriptions are Markdown; a terminal shows names without the marks as well as with them. */
const plain = (text: string) => text.replace(/\s+/g, ' ');

/** A text in lines, each with this indent. */
function wrapped(text: string, indent: string): string[] {
  const result: string[] = [];
  let line = indent;
  for (const word of text.split(' ').filter((one) => one !== '')) {
    if (line.length > indent.length && line.length + word.length + 1 > columns) {
      result.push(line);
      line = indent;
    }
    line += line.length > indent.length ? ` ${word}` : word;
  }
  return line.length > indent.length ? [...result, line] : result;
}

const lines = (...all: readonly string[]) => `${all.join('\n')}\n`;
