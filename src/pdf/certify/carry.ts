import { AppError } from '../../problems.ts';
import { archiveClaim, type ArchiveClaim } from '../xmp/reading/identification.ts';
import { readPacket } from '../xmp/reading/packet.ts';
import type { PdfFile } from '../file/pdf-file.ts';

/** The metadata stream of the catalog (ISO 32000-2, 14.3.2); null without one. */
export function metadataOf(file: PdfFile): Buffer | null {
  return file.stream(file.catalog.get('Metadata'))?.decode() ?? null;
}

/** The PDF/A part and level that a document claims; null without a claim. */
export function archiveOf(file: PdfFile): ArchiveClaim | null {
  const bytes = metadataOf(file);
  return bytes === null ? null : archiveClaim(readPacket(bytes));
}

/**
 * Checks that a document can carry a manifest, which is an embedded file that is no PDF/A.
 * @throws AppError `conformance-not-reached` where its standard forbids that, or its encryption is too old for an
 * unencrypted manifest
 */
export function checkCarrier(file: PdfFile, { decrypt }: { readonly decrypt: boolean }): void {
  const archive = archiveOf(file);
  const name = `PDF/A-${archive?.part ?? ''}${archive?.level.toLowerCase() ?? ''}`;
  const why =
    archive?.part === '1'
      ? 'which allows no embedded files (ISO 19005-1, 6.1.11)'
      : archive?.part === '2'
        ? 'which allows no embedded files but those that are PDF/A themselves (ISO 19005-2, 6.8)'
        : archive?.part === '4' && archive.level === ''
          ? 'which allows no embedded files but those that are PDF/A themselves (ISO 19005-4, 6.9)'
          : null;
  if (why !== null)
    throw new AppError(
      'conformance-not-reached',
      `The document claims to be ${name}, ${why}; a C2PA manifest is an embedded file. Send it as PDF/A-3, or ` +
        'as PDF/A-4f, or without that claim.',
    );
  if (file.encryption !== null && !decrypt && !file.encryption.methods.named.has('Identity')) {
    throw new AppError(
      'conformance-not-reached',
      'The document is encrypted in an old way, by which everything in it is encrypted; a C2PA manifest has to ' +
        'be readable (C2PA, A.4.1). Send `decrypt: true`, or encrypt it with AES.',
    );
  }
}
