import { referenceOf } from '../model/body.ts';
import type { PrintedObjects } from '../model/printed-objects.ts';
import type { PrintedFile } from '../printed.ts';
import { passOver } from '../../fonts/fault.ts';
import { tablesOf } from '../../fonts/sfnt.ts';
import { utf16 } from '../../fonts/to-unicode.ts';
import { Dict, Ref } from '../../objects/objects.ts';
import type { Claim } from '../../xmp/claim.ts';
import type { LooseObjects } from '../model/loose-objects.ts';

/** A stream that has yet to be written: its number, the entries of its dictionary, and its data. */
export interface NewStream {
  readonly number: number;
  readonly entries: string;
  readonly content: Buffer;
}

/**
 * Glyphs for which Skia knows no character are parts of one (the dots of Arabic letters), and an ActualText around them
 * has the text that they show together. ToUnicode must not map them to U+0000 (ISO 19005-2, 6.2.11.7.2). They get a
 * character that belongs to the one before it, and shows nothing.
 */
export const partOfCharacter = '\u034F';

const unknown = /(<[0-9A-Fa-f]+>\s*)<(?:0000|FEFF|FFFE)>/g;
const mapping = /(?<!\d)\d+\s+beginbfchar\s[\s\S]*?(?:endbfchar|$)/g;

const toUnicode = '/ToUnicode ';

/** New bodies of ToUnicode streams that give codes no character (9.10.3), by their numbers. */
export function mendCharacters({ bytes }: Pick<PrintedFile, 'bytes'>, printed: PrintedObjects): Map<number, Buffer> {
  const mended = new Map<number, Buffer>();
  const streams = new Set<number>();
  for (let at = bytes.indexOf(toUnicode); at >= 0; at = bytes.indexOf(toUnicode, at + 1))
    streams.add(Number.parseInt(bytes.toString('latin1', at + toUnicode.length, at + toUnicode.length + 10), 10));
  for (const number of streams) {
    const content = printed.content(number)?.toString('latin1') ?? '';
    const next = content.replace(mapping, (section) => section.replace(unknown, `$1<${utf16(partOfCharacter)}>`));
    if (next !== content) mended.set(number, printed.withContent(number, Buffer.from(next, 'latin1')));
  }
  return mended;
}

/**
 * ISO 19005-1, 6.3.5: a subset of a CIDFont lists its CIDs. In Chromium's subsets glyphs have the same numbers as in
 * the whole font.
 */
export function listGlyphs(objects: LooseObjects, printed: PrintedObjects, { archive }: Claim): NewStream[] {
  if (archive?.part !== '1') return [];
  return objects.bodies.flatMap(([number, body]) => {
    const program = referenceOf(body, 'FontFile2');
    const content = program === 0 || body.includes('/CIDSet ') ? null : printed.content(program);
    const count = content === null ? 0 : glyphCount(content);
    const descriptor = count === 0 ? null : objects.dict(number);
    if (!(descriptor instanceof Dict)) return [];
    const set = { number: objects.reserve(), entries: '', content: Buffer.alloc(Math.ceil(count / 8), 0xff) };
    descriptor.set('CIDSet', new Ref(set.number));
    return [set];
  });
}

/** numGlyphs of the table maxp (OpenType 1.9); 0 where there is none. */
function glyphCount(program: Buffer): number {
  const maxp = tablesOf(program, passOver).get('maxp');
  return maxp === undefined || maxp.length < 6 ? 0 : maxp.readUInt16BE(4);
}
