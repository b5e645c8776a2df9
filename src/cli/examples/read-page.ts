/** A file that a page of the documentation shows in full. */
export interface ExampleFile {
  readonly kind: 'file';
  readonly name: string;
  readonly text: string;
}

/** Commands that a page of the documentation shows. */
export interface ExampleCommands {
  readonly kind: 'commands';
  readonly text: string;
}

/** What a reader of a page does, one step after the other. */
export type Example = ExampleFile | ExampleCommands;

/** A picture that a page shows: page `number` of `pdf`. */
export interface PagePicture {
  /** Relative to the folder of the page: `pictures/css/columns-1.png`. */
  readonly path: string;
  readonly pdf: string;
  readonly number: number;
}

const fence = '```';
const title = /^\*\*`([\w.-]+)`\*\*$/;
const picture = /\((pictures\/[\w-]+\/([\w-]+)-(\d+)\.png)\)/g;

/**
 * The files and commands of a page, in its order. A block is a file if the line above it is the bold name of one; a
 * block of `sh` without a name is commands. Other blocks are parts of something, and nobody runs them.
 */
export function examplesOf(page: string): Example[] {
  const lines = page.split('\n');
  const examples: Example[] = [];
  for (let start = 0; start < lines.length; start += 1) {
    const language = lines[start]?.startsWith(fence) ? lines[start]?.slice(fence.length) : undefined;
    if (language === undefined) continue;
    const end = lines.indexOf(fence, start + 1);
    if (end === -1) throw new Error(`A block of ${language} has no end.`);
    const text = `${lines.slice(start + 1, end).join('\n')}\n`;
    const name = title.exec(lines[start - 2] ?? '')?.[1];
    if (name !== undefined) examples.push({ kind: 'file', name, text });
    else if (language === 'sh') examples.push({ kind: 'commands', text });
    start = end;
  }
  return examples;
}

/** The pictures of a page that `npm run examples` draws: `pictures/<page>/<document>-<number>.png`. */
export function picturesOf(page: string): PagePicture[] {
  return [...page.matchAll(picture)].map(([, path = '', name = '', number = '']) => ({
    path,
    pdf: `${name}.pdf`,
    number: Number(number),
  }));
}
