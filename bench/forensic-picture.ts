import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extractText } from '../src/pdf/text/extract-text.ts';
import { Dict } from '../src/pdf/objects/objects.ts';
import { content, signed, updated, value } from '../test/support/signed-files.ts';
import { keys, startService } from '../test/support/service.ts';

/**
 * Makes the pictures of docs/forensics.md: the first pages of the report on an invoice that was signed, and on which a
 * stamp was put afterwards that hides one sum and shows another.
 *
 *     node bench/forensic-picture.ts
 */
const folder = new URL('../docs/forensics/', import.meta.url);
const invoice = await signed(readFileSync(new URL('../docs/gallery/templates/invoice.pdf', import.meta.url)));

const { pages } = await extractText(invoice, { pages: [1], granularity: 'word' });
const [page] = pages;
const sum = page?.blocks?.findLast(({ text }) => /\d[.,]\d\d$/.test(text));
if (page === undefined || sum === undefined) throw new Error('the invoice has no sum on its first page');
const { x, y, width, height } = sum.box;
const bottom = page.height - y - height;
const stamped = updated(invoice, (changes) => {
  const [first] = changes.file.pages();
  if (first?.ref == null) throw new Error('the invoice has no page of its own');
  const look = content(
    `1 g 0 0 ${width + 8} ${height + 2} re f 0 g BT /F ${sum.size} Tf 2 ${height * 0.28} Td (10.00) Tj ET`,
    value(
      `<</Type/XObject/Subtype/Form/BBox[0 0 ${width + 8} ` +
        `${height + 2}]/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold>>>>>>>>`,
    ) as Dict,
  );
  const stamp = (
    value(
      `<</Type/Annot/Subtype/Stamp/F 4/Rect[${x - 4} ${bottom - 1} ${x + width + 4} ${bottom + height + 1}]>>`,
    ) as Dict
  ).set('AP', new Dict([['N', changes.add(look)]]));
  changes.arrayIn(changes.dictAt(first.ref), 'Annots').push(changes.add(stamp));
});

const service = await startService({}, { check: false });
try {
  const form = new FormData();
  form.append('document', new Blob([new Uint8Array(stamped)], { type: 'application/pdf' }), 'invoice.pdf');
  const answer = await service.request('POST', '/api/v1/forensic-analyze', {
    key: keys.enterprise,
    headers: { accept: 'application/pdf' },
    body: form,
  });
  if (answer.status !== 200) throw new Error(answer.body.toString('utf8'));
  mkdirSync(folder, { recursive: true });
  for (const number of [1, 2]) {
    const png = execFileSync(
      'pdftoppm',
      ['-r', '72', '-f', String(number), '-l', String(number), '-singlefile', '-png', '-'],
      { input: answer.body, maxBuffer: 1e8 },
    );
    writeFileSync(new URL(`report-${number}.png`, folder), png);
  }
} finally {
  await service.stop();
}
