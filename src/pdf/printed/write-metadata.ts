import type { FileWriter } from '../file/writing/file-writer.ts';

/** Writes XMP uncompressed, so that tools that do not read PDF find it (ISO 16684-1). */
export function writeMetadata(out: FileWriter, number: number, xmp: string): void {
  const packet = Buffer.from(xmp, 'utf8');
  const head = `<</Type /Metadata /Subtype /XML /Length ${packet.length}>>\nstream\n`;
  out.body(number, head, packet, '\nendstream');
}
