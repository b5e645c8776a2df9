import { printedStyle } from '../file/writing/file-style.ts';
import { FileWriter } from '../file/writing/file-writer.ts';
import { mendPrinted } from './mend-printed.ts';
import { readPrinted, trailerOf } from './printed.ts';

/**
 * A printed file with its mends (see `mendPrinted`), as an incremental update of it (ISO 32000-2, 7.5.6): for files
 * that are read again at once.
 */
export function updatePrinted(pdf: Uint8Array): Uint8Array {
  const file = readPrinted(pdf);
  const mended = mendPrinted(file);
  if (mended.size === 0) return pdf;
  const out = new FileWriter({ style: printedStyle, next: file.size }).goOn(file.bytes);
  for (const [number, body] of mended) out.body(number, body);
  return out.end(`${trailerOf(file)} /Prev ${file.table}`, 'table');
}
