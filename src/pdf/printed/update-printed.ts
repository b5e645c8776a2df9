import { mendPrinted } from './mend-printed.ts';
import { readPrinted } from './printed.ts';

/**
 * A printed file with its mends (see `mendPrinted`), as an incremental update of it (ISO 32000-2, 7.5.6): for files
 * that are read again at once.
 */
export function updatePrinted(pdf: Uint8Array): Uint8Array {
  const file = readPrinted(pdf);
  const mended = mendPrinted(file);
  if (mended.size === 0) return pdf;
  const chunks: Buffer[] = [file.bytes];
  let length = file.bytes.length;
  const push = (chunk: Buffer): number => {
    chunks.push(chunk);
    length += chunk.length;
    return length - chunk.length;
  };
  const sections = [...mended].map(([number, body]) => {
    const offset = push(Buffer.from(`\n${number} 0 obj\n`)) + 1;
    push(Buffer.concat([body, Buffer.from('\nendobj')]));
    return `${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = push(Buffer.from('\n')) + 1;
  push(
    Buffer.from(
      `xref\n${sections.join('')}trailer\n<</Size ${file.size} /Root ${file.root} 0 ` +
        `R${file.info === null ? '' : ` /Info ${file.info} 0 R`} /Prev ` +
        `${file.table}>>\nstartxref\n${table}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(chunks, length);
}
