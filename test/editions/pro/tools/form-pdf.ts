import { smallPdf } from '../../../pdf/raw/small-pdf.ts';

/**
 * A field of a form that a test makes: its kind, its place from the top-left corner of the page, and entries of its
 * dictionary as PDF syntax.
 */
export interface FieldSpec {
  readonly name: string;
  readonly kind:
    | 'text'
    | 'multiline'
    | 'comb'
    | 'password'
    | 'checkbox'
    | 'radio'
    | 'combo'
    | 'list'
    | 'multilist'
    | 'signature'
    | 'button';
  readonly box: readonly [x: number, y: number, width: number, height: number];
  /** Labels, or pairs of what is exported and what is shown. */
  readonly options?: readonly (string | readonly [value: string, label: string])[];
  readonly maxLength?: number;
  /** Further entries. */
  readonly more?: string;
  /** Further bits of Ff. */
  readonly flags?: number;
}

const bits = {
  multiline: 1 << 12,
  password: 1 << 13,
  radio: (1 << 15) | (1 << 14),
  button: 1 << 16,
  combo: 1 << 17,
  multiSelect: 1 << 21,
  comb: 1 << 24,
} as const;

/** A text string in hexadecimal. */
export const pdfText = (text: string) => `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
const pdfName = (text: string) =>
  '/' +
  [...Buffer.from(text, 'utf8')]
    .map((byte) =>
      /[A-Za-z0-9]/.test(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `#${byte.toString(16).padStart(2, '0')}`,
    )
    .join('');

const look = '/F 4 /MK << /BC [0.55] >> /DA (/Helv 0 Tf 0 g)';

export interface FormOptions {
  readonly size?: readonly [width: number, height: number];
  /** Entries of the page, of AcroForm and of the catalog. */
  readonly page?: string;
  readonly form?: string;
  readonly catalog?: string;
}

/**
 * A form of one page, written as plainly as PDF lets it be. Objects 1 to 5 are the catalog, the pages, the page, the
 * font and the content.
 */
export function formPdf(
  specs: readonly FieldSpec[],
  { size: [width, height] = [595, 842], page = '', form = '', catalog = '' }: FormOptions = {},
): Buffer {
  const objects: string[] = [];
  const add = (object: string) => objects.push(object) + 5;
  const widgets: number[] = [];
  const fields: number[] = [];
  const stream = (content: string, box: string) =>
    add(`<< /Type /XObject /Subtype /Form /BBox ${box} /Length ${content.length} >>\nstream\n${content}\nendstream`);
  for (const {
    name,
    kind,
    box: [x, y, w, h],
    options = [],
    maxLength,
    more = '',
    flags = 0,
  } of specs) {
    const rect = (left: number, top: number, wide: number, high: number) =>
      `/Rect [${left} ${height - top - high} ${left + wide} ${height - top}]`;
    const widget = `/Type /Annot /Subtype /Widget /P 3 0 R ${look}`;
    const own = `/T ${pdfText(name)} ${more}`;
    if (kind === 'checkbox' || kind === 'radio') {
      const names = options.map((option) => (typeof option === 'string' ? option : option[0]));
      const on = (side: number) =>
        stream(`0.3 w 1 1 ${side - 2} ${side - 2} re S 3 3 ${side - 6} ${side - 6} re f`, `[0 0 ${side} ${side}]`);
      const off = (side: number) => stream(`0.3 w 1 1 ${side - 2} ${side - 2} re S`, `[0 0 ${side} ${side}]`);
      if (kind === 'checkbox') {
        const number = add(
          `<< ${widget} /FT /Btn /Ff ${flags} ${own} ${rect(x, y, h, h)} /AS /Off /V /Off /AP << /N << ` +
            `${pdfName(names[0] ?? 'Yes')} ${on(h)} 0 R /Off ${off(h)} 0 R >> >> >>`,
        );
        widgets.push(number);
        fields.push(number);
        continue;
      }
      const parent = objects.length + 1 + 5 + names.length * 3;
      const kids = names.map((_, index) => {
        const number = add(
          `<< ${widget} /Parent ${parent} 0 R ${rect(x + index * (h + 4), y, h, h)} /AS /Off /AP << /N << ` +
            `/${index} ${objects.length + 7} 0 R /Off ${objects.length + 8} 0 R >> >> >>`,
        );
        on(h);
        off(h);
        return number;
      });
      widgets.push(...kids);
      fields.push(
        add(
          `<< /FT /Btn /Ff ${bits.radio | flags} ${own} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] ` +
            `/Opt [${names.map(pdfText).join(' ')}] /V /Off >>`,
        ),
      );
      continue;
    }
    const choice = kind === 'combo' || kind === 'list' || kind === 'multilist';
    const type = { signature: '/Sig', button: '/Btn' }[kind as string] ?? (choice ? '/Ch' : '/Tx');
    const all =
      flags |
      ({
        multiline: bits.multiline,
        comb: bits.comb,
        password: bits.password,
        combo: bits.combo,
        multilist: bits.multiSelect,
        button: bits.button,
      }[kind as string] ?? 0);
    const listed = options
      .map((option) => (typeof option === 'string' ? pdfText(option) : `[${pdfText(option[0])} ${pdfText(option[1])}]`))
      .join(' ');
    const number = add(
      `<< ${widget} /FT ${type} /Ff ${all} ${own} ${rect(x, y, w, h)} ${choice ? `/Opt [${listed}]` : ''} ` +
        `${maxLength === undefined ? '' : `/MaxLen ${maxLength}`} >>`,
    );
    widgets.push(number);
    fields.push(number);
  }
  const refs = (numbers: readonly number[]) => numbers.map((number) => `${number} 0 R`).join(' ');
  return pdfOf([
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${refs(fields)}] /DR << /Font << /Helv 4 0 R >> >> ` +
      `/DA (/Helv 0 Tf 0 g) ${form} >> ${catalog} >>`,
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources << /Font << /F1 4 0 R >> >> ` +
      `/Contents 5 0 R /Annots [${refs(widgets)}] ${page} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Length 0 >>\nstream\n\nendstream',
    ...objects,
  ]);
}

/** A file of these objects, numbered from 1. */
export const pdfOf = (objects: readonly string[]): Buffer =>
  Buffer.from(
    smallPdf(objects, '/ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>]').text,
    'latin1',
  );
