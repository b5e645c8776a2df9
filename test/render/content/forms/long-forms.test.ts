import { expect } from 'chai';
import {
  PDFCheckBox,
  PDFDropdown,
  PDFHexString,
  PDFName,
  PDFOptionList,
  PDFRadioGroup,
  PDFTextField,
  type PDFField,
} from 'pdf-lib';
import { boxesOf, formOf, formTags } from '../../../support/forms.ts';
import { inOneGo } from '../../../support/in-one-go.ts';
import { checkSyntax, fontsOf, pageTreeOf } from '../../../support/pdf.ts';
import { pdfOf, type Service } from '../../../support/service.ts';
import { sharedService } from '../../../support/shared.ts';

const html = (source: string) => ({ op: 'add_html', html: source });
/** One that only some of the parts have. */
const letter = (index: number) => String.fromCodePoint(0x410 + Math.floor(index / 25));
const times = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => write(index)).join('');
/**
 * Every kind of control by turns, with radio buttons of one group all over the document, of which two say that they are
 * checked.
 */
const questions = (count: number) =>
  times(count, (index) => {
    const text = `Question ${index} ${letter(index)} ${'with more than a few words '.repeat(index % 4)}`;
    const whole =
      index % 20 === 0
        ? `<p>Best of all: <input type="radio" name="best" value="b${index}" aria-label="Number ` +
          `${index}"${index === 60 || index === 100 ? ' checked' : ''}></p>`
        : '';
    const one = [
      `<p><label>${text}<input name="text" value="v${index}"></label></p>`,
      `<p><label><input type="checkbox" name="check${index}" ` +
        `value="yes"${index % 3 === 0 ? ' checked' : ''}>${text}</label></p>`,
      `<p>${text}<select ` +
        `name="choice${index}"><option>a</option><option${index % 2 === 0 ? ' selected' : ''}>b</option></select></p>`,
      `<form><p>${text}<label><input type="radio" name="r" value="x y" checked>One</label> <label><input ` +
        'type="radio" name="r" value="z">Two</label></p></form>',
      `<p><label>${text}<textarea name="long${index}" rows="2">Line ${index}\nand another</textarea></label></p>`,
    ];
    return whole + (one[index % one.length] ?? '');
  });

