/** The comment after the header that marks the file as binary (Latin-1): programs can be recognised by it. */
const marks: readonly (readonly [mark: string, program: string, names: RegExp])[] = [
  ['%\xd3\xeb\xe9\xe1', 'Skia (Chromium)', /skia|chrom|colophon|google/i],
  ['%\xc4\xe5\xf2\xe5\xeb\xa7\xf3\xa0\xd0\xc4\xc6', 'Quartz (macOS)', /quartz|mac ?os|apple/i],
  ['%\xb5\xed\xae\xfb', 'cairo', /cairo|inkscape/i],
  ['%\xc7\xec\x8f\xa2', 'Ghostscript', /ghostscript|pdfcreator|gpl|cups|primopdf|bullzip|ghostpdl|artifex/i],
  ['%\xc3\xa4\xc3\xbc\xc3\xb6\xc3\x9f', 'LibreOffice', /office|writer|calc|impress|draw/i],
  ['%\xb5\xb5\xb5\xb5', 'Microsoft Office', /microsoft|word|excel|powerpoint|office|publisher|visio/i],
  ['%\xd0\xd4\xc5\xd8', 'pdfTeX', /tex|dvips/i],
  ['%\xbf\xf7\xa2\xfe', 'qpdf', /qpdf|pikepdf/i],
  ['%\x81\x81\x81\x81', 'pdf-lib', /pdf-lib/i],
];

/** Programs that retain the producer of a file that they rewrite. */
const quiet: ReadonlySet<string> = new Set(['qpdf', 'pdf-lib']);

/** The program that the first bytes of a file indicate, where it is not the one that the metadata state. */
export function otherProducer(bytes: Buffer, headerOffset: number, producer: string): string | null {
  if (producer === '') return null;
  const head = bytes.toString('latin1', headerOffset, headerOffset + 40).replace(/^[^\r\n]*[\r\n]+/, '');
  const [, program, names] = marks.find(([mark]) => head.startsWith(mark)) ?? [];
  return program === undefined || names?.test(producer) === true || quiet.has(program) ? null : program;
}
