import { smallPdf } from '../pdf/raw/small-pdf.ts';
import { openPdf } from '../../src/pdf/file/open.ts';
import { newStream } from '../../src/pdf/objects/new-stream.ts';
import { Dict, Ref, type Obj } from '../../src/pdf/objects/objects.ts';
import { signPdf, type SignOptions } from '../../src/pdf/sign/sign-pdf.ts';
import { Changes } from '../../src/pdf/file/changes.ts';
import { updatePdf } from '../../src/pdf/file/writing/update.ts';
import { issue } from './certificates.ts';

const ada = issue({ name: 'Ada Tester' });

const stream = (text: string, dict = '') => `<</Length ${text.length}${dict}>>stream\n${text}\nendstream`;
const field = (name: string, y: number, value: string) =>
  `<</Type/Annot/Subtype/Widget/FT/Tx/T(${name})/V(${value})/P 3 0 R/F 4/DA(/F1 10 Tf 0 g)/Rect[40 ${y} 160 ` +
  `${y + 16}]/AP<</N ${name === 'name' ? 15 : 16} 0 R>>>>`;
const look = (value: string) =>
  stream(
    `/Tx BMC BT /F1 10 Tf 2 4 Td (${value}) Tj ET EMC`,
    '/Type/XObject/Subtype/Form/BBox[0 0 120 16]/Resources<</Font<</F1 8 0 R>>>>',
  );

/** What a contract of two pages may have beside its text. */
interface ContractOptions {
  /** The white box hides the first amount; else it is a line. */
  readonly covered?: boolean;
  /** More objects, from number 17 on. */
  readonly more?: readonly string[];
}

/**
 * A contract of two pages: 3 and 5 are pages, 4 and 6 their content, 7 their resources, 8 a font, 9 a line under the
 * first amount, or a white box over it, 10 the form, 11 and 12 its fields `name` and `amount`, 13 a picture, 14 a layer
 * with a clause.
 */
export function contractPdf({ covered = false, more = [] }: ContractOptions = {}): Buffer {
  const first =
    'BT /F1 14 Tf 40 170 Td (Ada sells her house) Tj 0 -24 Td (for 900 EUR) Tj ET\n/Cover Do\nBT /F1 14 Tf 40 ' +
    '120 Td (for 100 EUR) Tj ET\n/OC /L BDC BT /F1 9 Tf 40 100 Td (unless it rains) Tj ET EMC\nq 20 0 0 20 250 ' +
    '160 cm /Pic Do Q';
  return Buffer.from(
    smallPdf(
      [
        '<</Type/Catalog/Pages 2 0 R/AcroForm 10 0 R/OCProperties<</OCGs[14 0 R]/D<</Order[14 0 R]/ON[14 0 R]>>>>>>',
        '<</Type/Pages/Kids[3 0 R 5 0 R]/Count 2>>',
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources 7 0 R/Annots[11 0 R 12 0 R]>>',
        stream(first),
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 6 0 R/Resources 7 0 R>>',
        stream('BT /F1 14 Tf 40 150 Td (Second page: nothing else is agreed) Tj ET'),
        '<</Font<</F1 8 0 R>>/XObject<</Cover 9 0 R/Pic 13 0 R>>/Properties<</L 14 0 R>>>>',
        '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
        stream(
          covered ? '1 g 38 140 120 20 re f' : '0 g 38 140 120 1 re f',
          '/Type/XObject/Subtype/Form/BBox[0 0 300 200]',
        ),
        '<</Fields[11 0 R 12 0 R]/DR<</Font<</F1 8 0 R>>>>/DA(/F1 10 Tf 0 g)>>',
        field('name', 60, 'Ada'),
        field('amount', 30, '100'),
        stream(
          '\x30\xa0\xe0\x10',
          '/Type/XObject/Subtype/Image/Width 2/Height 2/BitsPerComponent 8/ColorSpace/DeviceGray',
        ),
        '<</Type/OCG/Name(Clause)>>',
        look('Ada'),
        look('100'),
        ...more,
      ],
      '/ID[<00112233445566778899AABBCCDDEEFF><00112233445566778899AABBCCDDEEFF>]',
    ).text,
    'latin1',
  );
}

/** Signed by our own `sign`. */
export async function signed(pdf: Uint8Array, options: Partial<SignOptions> = {}): Promise<Buffer> {
  const { pdf: bytes } = await signPdf({
    bytes: pdf,
    now: new Date('2026-01-02T03:04:05Z'),
    credential: { certificate: ada.certificate, privateKey: ada.privateKey },
    fonts: [],
    breakSignatures: false,
    ...options,
  });
  return Buffer.from(bytes);
}

/** An incremental update by which `edit` changes the document. */
export function updated(pdf: Uint8Array, edit: (changes: Changes) => void): Buffer {
  const changes = new Changes(openPdf(pdf));
  edit(changes);
  return updatePdf(changes).bytes;
}

export const ref = (num: number) => new Ref(num);

/** A value of the text, which is in PDF syntax: a dictionary, for example. */
export function value(text: string): Obj {
  const file = openPdf(
    Buffer.from(
      smallPdf([
        '<</Type/Catalog/Pages 2 0 R>>',
        '<</Type/Pages/Kids[3 0 R]/Count 1>>',
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>',
        text,
      ]).text,
      'latin1',
    ),
  );
  return file.get(4);
}

export function content(text: string, dict = new Dict()) {
  return newStream(dict, Buffer.from(text, 'latin1'));
}

/**
 * The bytes with one piece exchanged for another of the same length, which must be there. `from` is the byte at which
 * the search begins.
 */
export function patched(pdf: Uint8Array, piece: string, other: string, from = 0): Buffer {
  const copy = Buffer.from(pdf);
  const at = copy.indexOf(piece, from, 'latin1');
  if (at < 0 || piece.length !== other.length)
    throw new Error(`'${piece}' is not there, or is not as long as '${other}'`);
  copy.write(other, at, 'latin1');
  return copy;
}