describe('A long form', () => {
  let service: Service;
  before(async () => (service = await sharedService({}, { partSize: 3000 })));
  afterEach(() =>
    expect(service.warnings.splice(0), 'a happy path that logs a warning is a failing test').to.deep.equal([]),
  );

  const pdf = async (
    operations: object[],
    { output = {}, document = {} }: { output?: object; document?: object } = {},
  ) => pdfOf(await service.render({ operations, document, output: { forms: true, deterministic: true, ...output } }));

  const inOneGoOf = (options: { output?: object; document?: object }) => ({
    ...options,
    document: { ...options.document, ...inOneGo },
  });

  /** Prints in parts, and finds the same fields in the same places as in one print. */
  async function expectAlike(
    operations: object[],
    options: { output?: object; document?: object } = {},
  ): Promise<Buffer> {
    const [inParts, whole] = [await pdf(operations, options), await pdf(operations, inOneGoOf(options))];
    // Merged with pages from elsewhere, a document gets a page tree of its own: without them it is known whether it is
    // printed in parts.
    const own = operations.filter((operation) => !('op' in operation && operation.op === 'add_pdf'));
    const [ownParts, ownWhole] =
      own.length === operations.length
        ? [inParts, whole]
        : [await pdf(own, options), await pdf(own, inOneGoOf(options))];
    expect(await pageTreeOf(ownParts), 'parts').not.to.equal(await pageTreeOf(ownWhole));
    await expectSameFields(inParts, whole);
    await checkSyntax(inParts);
    return inParts;
  }

  it('has the fields that one print has: names, kinds, values, texts, and where they are', async () => {
    const inParts = await expectAlike([
      { op: 'add_heading', text: 'Form' },
      html(questions(160)),
      { op: 'add_form_field', kind: 'text', name: 'last' },
    ]);
    const form = await formOf(inParts);
    expect(form.getRadioGroup('best').getOptions()).to.have.length(8);
    expect(form.getRadioGroup('best').getSelected()).to.equal('b100');
    expect(form.getFields().filter((field) => /^r(#\d+)?$/.test(field.getName()))).to.have.length(32);
    const boxes = await boxesOf(inParts);
    expect(boxes).to.have.length(4 * 32 + 2 * 32 + 8 + 1);
    expect(new Set(boxes.map(({ page }) => page)).size).to.be.greaterThan(6);
    expect(await formTags(inParts)).to.deep.equal({ widgets: boxes.length, tagged: boxes.length });
  });

  it('is the same, byte for byte, each time', async () => {
    const operations = [html(questions(110))];
    expect((await pdf(operations)).equals(await pdf(operations))).to.equal(true);
  });

  it('has controls in the cells of a table, named after its head, and in a head that every page repeats', async () => {
    const rows = Array.from({ length: 120 }, (_, index) => [
      index,
      `Article ${letter(index)}`,
      {
        html:
          `<input name="n${index}" size="6" aria-label="Count of ${index}"> <input type="checkbox" ` +
          `name="c${index}">`,
      },
    ]);
    await expectAlike([{ op: 'add_table', columns: ['#', 'Article', 'Count'], rows }, html(questions(60))]);
    const head = '<thead><tr><th>Article <input name="filter" size="8"></th><th id="count">Count</th></tr></thead>';
    const source =
      `<table>${head}<tbody>` +
      (times(
        110,
        (index) =>
          `<tr><td>Article ${letter(index)}</td><td><input name="n${index}" aria-labelledby="count"></td></tr>`,
      ) +
        '</tbody>') +
      '</table>';
    const operations = [html(questions(80)), html(source)];
    const out = await expectAlike(operations);
    expect(tooltipOf((await formOf(out)).getField('n90'))).to.equal('Count');
    expect((await boxesOf(out)).filter(({ name }) => name === 'filter')).to.have.length(1);
  });

  it('keeps a control with its label, its form and what names it, where these stand in other blocks', async () => {
    const source = times(
      85,
      (index) =>
        `<p><label for="i${index}">Label ${index} ${letter(index)}</label></p><p><input id="i${index}" ` +
        `name="n${index}"></p><h4 id="h${index}">Heading ${index}</h4><p>Between</p><p><input name="m${index}" ` +
        `aria-labelledby="h${index}"></p><form id="f${index}"></form><p><input type="radio" name="r" ` +
        `form="f${index}" value="1"><input type="radio" name="r" value="2" form="f${index}"></p>`,
    );
    const form = await formOf(await expectAlike([html(source)]));
    for (const index of [0, 42, 84])
      expect([`n${index}`, `m${index}`].map((name) => tooltipOf(form.getField(name)))).to.deep.equal(
        [`Label ${index}`, `Heading ${index}`].map((text) =>
          text.startsWith('Label') ? `${text} ${letter(index)}` : text,
        ),
      );
    expect(form.getFields().filter((field) => field instanceof PDFRadioGroup)).to.have.length(85);
  });

  it('is printed in one go where a label and its control are in different operations', async () => {
    const operations = [
      html('<p><label for="far">Far away</label></p>'),
      html(questions(110)),
      html('<p><input id="far" name="far"></p>'),
    ];
    const [out, whole] = [await pdf(operations), await pdf(operations, { document: inOneGo })];
    expect(await fontsOf(out)).to.deep.equal(await fontsOf(whole));
    expect(tooltipOf((await formOf(out)).getField('far'))).to.equal('Far away');
  });

  it('goes with a table of contents, pages from elsewhere and sheets', async () => {
    const elsewhere = await pdf([{ op: 'add_text', text: 'from elsewhere' }], { output: { forms: false } });
    const chapters = [1, 2, 3].flatMap((chapter) => [
      { op: 'add_page' },
      { op: 'add_heading', text: `Chapter ${chapter}` },
      html(questions(65)),
    ]);
    await expectAlike([
      { op: 'add_toc' },
      ...chapters,
      { op: 'add_pdf', data: elsewhere.toString('base64') },
      html(questions(80)),
    ]);
  });

  for (const pages of ['4-6', '2', '7,1']) {
    it(`has the fields of the chosen pages ${pages} alone`, async () => {
      const operations = [html(questions(210))];
      const [inParts, whole] = [
        await pdf(operations, { output: { pages } }),
        await pdf(operations, { output: { pages }, document: inOneGo }),
      ];
      await expectSameFields(inParts, whole);
      await checkSyntax(inParts);
    });
  }
});

/** The same fields in the same places. */
async function expectSameFields(actual: Buffer, expected: Buffer): Promise<void> {
  const [own, other] = [await boxesOf(actual), await boxesOf(expected)];
  expect(own.map(({ name, page }) => `${name} ${page}`)).to.deep.equal(
    other.map(({ name, page }) => `${name} ${page}`),
  );
  own.forEach((box, index) => {
    for (const side of ['x', 'y', 'width', 'height'] as const)
      expect(box[side], `${side} of ${box.name}`).to.be.closeTo(other[index]?.[side] ?? NaN, 0.6);
  });
  expect((await formOf(actual)).getFields().map(described)).to.deep.equal(
    (await formOf(expected)).getFields().map(described),
  );
}

/** All that a field says. */
function described(field: PDFField): object {
  const button =
    field instanceof PDFRadioGroup
      ? [field.getOptions(), field.getSelected()]
      : field instanceof PDFCheckBox
        ? field.isChecked()
        : null;
  const choice =
    field instanceof PDFDropdown || field instanceof PDFOptionList ? [field.getOptions(), field.getSelected()] : null;
  const text = field instanceof PDFTextField ? [field.getText(), field.isMultiline()] : null;
  return { name: field.getName(), kind: field.constructor.name, button, choice, text, tooltip: tooltipOf(field) };
}

function tooltipOf(field: PDFField): string {
  return field.acroField.dict.lookupMaybe(PDFName.of('TU'), PDFHexString)?.decodeText() ?? '';
}
