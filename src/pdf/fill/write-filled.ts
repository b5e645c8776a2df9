import { createHash } from 'node:crypto';
import { AppError } from '../../problems.ts';
import { reachable } from '../facts/reachable.ts';
import { updateObstacle, updatePdf } from '../file/writing/update.ts';
import type { Changes } from '../file/changes.ts';
import { writePdf } from '../file/writing/write.ts';
import { isContainer } from '../file/container.ts';

export interface WriteFilledOptions {
  /** Signatures in the file stay valid: nothing of it may move. */
  readonly signed: boolean;
  readonly decrypt: boolean;
  /** Equal for equal changes: the second half of the file identifier hangs on it. */
  readonly seed: string;
}

/**
 * Writes a changed document: signed, as an incremental update; else anew, with what its trailer leads to, so that
 * nothing of before stays behind.
 * @throws AppError `signature-would-break` for a signed file that no update can go on with
 */
export function writeFilled(changes: Changes, { signed, decrypt, seed }: WriteFilledOptions): Uint8Array {
  if (!signed) return rewritten(changes, decrypt, seed);
  const obstacle = updateObstacle(changes.file);
  if (obstacle === null) return updatePdf(changes).bytes;
  throw new AppError(
    'signature-would-break',
    `The document can only be written anew, because ${obstacle}: its signatures would not be valid any more. ` +
      `Send \`breakSignatures: true\` if that is meant.`,
  );
}

/** With object streams where the document had them, or is of a version that has them. */
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
