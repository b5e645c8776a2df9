import { exampleFile } from '../../../example-pdf.ts';

/** The fields of the example: a text, a checkbox with its two looks, and a combo box. */
const fields = [
  '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /TU (Your name) /Rect [90 140 280 160] /F 4 /P 3 0 R /DA ' +
    '(/Helv 0 Tf 0 g) /MK << /BC [0.6] >> >>',
  '<< /Type /Annot /Subtype /Widget /FT /Btn /T (member) /TU (Member) /Rect [90 110 106 126] /F 4 /P 3 0 R /V ' +
    '/Off /AS /Off /MK << /BC [0.6] /CA (4) >> >>',
  '<< /Type /Annot /Subtype /Widget /FT /Ch /Ff 131072 /T (country) /Rect [90 80 280 98] /F 4 /P 3 0 R /Opt ' +
    '[[(at) (Austria)] [(jp) (Japan)]] /DA (/Helv 11 Tf 0 g) /MK << /BC [0.6] >> >>',
];

const labels = 'BT /F1 11 Tf 20 145 Td (Name) Tj 0 -30 Td (Member) Tj 0 -29 Td (Country) Tj ET';

/** A form for the examples of the reference, in base64: one page with three fields. */
export function exampleForm(): string {
  return exampleFile([
    '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R 7 0 R 8 0 R] /DR << /Font << /Helv 4 0 R >> >> ' +
      '/DA (/Helv 0 Tf 0 g) >> >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 180] /Resources << /Font << /F1 4 0 R >> >> /Contents 5 0 ' +
      'R /Annots [6 0 R 7 0 R 8 0 R] >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Length ${labels.length} >>\nstream\n${labels}\nendstream`,
    ...fields,
  ]);
}
