import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** The first moment that a ZIP can name (APPNOTE 6.3.10, 4.4.6), in local time, which is what it names. */
const begin = new Date(1980, 0, 1);
/** As stored, for everybody to read; nothing of this machine or this moment: equal files make an equal archive. */
const options = { compress: false, mtime: begin, forceDosTimestamp: true, mode: 0o100644 };

/** An archive of files in their order, stored without compression. Names have to be safe and unique. */
export async function zip(files: readonly { readonly filename: string; readonly pdf: Uint8Array }[]): Promise<Buffer> {
  const archive = new ZipFile();
  for (const { filename, pdf } of files) archive.addBuffer(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength), filename, options);
  archive.end();
  return buffer(archive.outputStream);
}
