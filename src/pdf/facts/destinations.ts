import { Dict, Name, type Obj, type PdfArray, PdfString } from '../objects/objects.ts';
import type { SourceFile } from './source-file.ts';
import { readNameTree } from './trees/read-trees.ts';

/** A document whose destinations are known. */
export interface WithDestinations extends SourceFile {
  readonly destinations: Destinations;
}

/**
 * Named destinations (ISO 32000-2, 12.3.2.4): names of the dictionary Dests and strings of the name tree, by their
 * bytes as Latin-1.
 */
export interface Destinations {
  readonly names: ReadonlyMap<string, NamedDestination>;
  readonly strings: ReadonlyMap<string, NamedDestination>;
  /** Those that lead to a page, in the order of the file. */
  readonly onPage: ReadonlyMap<number, readonly NamedDestination[]>;
}

/** One named destination that leads to a page of its document. */
export interface NamedDestination {
  readonly kind: 'name' | 'string';
  readonly key: PdfString;
  /** The array, or the dictionary that has it as D. */
  readonly value: PdfArray | Dict;
  readonly page: number;
}

/** Reads both kinds of named destinations. Those that lead to no page of the document are left out. */
export function readDestinations(source: SourceFile): Destinations {
  const { file } = source;
  const onPage = new Map<number, NamedDestination[]>();
  const add = (map: Map<string, NamedDestination>, kind: NamedDestination['kind'], key: PdfString, obj: Obj) => {
    const value = file.resolve(obj);
    const page = value instanceof Dict || Array.isArray(value) ? pageOfDestination(source, value) : null;
    if (page === null || !(value instanceof Dict || Array.isArray(value))) return;
    const named = { kind, key, value, page };
    map.set(key.bytes.toString('latin1'), named);
    const others = onPage.get(page);
    if (others === undefined) onPage.set(page, [named]);
    else others.push(named);
  };
  const names = new Map<string, NamedDestination>();
  for (const [key, value] of file.dict(file.catalog.get('Dests'))?.entries() ?? [])
    add(names, 'name', new PdfString(Buffer.from(key, 'latin1')), value);
  const strings = new Map<string, NamedDestination>();
  for (const [key, value] of readNameTree(file, source.names('Dests'))) add(strings, 'string', key, value);
  return { names, strings, onPage };
}

/** The named destination that `obj` means. Files use names for strings and the other way round. */
export function namedDestination(source: WithDestinations, obj: Obj): NamedDestination | undefined {
  const { names, strings } = source.destinations;
  if (obj instanceof Name) return names.get(obj.value) ?? strings.get(obj.value);
  if (!(obj instanceof PdfString)) return undefined;
  const key = obj.bytes.toString('latin1');
  return strings.get(key) ?? names.get(key);
}

/** The page of an explicit destination, or of the dictionary of a named one. */
function pageOfDestination(source: SourceFile, value: PdfArray | Dict): number | null {
  const array = value instanceof Dict ? source.file.array(value.get('D')) : value;
  return source.pageIn(array?.[0] ?? null);
}

/** The page that any destination leads to, or null. */
export function pageOfTarget(source: WithDestinations, obj: Obj): number | null {
  const value = source.file.resolve(obj);
  if (Array.isArray(value)) return pageOfDestination(source, value);
  return namedDestination(source, value)?.page ?? null;
}
