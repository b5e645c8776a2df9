import { Report } from '../facts/report.ts';
import { Changes } from '../file/changes.ts';
import { writePdf } from '../file/writing/write.ts';
import { isOldArchive } from './claims.ts';
import { deflateBest } from './streams/deflate-best.ts';
import { dropManifest } from './drop-manifest.ts';
import type { Input } from './make-smaller.ts';
import { packed } from './streams/pack.ts';
import { removeExtras } from './remove-extras.ts';
import { dropSignatures } from './signed.ts';
import { writeDense } from './streams/write-optimized.ts';

/** A document with only the requested removals. */
export interface AsReported {
  readonly bytes: Uint8Array;
  readonly report: Report;
  readonly manifestDropped: boolean;
}

/**
 * Does only the requested removals (`removeMetadata`, `removeThumbnails`, `decrypt`). Streams stay, and objects are
 * written in the shorter of two forms. Null where the document has nothing to remove.
 */
export function asReported({ file, options, claims }: Input): AsReported | null {
  const changes = new Changes(file);
  const report = new Report();
  removeExtras(
    changes,
    { metadata: options.removeMetadata, thumbnails: options.removeThumbnails, claims: claims.claimed.length > 0 },
    report,
  );
  if (report.toPlain().dropped.length === 0 && !(options.decrypt && file.encryption !== null)) return null;
  dropSignatures(changes, report);
  const manifestDropped = dropManifest(changes);
  const { objects, trailer } = packed(changes, () => null);
  const encrypt = options.decrypt ? null : file.encryption;
  const own = { objects, trailer, version: file.version };
  const table = writePdf({ ...own, compress: false, encrypt });
  const dense = isOldArchive(claims)
    ? table
    : encrypt === null
      ? writeDense({ ...own, id: null, deflate: deflateBest })
      : writePdf({ ...own, compress: true, encrypt });
  return { bytes: dense.length < table.length ? dense : table, report, manifestDropped };
}
