import { Dict, PdfString, Ref, type Obj } from '../../objects/objects.ts';

/** How the numbers of one part become those of the joined file. */
export interface Shift {
  /** Added to object numbers. */
  readonly objects: number;
  /** Added to keys of the parent tree (ISO 32000-2, 14.7.5.4). */
  readonly parents: number;
  /**
   * A prefix for the digits of structure ids. Chromium counts these in each of its processes; with the prefix,
   * different elements of two parts have different ids.
   */
  readonly ids: string;
  /** Where ids are to follow from the content: those of the part, numbered as they came up; else `null`. */
  readonly names: Map<string, string> | null;
  /** Numbers of objects that another part has brought already, by the own ones. */
  readonly numbers: ReadonlyMap<number, number>;
  /** Ids of the header cells that replace those of the part, by the own ids. */
  readonly headers: ReadonlyMap<string, string>;
}

/**
 * A string, a reference, or a key of the parent tree, in an object as Skia writes it; strings are matched so that
 * nothing in them is.
 */
const changing = /\((?:[^\\()]|\\[\s\S])*\)?|<[\da-fA-F\s]*>|\/StructParents? (\d+)|(?<!\d)(\d+) 0 R\b/g;
const structureId = /^node(\d{8,})$/;
/** As Chromium writes them. */
const idDigits = 8;

/** The number that an object has in the joined file. */
export const joinedNumber = (own: number, { objects, numbers }: Shift) => numbers.get(own) ?? own + objects;

/** An object's text with the numbers of the joined file. */
export function renumber(text: string, shift: Shift): string {
  return text.replace(changing, (token, key: string | undefined, number: string | undefined) => {
    if (number !== undefined) return `${joinedNumber(Number(number), shift)} 0 R`;
    if (key !== undefined) return `${token.slice(0, -key.length)}${Number(key) + shift.parents}`;
    return token.startsWith('(node') ? `(${joinedId(token.slice(1, -1), shift)})` : token;
  });
}

/** The id that a structure element has in the joined file. */
export function joinedId(own: string, { ids, headers, names }: Shift): string {
  const digits = structureId.exec(own)?.[1];
  if (digits === undefined || headers.has(own)) return headers.get(own) ?? own;
  const known = names?.get(own) ?? (names === null ? digits : String(names.size + 1).padStart(idDigits, '0'));
  names?.set(own, known);
  return `node${ids}${known}`;
}

/** The same for a value that was read. */
export function renumbered(obj: Obj, shift: Shift): Obj {
  if (obj instanceof Ref) return new Ref(joinedNumber(obj.num, shift));
  if (Array.isArray(obj)) return obj.map((value) => renumbered(value, shift));
  if (obj instanceof PdfString) return renumberedId(obj, shift);
  if (!(obj instanceof Dict)) return obj;
  const entries = obj
    .entries()
    .map(([key, value]): [string, Obj] => [
      key,
      /^StructParents?$/.test(key) && typeof value === 'number' ? value + shift.parents : renumbered(value, shift),
    ]);
  return new Dict(entries);
}

function renumberedId(string: PdfString, shift: Shift): PdfString {
  const own = string.bytes.toString('latin1');
  return structureId.test(own) ? new PdfString(Buffer.from(joinedId(own, shift), 'latin1')) : string;
}
