import { Dict, type Obj, Ref, Stream } from '../../objects/objects.ts';
import type { PdfFile, PdfPage } from '../../file/pdf-file.ts';

/** A font among the resources of pages. */
export interface ComparedFont {
  /** Name without the prefix of a subset. */
  readonly name: string;
}

/** Resource dictionaries that are visited. */
const maxResources = 20_000;

/** The fonts of pages, and of the forms and patterns in them, by name. */
export function comparedFonts(file: PdfFile, pages: readonly PdfPage[]): ComparedFont[] {
  const names = new Set<string>();
  const seen = new Set<Dict>();
  const open: (Dict | null)[] = pages.map(({ resources }) => resources);
  while (open.length > 0 && seen.size < maxResources) {
    const resources = open.pop() ?? null;
    if (resources === null || seen.has(resources)) continue;
    seen.add(resources);
    for (const font of values(file, resources.get('Font'))) {
      const dict = file.dict(font);
      // The name of a composite font may end in that of its CMap (ISO 32000-2, 9.7.6.2).
      const own = file.dict(file.array(dict?.get('DescendantFonts') ?? null)?.[0] ?? null) ?? dict;
      const name = file.name(own?.get('BaseFont') ?? null);
      if (name !== null) names.add(plain(name));
    }
    for (const object of [...values(file, resources.get('XObject')), ...values(file, resources.get('Pattern'))]) {
      const stream = file.resolve(object);
      if (stream instanceof Stream) open.push(file.dict(stream.dict.get('Resources')));
    }
  }
  return [...names].sort().map((name) => ({ name }));
}

const values = (file: PdfFile, obj: Obj): Obj[] =>
  (file.dict(obj)?.entries() ?? [])
    .map(([, value]) => value)
    .filter((value) => value instanceof Ref || value instanceof Dict);

/** Writers append the encoding, and write commas and hyphens for spaces. */
const plain = (name: string): string =>
  name
    .replace(/^[A-Z]{6}\+/, '')
    .replace(/-Identity-[HV]$/, '')
    .replace(/(?:[, ]|#20)+/g, '-');
