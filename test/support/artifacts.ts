import { openPdf } from '../../src/pdf/file/open.ts';
import type { Dict, Obj } from '../../src/pdf/objects/objects.ts';
import type { PdfFile } from '../../src/pdf/file/pdf-file.ts';

const token = /\((?:\\[\s\S]|[^\\()])*\)|<<|>>|<[0-9A-Fa-f\s]*>|[[\]]|\/[^\s<>[\]()/]*|[^\s<>[\]()/]+/g;
const operand = /^(?:[[\](</]|<<|>>|[+-.\d])/;
const painting = new Set(['f', 'F', 'f*', 'S', 's', 'B', 'B*', 'b', 'b*', 'Tj', 'TJ', "'", '"', 'sh']);

/** The marked content of content streams (ISO 32000-2, 14.6, 14.8.2.2). */
export interface MarkedContent {
  /** Operators that paint outside of all marks: `page 1: Tj`. */
  readonly bare: string[];
  /** Artifacts inside of tagged content, the other way round, and marks that are not balanced. */
  readonly wrong: string[];
  /** The property lists of the artifacts of each page. */
  readonly artifacts: string[][];
}

/** Walks every content stream of a document and the forms that they draw, token by token. */
export function markedContentOf(pdf: Uint8Array): MarkedContent {
  const file = openPdf(pdf);
  const found: MarkedContent = { bare: [], wrong: [], artifacts: [] };
  file.pages().forEach(({ dict, resources }, index) => {
    found.artifacts.push([]);
    const contents = file.array(dict.get('Contents')) ?? [dict.get('Contents')];
    const text = contents.map((part) => decoded(file, part)).join('\n');
    walk({ file, found, page: index + 1 }, text, resources, []);
  });
  return found;
}

const decoded = (file: PdfFile, part: Obj | undefined) =>
  file
    .stream(part ?? null)
    ?.decode()
    .toString('latin1') ?? '';

interface Walk {
  readonly file: PdfFile;
  readonly found: MarkedContent;
  readonly page: number;
}

type Mark = 'tag' | 'artifact' | 'other';

function walk(state: Walk, content: string, resources: Dict | null, outer: readonly Mark[]): void {
  const { found, page } = state;
  const marks: Mark[] = [...outer];
  let operands: string[] = [];
  for (const [text] of content.matchAll(token)) {
    if (operand.test(text)) {
      operands.push(text);
      continue;
    }
    if (text === 'BDC' || text === 'BMC') {
      const mark = operands[0] === '/Artifact' ? 'artifact' : operands.includes('/MCID') ? 'tag' : 'other';
      if (mark === 'artifact') found.artifacts[page - 1]?.push(operands.slice(1).join(' '));
      if ((mark === 'artifact' && marks.includes('tag')) || (mark === 'tag' && marks.includes('artifact')))
        found.wrong.push(`page ${page}: ${mark} inside ${marks.join(' ')}`);
      marks.push(mark);
    } else if (text === 'EMC') {
      if (marks.length === outer.length) found.wrong.push(`page ${page}: EMC without a mark`);
      marks.pop();
    } else if (text === 'Do') draw(state, operands[0] ?? '', resources, marks);
    else if (painting.has(text) && !isMarked(marks)) found.bare.push(`page ${page}: ${text}`);
    operands = [];
  }
  if (marks.length !== outer.length) found.wrong.push(`page ${page}: ${marks.length - outer.length} marks without EMC`);
}

const isMarked = (marks: readonly Mark[]) => marks.includes('tag') || marks.includes('artifact');

function draw(state: Walk, name: string, resources: Dict | null, marks: readonly Mark[]): void {
  const { file, found, page } = state;
  const object = file.stream(file.dict(resources?.get('XObject') ?? null)?.get(name.slice(1)) ?? null);
  if (object !== null && file.name(object.dict.get('Subtype')) === 'Form')
    walk(state, object.decode().toString('latin1'), file.dict(object.dict.get('Resources')) ?? resources, marks);
  else if (!isMarked(marks)) found.bare.push(`page ${page}: Do ${name}`);
}
