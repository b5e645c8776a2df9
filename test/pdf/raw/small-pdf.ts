import { expect } from 'chai';
import { openPdf, type OpenOptions } from '../../../src/pdf/file/open.ts';
import type { PdfFile } from '../../../src/pdf/file/pdf-file.ts';
import { AppError } from '../../../src/problems.ts';

/** The objects of a document of one page that says Hello, by number from 1. */
export const hello: readonly string[] = [
  '<</Type/Catalog/Pages 2 0 R>>',
  '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 200 100]/Resources<</Font<</F1 5 0 R>>>>>>',
  '<</Type/Page/Parent 2 0 R/Contents 4 0 R>>',
  '<</Length 34>>stream\nBT /F1 12 Tf 9 50 Td (Hello) Tj ET\nendstream',
  '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
];

export interface SmallPdf {
  readonly text: string;
  /** Of each object, by number from 1. */
  readonly offsets: readonly number[];
  readonly xref: number;
}

/** A file with these objects and a table that is right. Strings are Latin-1. */
export function smallPdf(objects: readonly string[] = hello, trailer = '', header = '%PDF-1.7\n'): SmallPdf {
  let text = header;
  const offsets = objects.map((body, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const xref = text.length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  text +=
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}trailer\n<</Size ` +
    `${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${xref}\n%%EOF\n`;
  return { text, offsets, xref };
}

export function open(text: string, options?: OpenOptions): PdfFile {
  return openPdf(Buffer.from(text, 'latin1'), options);
}

/** What the first page draws. */
export function contentOf(file: PdfFile): string {
  return (
    file
      .stream(file.pages()[0]?.dict.get('Contents') ?? null)
      ?.decode()
      .toString('latin1') ?? ''
  );
}

/** The AppError that `run` throws; anything else that it throws goes on. */
export function problemOf(run: () => unknown): AppError {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  return expect.fail('nothing was thrown');
}
