/** A PDF for the examples of the reference, in base64: one page for each text, as small as ISO 32000-2 allows. */
export function examplePdf(...texts: readonly string[]): string {
  const kids = texts.map((_text, index) => `${4 + 2 * index} 0 R`);
  const pages = texts.flatMap((text, index) => {
    const content = `BT /F1 24 Tf 40 140 Td (${text}) Tj ET`;
    return [
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Resources << /Font << /F1 3 0 R >> >> /Contents ' +
        `${5 + 2 * index} 0 R >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ];
  });
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${texts.length} /Kids [${kids.join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...pages,
  ];
  return exampleFile(objects);
}

/** A PDF file of these objects, in base64. The first object is the catalog. */
export function exampleFile(objects: readonly string[]): string {
  const offsets: number[] = [];
  let file = '%PDF-1.7\n';
  objects.forEach((object, index) => {
    offsets.push(file.length);
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
  });
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  const size = objects.length + 1;
  return Buffer.from(
    `${file}xref\n0 ${size}\n0000000000 65535 f \n${entries.join('')}trailer\n<< /Size ${size} /Root 1 0 R ` +
      `>>\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
  ).toString('base64');
}
