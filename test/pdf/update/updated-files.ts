import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFHexString, PDFName, PDFString, type SecurityOptions } from 'pdf-lib';
import { hello, smallPdf } from '../raw/small-pdf.ts';

export const styles = ['table', 'stream', 'hybrid'] as const;

/** A document of one page with object 6, a dictionary with a string, stored in each way that PDF has. */
export function styledPdf(style: (typeof styles)[number], junk = ''): Buffer {
  const note = '<</Note(first)>>';
  if (style === 'table') return moved(smallPdf([...hello, note]).text, junk);
  return moved(style === 'stream' ? streamPdf(note) : hybridPdf(note), junk);
}

/** Offsets count from the header, as readers take them. */
function moved(text: string, junk: string): Buffer {
  return Buffer.from(junk + text, 'latin1');
}

interface Body {
  readonly text: string;
  readonly offsets: readonly number[];
}

/** Objects 1 to 5, and 7: an object stream with object 6. */
function packedBody(note: string): Body {
  let text = '%PDF-1.7\n';
  const offsets: number[] = [0];
  const add = (num: number, body: string) => {
    offsets[num] = text.length;
    text += `${num} 0 obj\n${body}\nendobj\n`;
  };
  hello.forEach((body, index) => {
    add(index + 1, body);
  });
  add(7, `<</Type/ObjStm/N 1/First 4/Length ${note.length + 4}>>stream\n6 0 ${note}\nendstream`);
  return { text, offsets };
}

function xrefStream(num: number, { offsets, text }: Body, size: number, nums: readonly number[], more: string): string {
  const data = Buffer.concat(
    nums.map((own) => {
      if (own === 6) return Buffer.from([2, 0, 7, 0]);
      const at = own === num ? text.length : (offsets[own] ?? 0);
      return Buffer.from([own === 0 ? 0 : 1, at >> 8, at & 0xff, 0]);
    }),
  );
  const bytes = deflateSync(data).toString('latin1');
  const index = nums.flatMap((own) => [own, 1]).join(' ');
  return (
    `${num} 0 obj\n<</Type/XRef/W[1 2 1]/Index[${index}]/Size ${size}/Filter/FlateDecode/Length ` +
    `${bytes.length}${more}>>stream\n${bytes}\nendstream\nendobj\n`
  );
}

function streamPdf(note: string): string {
  const body = packedBody(note);
  return (
    body.text +
    xrefStream(8, body, 9, [0, 1, 2, 3, 4, 5, 6, 7, 8], '/Root 1 0 R') +
    `startxref\n${body.text.length}\n%%EOF\n`
  );
}

/** ISO 32000-2, 7.5.8.4: object 6 is free in the table, and in the stream beside it. */
function hybridPdf(note: string): string {
  const body = packedBody(note);
  const hidden = xrefStream(8, body, 9, [6], '');
  const text = body.text + hidden;
  const rows = Array.from({ length: 9 }, (_, num) => {
    const at = num === 8 ? body.text.length : (body.offsets[num] ?? 0);
    return num === 0 || num === 6 ? '0000000000 65535 f \n' : `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  return (
    `${text}xref\n0 9\n${rows.join('')}trailer\n<</Size 9/Root 1 0 R/XRefStm ` +
    `${body.text.length}>>\nstartxref\n${text.length}\n%%EOF\n`
  );
}

type Algorithm = NonNullable<SecurityOptions['algorithm']>;

export const algorithms: readonly Algorithm[] = ['RC4-40', 'RC4-128', 'AES-128', 'AES-256'];

/**
 * A document of one page that another library encrypted; the user's password is `user`. Its catalog has a string, Note.
 */
export async function encryptedPdf(algorithm: Algorithm, useObjectStreams: boolean): Promise<Buffer> {
  const document = await PDFDocument.create();
  document.addPage([200, 100]).drawText('Hello');
  document.catalog.set(PDFName.of('Note'), PDFString.of('first'));
  document.context.trailerInfo.ID ??= document.context.obj([
    PDFHexString.of('00112233445566778899AABBCCDDEEFF'),
    PDFHexString.of('00112233445566778899AABBCCDDEEFF'),
  ]);
  document.encrypt({ algorithm, userPassword: 'user', ownerPassword: 'owner', allowWeakCryptography: true });
  return Buffer.from(await document.save({ useObjectStreams }));
}
