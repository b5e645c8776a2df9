/** A page of a PDF that a test writes by hand. */
interface SmallPage {
  readonly content: string;
  /** More entries of the page dictionary. */
  readonly entries?: string;
  readonly resources?: string;
}

interface SmallDocument {
  readonly pages: readonly SmallPage[];
  /** More entries of the catalog. */
  readonly catalog?: string;
  /** Whole objects, numbered from 100: `100 0 R` is the first. */
  readonly objects?: readonly string[];
  readonly info?: string;
}

/** A PDF of pages of 400 by 400 points, with Helvetica as /F1 and Courier as /F2 (WinAnsi). */
export function smallPdf({ pages, catalog = '', objects = [], info = '' }: SmallDocument): Uint8Array {
  const numbered = new Map<number, string>([
    [1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`],
    [
      2,
      `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${10 + 2 * index} 0 R`).join(' ')}] >>`,
    ],
    [3, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'],
    [4, '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>'],
    [5, `<< ${info} >>`],
  ]);
  for (const [index, { content, entries = '', resources = '' }] of pages.entries()) {
    const number = 10 + 2 * index;
    numbered.set(
      number,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 400] /Contents ${number + 1} 0 R /Resources << /Font << ` +
        `/F1 3 0 R /F2 4 0 R >> ${resources} >> ${entries} >>`,
    );
    numbered.set(number + 1, `<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
  }
  for (const [index, object] of objects.entries()) numbered.set(100 + index, object);
  let file = '%PDF-1.7\n';
  for (const [number, object] of numbered) file += `${number} 0 obj\n${object}\nendobj\n`;
  return Buffer.from(`${file}trailer << /Root 1 0 R /Info 5 0 R /Size ${100 + objects.length} >>\n%%EOF\n`, 'latin1');
}

/** A page with one stretch of text, 12 points high, at a place from the bottom left. */
export const textAt = (x: number, y: number, text: string, before = ''): string =>
  `BT /F1 12 Tf ${before} 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET`;
