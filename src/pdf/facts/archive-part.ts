import type { PdfFile } from '../file/pdf-file.ts';
import { claimedArchivePart } from '../xmp/reading/identification.ts';

/** The PDF/A part that the metadata claim (ISO 19005-1, 6.7.11), `?` for an unreadable one; null without a claim. */
export function archivePartOf(file: PdfFile): string | null {
  const xmp = file.stream(file.catalog.get('Metadata'));
  return xmp === null ? null : claimedArchivePart(xmp.decode());
}
