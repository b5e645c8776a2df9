import { expect } from 'chai';
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber, PDFRef, type PDFForm } from 'pdf-lib';
import { checkSyntax, fontsOf, infoOf, pixelsOf, structureOf, textOf, wordsOf } from '../../../support/pdf.ts';
import { pdfOf, type Service } from '../../../support/service.ts';
import { sharedService } from '../../../support/shared.ts';
import { boxesOf, formOf, formTags } from '../../../support/forms.ts';

const field = (kind: string, name: string, fields: object = {}) => ({ op: 'add_form_field', kind, name, ...fields });
const every = [
  field('text', 'person.name', {
    label: 'Full name',
    value: 'Zoë Łukasz Ελλάδα Привет',
    required: true,
    maxLength: 40,
  }),
  field('multiline', 'person.address', { label: 'Address', value: 'First line\nSecond line', readOnly: true }),
  field('checkbox', 'agree', { label: 'I agree', value: true }),
  field('radio', 'size', { label: 'Size', options: ['Small', { label: 'Rather large', value: 'L' }], value: 'L' }),
  field('choice', 'country', {
    label: 'Country',
    options: ['Spain', { label: 'Côte d’Ivoire', value: 'CI' }],
    value: 'CI',
    tooltip: 'Where you live',
  }),
  field('list', 'languages', {
    label: 'Languages',
    options: ['English', 'Deutsch', 'Español'],
    value: ['Deutsch', 'Español'],
  }),
  field('signature', 'signature', { label: 'Signature' }),
];

