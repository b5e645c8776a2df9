import { deflateSync } from 'node:zlib';

/** A file that costs a careless reader far more than its size, as large as `count` makes it. */
export interface Bomb {
  readonly count: number;
  readonly make: (count: number) => Buffer;
}

/** What the one page of a bomb has beside a line of text. Its own objects are numbered from `firstObject`. */
export interface BombParts {
  /** Entries of the catalog, of the page, of its resources and of its fonts. */
  readonly catalog?: string;
  readonly page?: string;
  readonly resources?: string;
  readonly fonts?: string;
  /** Operators after the line of text. */
  readonly content?: string;
  readonly objects?: readonly string[];
  /** Entries of the trailer. */
  readonly trailer?: string;
}

export const firstObject = 10;

export const hex = (value: number, digits = 4): string => value.toString(16).padStart(digits, '0');

/** A text `count` times, each with its index. */
export function repeated(count: number, text: (index: number) => string): string {
  return listed(count, text).join('');
}

export function listed(count: number, text: (index: number) => string): string[] {
  return Array.from({ length: count }, (_, index) => text(index));
}

/** References to `count` objects, one after the other. */
export function references(count: number, first = firstObject): string {
  return repeated(count, (index) => `${first + index} 0 R `);
}

export function packed(content: string | Buffer, dict = ''): string {
  const data = deflateSync(typeof content === 'string' ? Buffer.from(content, 'latin1') : content);
  return `<<${dict}/Filter/FlateDecode/Length ${data.length}>>stream\n${data.toString('latin1')}\nendstream`;
}

/** The bodies of a document of one page, by number from 1. */
export function onePage({
  catalog = '',
  page = '',
  resources = '',
  fonts = '',
  content = '',
  objects = [],
}: BombParts): string[] {
  return [
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 ' +
      `R${fonts}>>${resources}>>${page}>>`,
    packed(`BT /F1 12 Tf 9 50 Td (Hello) Tj ET ${content}`),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
    'null',
    'null',
    'null',
    'null',
    ...objects,
  ];
}

/** A file of these objects, and where each of them begins. */
export function bodyOf(objects: readonly string[]): { text: string; offsets: number[] } {
  const pieces = ['%PDF-1.7\n'];
  let length = 9;
  const offsets = objects.map((body, index) => {
    const offset = length;
    const text = `${index + 1} 0 obj\n${body}\nendobj\n`;
    pieces.push(text);
    length += text.length;
    return offset;
  });
  return { text: pieces.join(''), offsets };
}

export const tableRow = (offset: number): string => `${String(offset).padStart(10, '0')} 00000 n \n`;

/** A document of one page with a cross-reference table that is right. */
export function bombFile(parts: BombParts): Buffer {
  return fileOf(onePage(parts), parts.trailer);
}

export function fileOf(objects: readonly string[], trailer = ''): Buffer {
  const { text, offsets } = bodyOf(objects);
  const size = offsets.length + 1;
  return Buffer.from(
    `${text}xref\n0 ${size}\n0000000000 65535 f \n${offsets.map(tableRow).join('')}trailer\n<</Size ` +
      `${size}/Root 1 0 R${trailer}>>\nstartxref\n${text.length}\n%%EOF\n`,
    'latin1',
  );
}
