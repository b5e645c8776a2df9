const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const of14 =
  'Document Part Art Sect Div BlockQuote Caption TOC TOCI Index NonStruct Private P H H1 H2 H3 H4 H5 H6 L LI ' +
  'Lbl LBody Table TR TH TD Span Quote Note Reference BibEntry Code Link Figure Formula Form';
const of17 = `${of14} THead TBody TFoot Annot Ruby RB RT RP Warichu WT WP`;

/**
 * Standard structure types of PDF 1.4 (PDF Reference, 9.7.4), PDF 1.7 (ISO 32000-1, 14.8.4), and PDF 2.0 (ISO 32000-2,
 * 14.8.4), where headings continue after H6.
 */
export const standardTypes = {
  '1.4': words(of14),
  '1.7': words(of17),
  '2.0': words(
    'Document DocumentFragment Part Sect Div Aside NonStruct P H Title FENote Sub Lbl Em Strong Span Quote ' +
      'Link Reference Annot Form Ruby RB RT RP Warichu WT WP L LI LBody Table TR TH TD THead TBody TFoot Caption ' +
      'Figure Formula Artifact Code',
  ),
} as const;

/** Grouping types without meaning (ISO 32000-2, 14.8.4.2): their children count as children of their parent. */
export const passedThrough: ReadonlySet<string> = words('NonStruct Div Part');

/** Namespace of the structure types of PDF 2.0 (ISO 32000-2, 14.8.6). */
export const pdf20 = 'http://iso.org/pdf2/ssn';

/** Namespace of MathML elements (ISO 32000-2, 14.8.6.3). */
export const mathMl = 'http://www.w3.org/1998/Math/MathML';

/** Whether a type is standard in a version of PDF. */
export function isStandardType(type: string, version: keyof typeof standardTypes): boolean {
  return standardTypes[version].has(type) || (version === '2.0' && /^H[1-9]\d*$/.test(type));
}
