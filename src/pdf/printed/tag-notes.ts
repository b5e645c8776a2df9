import { reference } from './model/body.ts';
import { bodyOf, readPrinted, type PrintedFile } from './printed.ts';
import { replaced, type Replacement } from './replace-stretches.ts';

/** The destinations of notes and of their calls. */
export interface NoteNames {
  /** True for the name of a note. */
  readonly isNote: (name: string) => boolean;
  /** True for the name of a call. */
  readonly isCall: (name: string) => boolean;
}

const destination = /\/Dest \/([^\s/<>[\]()]+)/;
/** The element of a link as Skia writes it: a reference to its annotation, and its parent. */
const annotation = /\/Type \/OBJR\s*\/Obj (\d+) 0 R/g;

/**
 * Gives the elements around the links of footnotes their types: `Reference` around a call, and `Note` with an ID around
 * a note, whose link leads back to its call (ISO 32000-1, 14.8.4.4; ISO 14289-1, 7.9). Chromium has no types for them,
 * and prints elements with the roles of DPUB-ARIA as `NonStruct`.
 */
export function tagNotes(pdf: Uint8Array, { isNote, isCall }: NoteNames): Uint8Array {
  const file = readPrinted(pdf);
  const leadsTo = new Map<number, 'Reference' | 'Note'>();
  const links = new Map<number, string>();
  for (const object of file.objects) {
    if (object.stream) continue;
    const body = file.bytes.toString('latin1', object.start, object.end);
    const name = body.includes('/Subtype /Link') ? destination.exec(body)?.[1] : undefined;
    if (name !== undefined && isCall(name)) leadsTo.set(object.number, 'Note');
    else if (name !== undefined && isNote(name)) leadsTo.set(object.number, 'Reference');
    if (body.includes('/OBJR')) links.set(object.number, body);
  }
  const types = new Map<number, 'Reference' | 'Note'>();
  for (const body of links.values())
    for (const [, number] of body.matchAll(annotation)) {
      const type = leadsTo.get(Number(number));
      const parent = reference(body, 'P');
      if (type !== undefined && parent !== null && !types.has(parent)) types.set(parent, type);
    }
  return retyped(file, types);
}

function retyped(file: PrintedFile, types: ReadonlyMap<number, 'Reference' | 'Note'>): Uint8Array {
  const replacements: Replacement[] = [];
  const names: string[] = [];
  for (const { number, start, end } of file.objects) {
    const type = types.get(number);
    const at = type === undefined ? -1 : file.bytes.toString('latin1', start, end).indexOf('/S /NonStruct');
    if (type === undefined || at < 0) continue;
    const id = `(node9${String(names.length + 1).padStart(8, '0')})`;
    if (type === 'Note') names.push(`${id} ${number} 0 R`);
    const text = Buffer.from(type === 'Note' ? `/S /Note\n/ID ${id}` : '/S /Reference', 'latin1');
    replacements.push({ start: start + at, end: start + at + '/S /NonStruct'.length, text });
  }
  if (replacements.length === 0) return file.bytes;
  const { changes, added } = inTree(file, names);
  const all = [...replacements, ...changes].sort((one, other) => one.start - other.start);
  return replaced(file, all, added);
}

/** Puts IDs into the tree of IDs (ISO 32000-1, 14.7.2): they come after those of Chromium. */
function inTree(file: PrintedFile, names: readonly string[]): { changes: Replacement[]; added: string[] } {
  const root = reference(bodyOf(file, file.root), 'StructTreeRoot');
  if (names.length === 0 || root === null) return { changes: [], added: [] };
  const list = names.join('\n');
  const tree = reference(bodyOf(file, root), 'IDTree');
  if (tree === null)
    return { changes: [before(file, root, '>>', `\n/IDTree ${file.size} 0 R`)], added: [`<</Names [${list}]>>`] };
  if (bodyOf(file, tree).includes('/Names')) return { changes: [before(file, tree, ']', `\n${list}`)], added: [] };
  const id = (name: string | undefined) => name?.split(' ')[0] ?? '';
  const leaf = `<</Limits [${id(names[0])} ${id(names.at(-1))}]\n/Names [${list}]>>`;
  return { changes: [before(file, tree, ']', ` ${file.size} 0 R`)], added: [leaf] };
}

/** Inserts a text before the last `mark` of an object. */
function before(file: PrintedFile, number: number, mark: string, text: string): Replacement {
  const object = file.objects.find((one) => one.number === number);
  const { start, end } = object ?? { start: 0, end: 0 };
  const at = file.bytes.subarray(start, end).lastIndexOf(mark) + start;
  return { start: at, end: at, text: Buffer.from(text, 'latin1') };
}
