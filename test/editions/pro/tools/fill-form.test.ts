import { expect } from 'chai';
import { fillForm } from '../../../../src/editions/pro/tools/fill-form.ts';
import { bearer } from '../../../support/http.ts';
import { checkSyntax, textOf, wordsOf } from '../../../support/pdf.ts';
import { inkIn, popplerRaster } from '../../../support/raster.ts';
import { startFilling, type Filling } from './fill-service.ts';
import { formPdf, pdfText, type FieldSpec } from './form-pdf.ts';

const box = (row: number): FieldSpec['box'] => [40, 40 + row * 40, 200, 24];

const everyKind: readonly FieldSpec[] = [
  { name: 'name', kind: 'text', box: box(0), maxLength: 20, flags: 2 },
  { name: 'notes', kind: 'multiline', box: [40, 80, 200, 34] },
  { name: 'code', kind: 'comb', box: box(2), maxLength: 6 },
  { name: 'agree', kind: 'checkbox', box: [40, 160, 16, 16], options: ['Ja'], more: `/TU ${pdfText('I agree')}` },
  { name: 'size', kind: 'radio', box: [40, 200, 60, 16], options: ['S', 'M', 'L'] },
  {
    name: 'country',
    kind: 'combo',
    box: box(5),
    options: [
      ['at', 'Austria'],
      ['jp', 'Japan'],
    ],
  },
  {
    name: 'colours',
    kind: 'multilist',
    box: [40, 280, 200, 60],
    options: [
      ['r', 'Red'],
      ['g', 'Green'],
      ['b', 'Blue'],
      ['y', 'Yellow'],
      ['w', 'White'],
      ['k', 'Black'],
    ],
  },
  { name: 'signature', kind: 'signature', box: box(8) },
  { name: 'send', kind: 'button', box: box(9) },
];

