import type { Dict } from '../objects/objects.ts';
import type { PdfFile } from '../file/pdf-file.ts';
import type { OwnFont } from '../typeset/font-shelf.ts';

/** Fonts of a form that are used, and bytes of one. */
const maxCount = { fonts: 20, bytes: 16 * 1024 * 1024 };

/** A subset has only the characters that the form had when it was made (ISO 32000-2, 9.9.2). */
const isSubset = (name: string) => /^[A-Z]{6}\+/.test(name);

/** The fonts of DR (ISO 32000-2, 12.7.3) that are embedded in full, as TrueType or OpenType. */
export function ownFonts(file: PdfFile): OwnFont[] {
  const resources = file.dict(file.dict(file.catalog.get('AcroForm'))?.get('DR') ?? null);
  const fonts: OwnFont[] = [];
  for (const [, entry] of file.dict(resources?.get('Font') ?? null) ?? []) {
    const font = file.dict(entry);
    const name = file.name(font?.get('BaseFont') ?? null) ?? '';
    if (font === null || name === '' || isSubset(name) || fonts.length >= maxCount.fonts) continue;
    const program = programOf(file, font);
    if (program !== null) fonts.push({ name, bytes: program });
  }
  return fonts;
}

/** FontFile2, or FontFile3 of an OpenType font (ISO 32000-2, 9.9, table 124). */
function programOf(file: PdfFile, font: Dict): Buffer | null {
  const descendant = file.dict(file.array(font.get('DescendantFonts'))?.[0] ?? null);
  const descriptor = file.dict((descendant ?? font).get('FontDescriptor'));
  const openType = file.stream(descriptor?.get('FontFile3') ?? null);
  const stream =
    file.stream(descriptor?.get('FontFile2') ?? null) ??
    (file.name(openType?.dict.get('Subtype') ?? null) === 'OpenType' ? openType : null);
  if (stream === null || stream.raw.length > maxCount.bytes) return null;
  const bytes = stream.decode();
  return bytes.length > 64 && bytes.length <= maxCount.bytes ? bytes : null;
}
