import { mendPrinted } from './mend-printed.ts';
import { printedStyle } from '../file/writing/file-style.ts';
import { FileWriter } from '../file/writing/file-writer.ts';
import { treeEntries } from '../facts/trees/read-trees.ts';
import { treeNodes } from '../facts/trees/tree-nodes.ts';
import { PrintedObjects, streamAt } from './model/printed-objects.ts';
import { ParsedPrint } from './parsed-print.ts';
import { readPrinted, trailerOf, type PrintedFile, type PrintedObject } from './printed.ts';
import { Dict, isName, Name, Ref } from '../objects/objects.ts';
import { parseBody } from '../objects/parse-body.ts';

/**
 * A printed file without the parts that editing does not read: the data of streams, and all of its structure except the
 * elements of links. These are nearly all of a long document, and pdf-lib reads whole files.
 */
export interface Skeleton {
  readonly pdf: Uint8Array;
  /** The highest number that an object of the whole file has. */
  readonly highest: number;
  /** The skeleton as it was saved after editing, with everything in its place again: once. */
  restore(edited: Uint8Array): Uint8Array;
}

/** How a file came about that has the frame of a printed one. */
export type PrintedFrom =
  /** By Chromium: it is still to be mended. */
  | 'browser'
  /** Of parts, by `joinPrinted`. */
  | 'parts'
  /** Of several documents, by `mergePdfs`: it is written without a space too many, where Chromium has one. */
  | 'merging';

/** How nearly all elements begin, and their type. */
const usualElement = /^<<\s*\/Type\s*\/StructElem\s*\/S\s*\/([^\s/<>[\](){}%]+)/;
/** Elements of annotations, which change with them (ISO 32000-2, 14.8.4.7.2). */
const ofAnnotations: ReadonlySet<string | undefined> = new Set(['Link', 'Form', 'Annot']);

/**
 * True for the text of a structure element that editing does not look at. Other objects may have the words of one
 * within them.
 */
export function isElementAlone(text: string): boolean {
  const usual = usualElement.exec(text);
  if (usual !== null) return !ofAnnotations.has(usual[1]);
  if (!text.includes('/StructElem')) return false;
  const read = parseBody(text, maxDepth);
  const type = read instanceof Dict && isName(read.get('Type'), 'StructElem') ? read.get('S') : null;
  return type instanceof Name && !ofAnnotations.has(type.value);
}

/** Deeper than values of other PDFs are read (see limits.ts). */
const maxDepth = 1000;

const metadata = /\/Type\s*\/Metadata\b/;
/** A stream that stands for another. */
export const standIn = Buffer.from('<</Length 0>>\nstream\n\nendstream');

/** The skeleton of a printed file, with the function that restores the rest after editing. */
export function skeletonOf(pdf: Uint8Array, from: PrintedFrom): Skeleton {
  const whole = new WholeFile(readPrinted(pdf), from);
  const { file } = whole;
  const tree = treesOf(file);
  const aside = new Map<number, PrintedObject>();
  const out = new FileWriter({ style: printedStyle, next: file.size }).begin('1.7');
  for (const object of file.objects) {
    const text = whole.head(object);
    const stays = object.stream ? metadata.test(text) : !tree.has(object.number) && !isElementAlone(text);
    if (!stays) aside.set(object.number, object);
    if (stays || object.stream) out.body(object.number, stays ? whole.body(object) : standIn);
  }
  return {
    pdf: out.end(trailerOf(file), 'table'),
    highest: file.size - 1,
    restore: (edited) => restored(whole, aside, readPrinted(edited)),
  };
}

/** Streams that are gone from the skeleton are gone. */
function restored(whole: WholeFile, aside: Map<number, PrintedObject>, edited: PrintedFile): Uint8Array {
  const bodies: (readonly [number: number, object: PrintedObject, own: boolean])[] = edited.objects.flatMap(
    (object) => {
      const known = aside.get(object.number);
      aside.delete(object.number);
      return [[object.number, known ?? object, known === undefined] as const];
    },
  );
  for (const [number, object] of aside) if (!object.stream) bodies.push([number, object, false]);
  const out = new FileWriter({ style: printedStyle, next: edited.size }).begin('1.7');
  for (const [number, object, own] of bodies.sort(([one], [other]) => one - other))
    out.body(number, own ? trimmed(edited.bytes.subarray(object.start, object.end)) : whole.body(object));
  return out.end(trailerOf(edited), 'table');
}

/** A file with its objects in the form in which Chromium writes them. */
class WholeFile {
  readonly file: PrintedFile;
  readonly #objects: PrintedObjects;
  readonly #isMerged: boolean;

  constructor(file: PrintedFile, from: PrintedFrom) {
    this.file = file;
    this.#objects = new PrintedObjects(file, from === 'browser' ? mendPrinted(file) : []);
    this.#isMerged = from === 'merging';
  }

  /** An object that is no stream, or the dictionary of one, as text. */
  head(object: PrintedObject): string {
    const bytes = this.#bytes(object);
    const text = bytes.toString('latin1', 0, object.stream ? streamAt(bytes) : bytes.length);
    return this.#isMerged ? spaced(text) : text;
  }

  body(object: PrintedObject): Buffer {
    const bytes = this.#bytes(object);
    if (!this.#isMerged) return bytes;
    const head = Buffer.from(this.head(object), 'latin1');
    return object.stream ? Buffer.concat([head, bytes.subarray(streamAt(bytes))]) : head;
  }

  #bytes({ number }: PrintedObject): Buffer {
    return trimmed(this.#objects.body(number));
  }
}

/** Without the white space around it, which would grow each time that it is written. */
export function trimmed(body: Buffer): Buffer {
  let [start, end] = [0, body.length];
  while (start < end && (body[start] ?? 0) <= space) start += 1;
  while (end > start && (body[end - 1] ?? 0) <= space) end -= 1;
  return body.subarray(start, end);
}

const space = 0x20;

/** A string, or a name that its value follows without a space (see `serialize`). */
const close = /\((?:[^\\()]|\\[\s\S])*\)?|<[\dA-Fa-f\s]*>|\/[^\s/<>[\](){}%]*(?=[/(<[])/g;

/** Text of `serialize` with a space between a name and what follows it. */
const spaced = (text: string) => text.replace(close, (token) => (token.startsWith('/') ? `${token} ` : token));

/** Numbers of the parent tree, with the arrays in it, and of the tree of ids (14.7.4.4, 14.7.2). */
function treesOf(file: PrintedFile): ReadonlySet<number> {
  const objects = new ParsedPrint(file.bytes);
  const root = objects.dict(objects.catalog.get('StructTreeRoot'));
  const found = new Set<number>();
  for (const tree of [root.get('ParentTree'), root.get('IDTree')])
    for (const { ref } of treeNodes(objects, [tree])) if (ref !== null) found.add(ref.num);
  for (const [, value] of treeEntries(objects, root.get('ParentTree'), 'Nums'))
    if (value instanceof Ref && Array.isArray(objects.resolve(value))) found.add(value.num);
  return found;
}