describe('fill-form', () => {
  let filling: Filling;
  before(async () => {
    filling = await startFilling();
  });
  after(() => filling.service.stop());

  it('lists fields with kinds, values, options, flags and boxes', async () => {
    const fields = await filling.fields(formPdf(everyKind));
    expect(fields.map(({ name, kind }) => `${name} ${kind}`)).to.deep.equal([
      'name text',
      'notes text',
      'code text',
      'agree checkbox',
      'size radio',
      'country combo',
      'colours list',
      'signature signature',
      'send button',
    ]);
    expect(fields[0]).to.deep.equal({
      name: 'name',
      kind: 'text',
      value: null,
      default: null,
      options: [],
      required: true,
      readOnly: false,
      multiline: false,
      comb: false,
      maxLength: 20,
      widgets: [{ page: 1, box: { x: 40, y: 40, width: 200, height: 24 } }],
    });
    expect([fields[1], fields[2]]).to.containSubset([{ multiline: true }, { comb: true, maxLength: 6 }]);
    expect(fields[3]).to.containSubset({ value: 'Off', options: [{ label: 'I agree', value: 'Ja' }] });
    expect(fields[4]).to.containSubset({ value: null, options: [{ value: 'S' }, { value: 'M' }, { value: 'L' }] });
    expect(fields[4]?.widgets).to.have.length(3);
    expect(fields[5]?.options).to.deep.equal([
      { value: 'at', label: 'Austria' },
      { value: 'jp', label: 'Japan' },
    ]);
  });

  it('tells boxes from the top-left corner of the page as it is shown, cropped and turned', async () => {
    const form = formPdf([{ name: 'a', kind: 'text', box: [100, 50, 60, 20] }], {
      size: [400, 300],
      page: '/CropBox [10 20 390 290] /Rotate 90',
    });
    const [field] = await filling.fields(form);
    expect(field?.widgets[0]?.box).to.deep.equal({ x: 210, y: 90, width: 20, height: 60 });
  });

  it('takes choices by label or by what they export, checkboxes by true, their state or their label', async () => {
    const all: [object, object][] = [
      [
        { agree: true, size: 'M', country: 'Japan', colours: ['Red', 'b'] },
        { agree: 'Ja', size: 'M', country: 'jp', colours: ['r', 'b'] },
      ],
      [
        { agree: 'I agree', size: 'L', country: 'at', colours: 'Green' },
        { agree: 'Ja', size: 'L', country: 'at', colours: ['g'] },
      ],
      [
        { agree: 'Ja', code: 12345 },
        { agree: 'Ja', code: '12345' },
      ],
    ];
    for (const [fields, expected] of all) {
      const { pdf } = await filling.filled(formPdf(everyKind), { fields });
      await checkSyntax(pdf);
      expect(await filling.values(pdf)).to.deep.include(expected);
    }
  });

  it('empties fields that were full, and turns buttons off', async () => {
    const { pdf } = await filling.filled(formPdf(everyKind), {
      fields: { name: 'Ada', agree: true, size: 'S', country: 'at', colours: ['r'] },
    });
    const emptied = (
      await filling.filled(pdf, { fields: { name: null, agree: false, size: null, country: null, colours: [] } })
    ).pdf;
    expect(await filling.values(emptied)).to.deep.include({ name: '', agree: 'Off', size: null, colours: [] });
    expect(
      (await textOf((await filling.filled(emptied, { flatten: true })).pdf)).replace(
        /Red|Green|Blue|Yellow|White|Black|\s/g,
        '',
      ),
    ).to.equal('');
  });

  it('tells all names that are not there, with those that are like them', async () => {
    const { status, slug, detail, errors } = await filling.refused(formPdf(everyKind), {
      fields: { Nmae: 'x', 'a/b~c': 1, Country: 'Mars', country: 'Mars' },
    });
    expect([status, slug]).to.deep.equal([422, 'field-not-found']);
    expect(detail).to.contain("'Nmae', 'a/b~c', 'Country'").and.contain('9 fields');
    expect(errors.map(({ pointer }) => pointer)).to.deep.equal([
      '/fields/Nmae',
      '/fields/a~1b~0c',
      '/fields/Country',
      '/fields/country',
    ]);
    expect(errors[0]?.message).to.contain("did you mean 'name'?");
    expect(errors[2]?.message).to.contain("did you mean 'country'?");
    const { report } = await filling.filled(formPdf(everyKind), { fields: { nothing: 1, name: 'Ada' }, strict: false });
    expect(report.filled).to.equal(1);
    expect(report.warnings[0]?.message).to.contain("no field 'nothing'");
  });

  it('tells all values that do not suit, and what would', async () => {
    const { status, slug, errors } = await filling.refused(formPdf(everyKind), {
      fields: {
        name: 'x'.repeat(21),
        code: '1234567',
        agree: 'No',
        size: 'XL',
        country: ['at', 'jp'],
        colours: ['Red', 'Pink'],
        signature: 'Ada',
        send: true,
        notes: ['a'],
      },
    });
    expect([status, slug]).to.deep.equal([422, 'field-value-invalid']);
    expect(errors.map(({ pointer, message }) => `${pointer}: ${message}`)).to.deep.equal([
      "/fields/name: 'name' takes 20 characters; this has 21",
      "/fields/code: 'code' takes 6 characters, one a cell; this has 7",
      "/fields/agree: 'No' is no state of 'agree': it takes true, false, 'Ja'",
      "/fields/size: 'XL' is no state of 'size': it takes 'S', 'M', 'L'",
      "/fields/country: 'country' takes one of its options, not several",
      "/fields/colours: 'Pink' is no option of 'colours': it takes 'r' (Red), 'g' (Green), 'b' (Blue), 'y' " +
        "(Yellow), 'w' (White), 'k' (Black)",
      "/fields/signature: 'signature' is a signature field: signing fills it (`sign`)",
      "/fields/send: 'send' is a button to press: it has no value",
      "/fields/notes: 'notes' takes a text, not a list",
    ]);
  });

  it('refuses a wrong request whole, before the document is looked at', async () => {
    const cases: [object, string[]][] = [
      [{}, ['']],
      [{ fields: 'x' }, ['/fields']],
      [{ fields: { a: {}, b: [1] }, flatten: 'yes' }, ['/fields/a', '/fields/b', '/flatten']],
      [{ export: 'fields', fields: {}, flatten: true }, ['/fields', '/flatten']],
      [{ export: 'values' }, ['/export']],
      [{ fields: {}, more: 1 }, ['/more']],
    ];
    for (const [options, pointers] of cases) {
      const { status, slug, errors } = await filling.refused(formPdf(everyKind), options);
      expect([status, slug, errors.map(({ pointer }) => pointer)], JSON.stringify(options)).to.deep.equal([
        400,
        'invalid-request',
        pointers,
      ]);
    }
  });

  it('fills read-only fields, and says so', async () => {
    const form = formPdf([{ name: 'id', kind: 'text', box: box(0), flags: 1 }]);
    const { pdf, report } = await filling.filled(form, { fields: { id: 'A-1' } });
    expect(await filling.values(pdf)).to.deep.equal({ id: 'A-1' });
    expect(report.warnings[0]?.message).to.contain("'id': marked as read only");
  });

  it('scrolls a list to what is chosen, and marks it', async () => {
    const { pdf } = await filling.filled(formPdf([{ ...everyKind[6]!, box: [40, 280, 200, 30] }]), {
      fields: { colours: ['Black'] },
      flatten: true,
    });
    const text = await textOf(pdf);
    expect(text).to.contain('Black').and.not.contain('Red');
  });

  it('puts each character of a comb into the middle of its cell', async () => {
    const { pdf } = await filling.filled(
      formPdf([{ name: 'code', kind: 'comb', box: [40, 40, 240, 24], maxLength: 6 }]),
      { fields: { code: 'ABCD' }, flatten: true },
    );
    const words = await wordsOf(pdf, 1);
    expect(words.map(({ text }) => text).join('')).to.equal('ABCD');
    words.forEach(({ x }, index) => expect(x).to.be.within(40 + index * 40 + 5, 40 + index * 40 + 20));
  });

  it('aligns text, makes it as large as fits, breaks lines, and says where some is not seen', async () => {
    const specs: FieldSpec[] = [
      { name: 'left', kind: 'text', box: box(0), more: '/DA (/Helv 10 Tf 1 0 0 rg)' },
      { name: 'right', kind: 'text', box: box(1), more: '/Q 2 /DA (/Helv 10 Tf 0 g)' },
      { name: 'tiny', kind: 'text', box: [40, 120, 40, 24] },
      { name: 'cut', kind: 'text', box: [40, 160, 40, 20], more: '/DA (/Helv 12 Tf 0 g)' },
      { name: 'many', kind: 'multiline', box: [40, 200, 100, 60], more: '/DA (/Helv 10 Tf 0 g)' },
    ];
    const long = 'The quick brown fox jumps over the lazy dog';
    const { pdf, report } = await filling.filled(formPdf(specs), {
      fields: { left: 'left', right: 'right', tiny: 'quite long', cut: long, many: long },
      flatten: true,
    });
    const words = await wordsOf(pdf, 1);
    const at = (text: string) => words.find((word) => word.text === text);
    expect(at('left')?.x).to.be.within(41, 44);
    expect(at('right')?.x).to.be.within(205, 225);
    expect(report.warnings.map(({ message }) => message)).to.deep.equal([
      "The text of field 'cut' is longer than its box: not all of it is seen.",
    ]);
    const rows = new Set(words.filter(({ y, x }) => y > 195 && x < 145).map(({ y }) => Math.round(y)));
    expect(rows.size).to.be.within(3, 4);
    expect(inkIn(await popplerRaster(pdf, 72), 72, { x: 82, y: 120, width: 400, height: 70 })).to.equal(0);
  });

  it('turns what it draws with its widget', async () => {
    const form = formPdf([
      { name: 'up', kind: 'text', box: [40, 40, 24, 200], more: '/MK << /R 90 >> /DA (/Helv 14 Tf 0 g)' },
    ]);
    const raster = await popplerRaster(
      (await filling.filled(form, { fields: { up: 'Upwards' }, flatten: true })).pdf,
      72,
    );
    expect(inkIn(raster, 72, { x: 40, y: 180, width: 24, height: 60 })).to.be.greaterThan(30);
    expect(inkIn(raster, 72, { x: 40, y: 40, width: 24, height: 100 })).to.equal(0);
  });

  it('draws borders of every style, and backgrounds', async () => {
    const styles = ['S', 'D', 'B', 'I', 'U'];
    const form = formPdf(
      styles.map((style, row): FieldSpec => ({
        name: style,
        kind: 'text',
        box: box(row),
        more: `/BS << /W 2 /S /${style} /D [4 2] >> /MK << /BC [0 0 1] /BG [1 1 0.8] >>`,
      })),
    );
    const { pdf } = await filling.filled(form, {
      fields: Object.fromEntries(styles.map((style) => [style, style])),
      flatten: true,
    });
    await checkSyntax(pdf);
    const raster = await popplerRaster(pdf, 100);
    const ink = styles.map((_, row) => inkIn(raster, 100, { x: 40, y: 40 + row * 40, width: 200, height: 24 }));
    expect(ink[0]).to.be.greaterThan((ink[1] ?? 0) + 100);
    expect(ink[1]).to.be.greaterThan(ink[4] ?? 0);
    expect(Math.min(...ink)).to.be.greaterThan(100);
  });

  it('answers equal bytes for equal requests, in every form that documents come in', async () => {
    const form = formPdf(everyKind);
    const options = { fields: { name: 'Ada', country: 'Japan' } };
    const query = new URLSearchParams({ request: JSON.stringify(options) });
    const raw = await filling.service.app.fetch(`/api/v1/fill-form?${query.toString()}`, {
      method: 'POST',
      headers: { authorization: bearer('pro'), 'content-type': 'application/pdf' },
      body: new Uint8Array(form),
    });
    const files = await filling.send(form, options);
    const [one, two] = await Promise.all(
      [raw, files].map(async (response) => Buffer.from(await response.arrayBuffer())),
    );
    expect([raw.status, raw.headers.get('content-type'), raw.headers.get('document-pages')]).to.deep.equal([
      200,
      'application/pdf',
      '1',
    ]);
    expect(one?.equals(two!)).to.equal(true);
  });

  it('leaves a document without a form as it is, and says what it lacks', async () => {
    const plain = formPdf([]);
    expect(await filling.fields(plain)).to.deep.equal([]);
    expect((await filling.refused(plain, { fields: { name: 'Ada' } })).detail).to.contain(
      'The document has no form fields.',
    );
    expect((await filling.filled(plain, { flatten: true })).report.flattened).to.equal(0);
  });

  it('runs its examples', async () => {
    for (const [name, body] of Object.entries(fillForm.examples))
      expect(
        (
          await filling.service.app.fetch('/api/v1/fill-form', {
            method: 'POST',
            headers: { authorization: bearer('pro'), 'content-type': 'application/json' },
            body: JSON.stringify(body),
          })
        ).status,
        name,
      ).to.equal(200);
  });
});
