import { defaultLimits } from '../../objects/limits.ts';
import { Dict, Name, Ref, type Obj } from '../../objects/objects.ts';
import { readPageTree } from '../reading/page-tree.ts';
import { highestNumber, type Changes } from '../changes.ts';
import { writePdf } from './write.ts';
import { isContainer } from '../container.ts';

/**
 * Rewrites an opened file with its changes as one revision: for files that cannot be updated (`updateObstacle`). The
 * result is encrypted as the file was, unless it is to be decrypted.
 */
export function rewritePdf(changes: Changes, { decrypt = false }: { decrypt?: boolean } = {}): Buffer {
  const { file, trailer } = changes;
  if (readPageTree(file, file.catalog.get('Pages'), defaultLimits).length === 0) growPageTree(changes);
  const encrypt = trailer.get('Encrypt');
  const objects = new Map<number, Obj>();
  for (const num of file.numbers()) if (num > 0 && num <= highestNumber) objects.set(num, file.get(num));
  for (const { ref, value } of changes.objects) objects.set(ref.num, value);
  if (encrypt instanceof Ref) objects.delete(encrypt.num);
  const remaining = [...objects].filter(([, value]) => value !== null && !isContainer(value));
  if (decrypt) trailer.delete('Encrypt');
  const written = writePdf({
    objects: remaining,
    trailer,
    version: file.version,
    compress: false,
    encrypt: decrypt ? null : file.encryption,
  });
  return Buffer.from(written.buffer, written.byteOffset, written.byteLength);
}

/** A flat tree (7.7.3) of the pages that were found without one. What they inherited is lost with the old tree. */
function growPageTree(changes: Changes): void {
  const pages = changes.file.pages().flatMap(({ ref }) => ref ?? []);
  const tree = changes.add(
    new Dict([
      ['Type', new Name('Pages')],
      ['Kids', pages],
      ['Count', pages.length],
    ]),
  );
  for (const page of pages) changes.dictAt(page).set('Parent', tree);
  changes.catalog().set('Type', new Name('Catalog')).set('Pages', tree);
}
