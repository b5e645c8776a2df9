/**
 * An object of a printed file that is no stream: the text between `N 0 obj` and `endobj`, one character a byte. Such
 * bodies are changed as text and never parsed, which is fast enough (200 MB/s) for every render.
 */
export type Body = readonly [number: number, text: string];

/** The numbers of the objects that a text refers to. */
export const references = (text: string) => Array.from(text.matchAll(/\b(\d+) 0 R/g), ([, number]) => Number(number));

/** Patterns of references by their keys: a document has few keys, and is looked through for them very often. */
const patterns = new Map<string, RegExp>();

/** The first object that a text refers to under a key; `null` where there is none. */
export function reference(text: string, key: string): number | null {
  let pattern = patterns.get(key);
  if (pattern === undefined) patterns.set(key, (pattern = new RegExp(`/${key} (\\d+) 0 R`)));
  const found = pattern.exec(text)?.[1];
  return found === undefined ? null : Number(found);
}

/** As `reference`; 0, which no object has, where there is none. */
export const referenceOf = (text: string, key: string): number => reference(text, key) ?? 0;

const kids = /\/K\s*(\[[^[\]]*\]|\d+ 0 R)/;
/** References to marks and to annotations are no elements (ISO 32000-2, 14.7.5). */
const marks = /<<[^<>]*>>/g;

/** The numbers of the elements right within a structure element or the root of the structure tree, in order. */
export const kidsOf = (text: string): number[] => references((kids.exec(text)?.[1] ?? '').replace(marks, ''));
