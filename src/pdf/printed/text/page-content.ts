import type { PdfFile, PdfPage } from '../../file/pdf-file.ts';

/** The content streams of a page, decoded and joined (ISO 32000-2, 7.8.2). */
export function contentOf(file: PdfFile, page: PdfPage): Buffer {
  const contents = page.dict.get('Contents');
  const parts = file.array(contents) ?? [contents];
  const streams = parts.flatMap((part) => file.stream(part)?.decode() ?? []);
  return streams.length === 1 && streams[0] !== undefined
    ? streams[0]
    : Buffer.concat(streams.flatMap((stream) => [stream, Buffer.from('\n')]));
}
