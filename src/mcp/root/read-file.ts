import { createHash } from 'node:crypto';
import type { Stored } from '../../editions/input-document.ts';
import { PathProblem } from './path-problem.ts';
import type { RootFolder } from './root-folder.ts';

/** Bytes that a piece of a file has. */
const pieceBytes = 1024 * 1024;

/** A file of the root as it is now, in memory. Throws PathProblem, also where it has more than `maxBytes`. */
export async function readFile(root: RootFolder, path: string, maxBytes: number): Promise<Stored> {
  const handle = await root.openFile(path);
  try {
    const pieces: Buffer[] = [];
    for (let size = 0; ;) {
      const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(pieceBytes), 0, pieceBytes, null);
      if (bytesRead === 0) break;
      size += bytesRead;
      if (size > maxBytes) throw new PathProblem(`is larger than the ${maxBytes} bytes that all documents may have`);
      pieces.push(buffer.subarray(0, bytesRead));
    }
    const bytes = Buffer.concat(pieces);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return { size: bytes.byteLength, sha256, bytes: () => Promise.resolve(new Uint8Array(bytes)) };
  } catch (error) {
    if (error instanceof PathProblem) throw error;
    throw new PathProblem('cannot be read');
  } finally {
    await handle.close();
  }
}