describe('A form field', () => {
  let service: Service;
  before(async () => {
    service = await sharedService();
  });

  const render = async (operations: object[], output: object = {}, document: object = {}) =>
    pdfOf(await service.render({ operations, output, document }));
  const warningsOf = async (operations: object[], output: object = {}) => {
    const answer = await service.render({ operations, output }, { headers: { accept: 'application/json' } });
    const { document, report } = answer.json();
    return {
      pdf: Buffer.from(document.data as string, 'base64'),
      codes: report.warnings.map(({ code }: { code: string }) => code),
    };
  };
  const namesOf = (form: PDFForm) => form.getFields().map((one) => one.getName());

  it('is a real one of each kind, with its value and flags', async () => {
    const pdf = await render(every);
    const form = await formOf(pdf);
    expect(namesOf(form)).to.deep.equal([
      'person.name',
      'person.address',
      'agree',
      'size',
      'country',
      'languages',
      'signature',
    ]);
    const name = form.getTextField('person.name');
    expect([name.getText(), name.isRequired(), name.getMaxLength(), name.isReadOnly()]).to.deep.equal([
      'Zoë Łukasz Ελλάδα Привет',
      true,
      40,
      false,
    ]);
    const address = form.getTextField('person.address');
    expect([address.getText(), address.isMultiline(), address.isReadOnly()]).to.deep.equal([
      'First line\nSecond line',
      true,
      true,
    ]);
    expect(form.getCheckBox('agree').isChecked()).to.equal(true);
    expect([form.getRadioGroup('size').getSelected(), form.getRadioGroup('size').getOptions()]).to.deep.equal([
      'L',
      ['Small', 'L'],
    ]);
    expect([form.getDropdown('country').getSelected(), form.getDropdown('country').getOptions()]).to.deep.equal([
      ['CI'],
      ['Spain', 'Côte d’Ivoire'],
    ]);
    expect([
      form.getOptionList('languages').getSelected(),
      form.getOptionList('languages').isMultiselect(),
    ]).to.deep.equal([['Deutsch', 'Español'], true]);
    expect(form.getSignature('signature').acroField.dict.has(PDFName.of('V'))).to.equal(false);
    expect(await infoOf(pdf)).to.include({ Form: 'AcroForm', Tagged: 'yes' });
    await checkSyntax(pdf);
  });

  it('shows its value, once, in embedded fonts', async () => {
    const pdf = await render(every);
    const text = await textOf(pdf);
    const values = ['Zoë Łukasz Ελλάδα Привет', 'First line', 'Second line', 'Côte d’Ivoire', 'Deutsch'];
    for (const shown of values) expect(text.split(shown), shown).to.have.length(2);
    expect((await fontsOf(pdf)).every((font) => font.startsWith('Inter'))).to.equal(true);
    const page = await pixelsOf(pdf, 1);
    const at = (x: number, y: number) => page.at(x, y);
    const boxes = await boxesOf(pdf);
    const ink = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) =>
      Math.min(
        ...[0.3, 0.4, 0.5, 0.6, 0.7].map((part) => at(x + width * part, y + height * (1 - part))),
        at(x + width / 2, y + height / 2),
      );
    const [small, large] = boxes.filter(({ name }) => name === 'size');
    expect(ink(small!)).to.be.above(250);
    expect(ink(large!)).to.be.below(100);
    expect(ink(boxes.find(({ name }) => name === 'agree')!)).to.be.below(150);
  });

  it('stands in the flow below its label, as large as it is told to be', async () => {
    const pdf = await render([
      { op: 'add_text', text: 'Before' },
      field('text', 'a', { label: 'Label', width: '100mm', height: '12mm' }),
      { op: 'add_text', text: 'After' },
    ]);
    const words = Object.fromEntries((await wordsOf(pdf, 1)).map(({ text, y }) => [text, y]));
    const [box] = await boxesOf(pdf);
    expect(box!.width).to.be.closeTo(283.5, 2);
    expect(box!.height).to.be.closeTo(34, 2);
    expect([words.Before! < words.Label!, words.Label! < box!.y, box!.y + box!.height < words.After!]).to.deep.equal([
      true,
      true,
      true,
    ]);
  });

  it('goes where `position` says, into columns, and along with the scale', async () => {
    const pdf = await render(
      [
        field('text', 'placed', { position: { x: 100, y: 200, width: 150, height: 30 } }),
        { op: 'add_columns', columns: [[field('text', 'left')], [field('checkbox', 'right')]] },
      ],
      {},
      { margin: 50, scale: 0.5 },
    );
    const boxes = Object.fromEntries((await boxesOf(pdf)).map((box) => [box.name, box]));
    expect(boxes.placed!.x).to.be.closeTo(150, 1.5);
    expect(boxes.placed!.y).to.be.closeTo(250, 1.5);
    expect(boxes.placed!.width).to.be.closeTo(150, 2);
    expect(boxes.left!.x).to.be.below(60);
    expect(boxes.right!.x).to.be.above(290);
    expect((await formOf(pdf)).getTextField('left').acroField.getDefaultAppearance()).to.contain(' 5 Tf');
  });

  it(
    'has a Form element with its widget in the structure tree, at its place, and a name for ' + 'assistive technology',
    async () => {
      const pdf = await render(every);
      const { widgets, tagged } = await formTags(pdf);
      expect(widgets).to.equal(8);
      expect(tagged).to.equal(8);
      expect(await structureOf(pdf)).to.match(/"Full name"\s+Form\s+Object/);
      const form = await formOf(pdf);
      const tooltips = ['person.name', 'country', 'agree'].map(
        (name) => form.getField(name).acroField.dict.lookup(PDFName.of('TU')) as unknown as { decodeText(): string },
      );
      expect(tooltips.map((tooltip) => tooltip.decodeText())).to.deep.equal(['Full name', 'Where you live', 'I agree']);
      const document = await PDFDocument.load(pdf);
      expect(String(document.getPage(0).node.get(PDFName.of('Tabs')))).to.equal('/S');
    },
  );

  it('can be filled by another program, and shows what was filled in', async () => {
    const document = await PDFDocument.load(await render(every));
    const form = document.getForm();
    form.getTextField('person.name').setText('Grace Hopper');
    form.getCheckBox('agree').uncheck();
    form.getRadioGroup('size').select('Small');
    form.getDropdown('country').select('Spain');
    const filled = await document.save();
    const text = await textOf(filled);
    expect(text)
      .to.contain('Grace Hopper')
      .and.to.contain('Spain')
      .and.not.to.contain('Zoë')
      .and.not.to.contain('Côte');
  });

  it('breaks a long text between its words, and keeps it in its box', async () => {
    const long = 'The quick brown fox jumps over the lazy dog. '.repeat(30);
    const pdf = await render([
      field('multiline', 'a', { value: long, height: 100 }),
      field('text', 'b', { value: `${'x'.repeat(200)} end`, width: 100 }),
      field('multiline', 'c', { value: 'y'.repeat(200), width: 100 }),
    ]);
    const boxes = await boxesOf(pdf);
    const inside = (await wordsOf(pdf, 1)).filter(({ text }) => /fox|yyy/.test(text));
    expect(inside.length).to.be.above(3);
    for (const { x, y } of inside)
      expect(
        boxes.some((box) => x >= box.x && x <= box.x + box.width && y >= box.y - 15 && y <= box.y + box.height),
      ).to.equal(true);
    const page = await pixelsOf(pdf, 1);
    const b = boxes.find(({ name }) => name === 'b')!;
    expect(page.at(b.x + b.width + 8, b.y + b.height / 2)).to.equal(255);
  });

  describe('of one name', () => {
    it('and kind is one field in several places', async () => {
      const { pdf, codes } = await warningsOf([
        field('text', 'a', { value: 'same' }),
        { op: 'add_page_break' },
        field('text', 'a', { value: 'same' }),
      ]);
      const form = await formOf(pdf);
      expect(namesOf(form)).to.deep.equal(['a']);
      expect(form.getTextField('a').acroField.getWidgets()).to.have.length(2);
      expect(codes).to.deep.equal([]);
      await checkSyntax(pdf);
    });

    it('and another kind, value or place in the hierarchy gets one of its own, with a warning', async () => {
      const { pdf, codes } = await warningsOf([
        field('text', 'a'),
        field('checkbox', 'a'),
        field('text', 'a', { value: 'other' }),
        field('text', 'a.b'),
        field('text', 'c.d'),
        field('text', 'c'),
      ]);
      expect(namesOf(await formOf(pdf))).to.deep.equal(['a', 'a#2', 'a#3', 'a#4.b', 'c.d', 'c#2']);
      expect(codes).to.deep.equal(Array.from({ length: 4 }, () => 'field-renamed'));
    });

    it('makes radio buttons one group, wherever they are', async () => {
      const pdf = await render([
        field('radio', 'r', { options: ['1', '2'] }),
        field('radio', 'r', { options: ['Größe', '5'], value: 'Größe' }),
      ]);
      const group = (await formOf(pdf)).getRadioGroup('r');
      expect([group.getOptions(), group.getSelected()]).to.deep.equal([['1', '2', 'Größe', '5'], 'Größe']);
    });
  });

  it('stands beside the form of an existing PDF', async () => {
    const existing = await render([field('text', 'a.b', { value: 'old' }), field('text', 'z')]);
    const { pdf, codes } = await warningsOf([
      field('text', 'a.b', { value: 'new' }),
      { op: 'add_pdf', data: existing.toString('base64') },
      field('text', 'after'),
    ]);
    const form = await formOf(pdf);
    expect(namesOf(form)).to.have.members(['a.b', 'z', 'a#2.b', 'after']);
    expect([form.getTextField('a.b').getText(), form.getTextField('a#2.b').getText()]).to.deep.equal(['old', 'new']);
    expect(codes).to.deep.equal(['field-renamed']);
    await checkSyntax(pdf);
  });

  it('goes with chosen and repeated pages, encryption, plain files and untagged ones', async () => {
    const operations = [field('text', 'one'), { op: 'add_page_break' }, field('text', 'two', { value: 'Second' })];
    expect(namesOf(await formOf(await render(operations, { pages: '2' })))).to.deep.equal(['two']);
    const repeated = await render(operations, { pages: '2,1,2' });
    expect((await formOf(repeated)).getTextField('two').acroField.getWidgets()).to.have.length(2);
    expect(await textOf(repeated, 3)).to.contain('Second');
    const locked = await render(operations, { encryption: { ownerPassword: 'o', permissions: ['print', 'fill'] } });
    expect(await infoOf(locked)).to.include({ Form: 'AcroForm' });
    for (const pdf of [repeated, locked, await render(operations, { compress: false, tagged: false })])
      await checkSyntax(pdf);
  });

  it('is deterministic', async () => {
    const once = () => render(every, { deterministic: true });
    expect((await once()).equals(await once())).to.equal(true);
  });

  it('is there whatever a style sheet says of links, and told of where its place is hidden', async () => {
    const css = 'a { display: none !important; width: 3px } a::after { content: " (" attr(href) ")" }';
    const pdf = await render([{ op: 'set_style', css }, field('text', 'a')]);
    expect((await boxesOf(pdf))[0]!.width).to.be.above(200);
    expect(await textOf(pdf)).not.to.contain('field');
    const { codes } = await warningsOf([
      { op: 'add_text', text: 'x' },
      { op: 'set_style', css: '.form-field { display: none }' },
      field('text', 'a'),
    ]);
    expect(codes).to.deep.equal(['field-not-placed']);
  });

  it('shows its value in any script, as it is in the field', async () => {
    const values = ['مرحبا بالعالم', 'שלום עולם', 'नमस्ते दुनिया', '你好世界', '日本語テキスト'];
    const { pdf, codes } = await warningsOf(
      values.map((value, index) => field(index % 2 === 0 ? 'text' : 'multiline', `f${index}`, { value })),
    );
    expect(codes).to.deep.equal([]);
    const form = await formOf(pdf);
    const text = (await textOf(pdf)).replace(/[\u202a-\u202e\u2066-\u2069\u200e\u200f]/g, '');
    values.forEach((value, index) => {
      expect(form.getTextField(`f${index}`).getText()).to.equal(value);
      expect(text).to.contain(value);
    });
  });

  it('says where no font has what is in it, and fails where that is asked for', async () => {
    const hieroglyph = [field('text', 'a', { value: '\u{13000}' })];
    const { pdf, codes } = await warningsOf(hieroglyph);
    expect(codes).to.deep.equal(['glyph-missing']);
    expect((await formOf(pdf)).getTextField('a').getText()).to.equal('\u{13000}');
    const answer = await service.render({ operations: hieroglyph, output: { failOn: ['glyph'] } });
    expect([answer.status, answer.json().type.split('/').at(-1)]).to.deep.equal([422, 'glyph-missing']);
  });

  it('tells what is wrong with it', async () => {
    const pointersOf = async (operation: object) => {
      const answer = await service.render({ operations: [operation] });
      expect(answer.status).to.equal(400);
      return answer.json().errors.map(({ pointer }: { pointer: string }) => pointer.replace('/operations/0/', ''));
    };
    expect(await pointersOf(field('slider', 'a'))).to.deep.equal(['kind']);
    expect(await pointersOf(field('text', 'a..b'))).to.deep.equal(['name']);
    expect(await pointersOf(field('radio', 'a'))).to.deep.equal(['options']);
    expect(await pointersOf(field('text', 'a', { options: ['1'] }))).to.deep.equal(['options']);
    expect(await pointersOf(field('choice', 'a', { options: ['1', '1'], value: '3' }))).to.deep.equal([
      'options/1',
      'value',
    ]);
    expect(await pointersOf(field('list', 'a', { options: ['1', { label: '2' }], value: 7 }))).to.deep.equal([
      'value',
      'options/1',
    ]);
    expect(await pointersOf(field('checkbox', 'a', { value: 'yes', maxLength: 3 }))).to.deep.equal([
      'maxLength',
      'value',
    ]);
    expect(await pointersOf(field('text', 'a', { value: 'abcd', maxLength: 3 }))).to.deep.equal(['value']);
    expect(await pointersOf(field('signature', 'a', { value: 'me' }))).to.deep.equal(['value']);
  });

  it('has a widget on the page that it stands on', async () => {
    const document = await PDFDocument.load(await render([...every, { op: 'add_page_break' }, field('text', 'late')]));
    for (const page of document.getPages()) {
      const annotations = page.node.lookup(PDFName.of('Annots'), PDFArray);
      for (let index = 0; index < annotations.size(); index += 1) {
        const widget = annotations.lookup(index, PDFDict);
        expect([
          widget.get(PDFName.of('P')),
          widget.lookup(PDFName.of('F'), PDFNumber).asNumber(),
          annotations.get(index) instanceof PDFRef,
        ]).to.deep.equal([page.ref, 4, true]);
        expect(widget.has(PDFName.of('A'))).to.equal(false);
      }
    }
  });

  it('of a checkbox without a label is whole at the top of a page', async () => {
    const heights = Array.from({ length: 30 }, (_, index) => 640 + index * 3);
    const pages = heights.map((height, index) => [
      { op: 'add_spacer', height },
      field('checkbox', `agree${index}`, { value: true }),
      { op: 'add_page' },
    ]);
    const boxes = await boxesOf(await render(pages.flat()));
    expect(boxes.length).to.equal(heights.length);
    expect(Math.min(...boxes.map(({ height }) => height))).to.be.above(8.5);
  });
});
