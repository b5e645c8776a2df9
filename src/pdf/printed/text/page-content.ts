import { openPdf } from '../../file/open.ts';
import type { PdfFile, PdfPage } from '../../file/pdf-file.ts';

/** The content streams of a page, decoded and joined (ISO 32000-2, 7.8.2). */
function contentOf(file: PdfFile, page: PdfPage): Buffer {
  const contents = page.dict.get('Contents');
  const parts = file.array(contents) ?? [contents];
  const streams = parts.flatMap((part) => file.stream(part)?.decode() ?? []);
  return streams.length === 1 && streams[0] !== undefined
    ? streams[0]
    : Buffer.concat(streams.flatMap((stream) => [stream, Buffer.from('\n')]));
}

/** A page of a printed file, with its content. */
export interface PrintedPage extends Pick<PdfPage, 'resources'> {
  /** The decoded content streams. */
  readonly content: Buffer;
}

/** A printed file, opened, and its pages in order. Each page is decoded when it is needed. */
export interface OpenedPrint {
  readonly file: PdfFile;
  readonly pages: readonly (() => PrintedPage)[];
}

const opened = new WeakMap<Uint8Array, OpenedPrint>();

/** Opens a printed file. Its first page is decoded once for as long as the file is in use: its text is read twice. */
export function openPrint(pdf: Uint8Array): OpenedPrint {
  let print = opened.get(pdf);
  if (print === undefined) opened.set(pdf, (print = openedAnew(pdf)));
  return print;
}

function openedAnew(pdf: Uint8Array): OpenedPrint {
  const file = openPdf(pdf);
  let first: PrintedPage | null = null;
  const pages = file.pages().map((page, index) => () => {
    const read = () => ({ resources: page.resources, content: contentOf(file, page) });
    return index === 0 ? (first ??= read()) : read();
  });
  return { file, pages };
}
