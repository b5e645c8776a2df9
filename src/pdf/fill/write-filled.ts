import { createHash } from 'node:crypto';
import { AppError } from '../../problems.ts';
import { reachable } from '../facts/reachable.ts';
import { updateObstacle, updatePdf } from '../file/writing/update.ts';
import type { Changes } from '../file/changes.ts';
import { writePdf } from '../file/writing/write.ts';
import { isContainer } from '../file/container.ts';

/** How a changed document is written. */
export interface WriteFilledOptions {
  /** Signatures stay valid: no byte of the file may move. */
  readonly signed: boolean;
  readonly decrypt: boolean;
  /** The second half of the file identifier is derived from it: equal for equal changes. */
  readonly seed: string;
}

/**
 * Writes a changed document. A signed one becomes an incremental update; any other is rewritten with the objects that
 * its trailer refers to, so that no old value remains.
 * @throws AppError `signature-would-break` for a signed file that can not be updated
 */
export function writeFilled(changes: Changes, { signed, decrypt, seed }: WriteFilledOptions): Uint8Array {
  if (!signed) return rewritten(changes, decrypt, seed);
  const obstacle = updateObstacle(changes.file);
  if (obstacle === null) return updatePdf(changes).bytes;
  throw new AppError(
    'signature-would-break',
    `The document can only be rewritten, because ${obstacle}: its signatures would not be valid any more. ` +
      `Send \`breakSignatures: true\` if this is intended.`,
  );
}

/** Uses object streams if the document had them, or has a version with them. */
function rewritten(changes: Changes, decrypt: boolean, seed: string): Uint8Array {
  const { file } = changes;
  const trailer = changes.trailer.copy();
  trailer.delete('Encrypt');
  const first = file.string(file.array(file.trailer.get('ID'))?.[0] ?? null)?.bytes;
  const id =
    first === undefined
      ? undefined
      : ([first, createHash('sha256').update(first).update(seed).digest().subarray(0, 16)] as const);
  const compress = file.version >= '1.5' || file.sections.some(({ kind }) => kind === 'stream');
  const objects = [...reachable(changes, trailer)]
    .filter(([, object]) => object !== null && !isContainer(object))
    .sort(([a], [b]) => a - b);
  return writePdf({
    objects,
    trailer,
    version: file.version,
    compress,
    encrypt: decrypt ? null : file.encryption,
    ...(id === undefined ? {} : { id }),
  });
}
