import { expect } from 'chai';
import { fillForm } from '../../../../src/editions/pro/tools/fill-form.ts';
import { bearer } from '../../../support/http.ts';
import { checkSyntax, textOf } from '../../../support/pdf.ts';
import { changedOutside, inkIn, pdfiumRaster, popplerRaster, type Area } from '../../../support/raster.ts';
import { buildTools, type ToolService } from '../../../support/tools.ts';
import { formPdf, type FieldSpec } from './form-pdf.ts';

/** A line, several lines, a word of characters that stand alone, and three options in each script. */
const scripts = {
  Latin: { line: 'Žofie Müller', lines: 'První řádek\nDruhý řádek', word: 'Çelik', options: ['Red', 'Grün', 'Bleu'] },
  Greek: { line: 'Σοφία Παπαδοπούλου', lines: 'Πρώτη γραμμή\nΔεύτερη γραμμή', word: 'Αθήνα', options: ['κόκκινο', 'πράσινο', 'μπλε'] },
  Cyrillic: { line: 'Наталія Шевченко', lines: 'Первая строка\nВторая строка', word: 'Київ', options: ['красный', 'зелёный', 'синий'] },
  Hebrew: { line: 'נועה כהן', lines: 'שורה ראשונה\nשורה שנייה', word: 'שלום', options: ['אדום', 'ירוק', 'כחול'] },
  Arabic: { line: 'فاطمة الزهراء', lines: 'السطر الأول\nالسطر الثاني', word: 'سلام', options: ['أحمر', 'أخضر', 'أزرق'] },
  Devanagari: { line: 'क्षितिज शर्मा', lines: 'पहली पंक्ति\nदूसरी पंक्ति', word: 'नमस्ते', options: ['लाल', 'हरा', 'नीला'] },
  Chinese: { line: '王小明', lines: '第一行\n第二行', word: '北京市', options: ['红色', '绿色', '蓝色'] },
  Japanese: { line: '山田 花子', lines: '一行目のテキスト\n二行目', word: 'さくら', options: ['あか', 'みどり', 'あお'] },
} as const;
type Script = keyof typeof scripts;

const kinds = ['text', 'multiline', 'comb', 'password', 'checkbox', 'radio', 'combo', 'list'] as const;
type Kind = (typeof kinds)[number];

const boxes: Readonly<Record<Kind, readonly [number, number, number, number]>> = {
  text: [40, 40, 200, 24], multiline: [40, 80, 200, 60], comb: [40, 160, 200, 26], password: [40, 200, 200, 22], checkbox: [40, 240, 16, 16], radio: [40, 280, 60, 16], combo: [40, 320, 200, 22], list: [40, 360, 200, 60],
};
const areas = Object.fromEntries(kinds.map((kind) => [kind, { x: boxes[kind][0], y: boxes[kind][1], width: boxes[kind][2], height: boxes[kind][3] }])) as Record<Kind, Area>;

const formOf = (script: Script) => {
  const { options } = scripts[script];
  return formPdf(kinds.map((kind): FieldSpec => ({ name: kind, kind, box: boxes[kind], options: kind === 'checkbox' ? [options[0]] : kind === 'combo' || kind === 'list' ? options.map((label, index) => [`v${index}`, label] as const) : options, ...(kind === 'comb' && { maxLength: 8 }) })), { size: [280, 460] });
};

const valuesOf = (script: Script): Record<Kind, unknown> => {
  const { line, lines, word, options } = scripts[script];
  return { text: line, multiline: lines, comb: word, password: word, checkbox: options[0], radio: options[1], combo: options[2], list: options[1] };
};

/** What the form exports afterwards. */
const exportedOf = (script: Script): Record<Kind, unknown> => ({ ...valuesOf(script), combo: 'v2', list: 'v1' });

const ppi = 100;
const controls = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const plain = (text: string) => text.replace(controls, '').normalize('NFC').replace(/\s+/g, '');

describe('fill-form in eight scripts', () => {
  let service: ToolService;
  before(async () => {
    service = await buildTools(fillForm);
  });
  after(() => service.stop());

  const fill = async (pdf: Uint8Array, options: object): Promise<Buffer> => {
    const response = await service.send('fill-form', [pdf], options, { authorization: bearer('pro') });
    expect(response.status).to.equal(200);
    return Buffer.from(await response.arrayBuffer());
  };

  for (const script of Object.keys(scripts) as Script[]) {
    it(`fills eight kinds of field in ${script}: the values are right`, async () => {
      const response = await service.send('fill-form', [formOf(script)], { fields: valuesOf(script) }, { authorization: bearer('pro'), accept: 'application/json' });
      const { document, report } = (await response.json()) as { document: { data: string }; report: { warnings: { message: string }[]; filled: number } };
      expect(report.filled).to.equal(8);
      expect(report.warnings.map(({ message }) => message.slice(0, 10))).to.deep.equal(["'password'"]);
      const filled = Buffer.from(document.data, 'base64');
      await checkSyntax(filled);
      const { fields } = JSON.parse((await fill(filled, { export: 'fields' })).toString()) as { fields: { name: string; value: unknown }[] };
      expect(Object.fromEntries(fields.map(({ name, value }) => [name, value]))).to.deep.equal(exportedOf(script));
    });

    it(`flattens eight kinds of field in ${script}: the text is right, and ink is in the boxes only, for two renderers`, async () => {
      const form = formOf(script);
      const flat = await fill(form, { fields: valuesOf(script), flatten: true });
      await checkSyntax(flat);
      const text = plain(await textOf(flat));
      const { line, lines, word, options } = scripts[script];
      for (const part of [line, ...lines.split('\n'), word, options[2], ...options]) expect(text, part).to.contain(plain(part));
      expect(text).to.contain('•'.repeat(Array.from(new Intl.Segmenter().segment(word)).length));
      const empty = await fill(form, { flatten: true });
      const ink: Record<Kind, number[]> = { text: [], multiline: [], comb: [], password: [], checkbox: [], radio: [], combo: [], list: [] };
      for (const raster of [popplerRaster, pdfiumRaster]) {
        const [before, after] = await Promise.all([raster(empty, ppi), raster(flat, ppi)]);
        for (const kind of kinds) ink[kind].push(inkIn(after, ppi, areas[kind]) - inkIn(before, ppi, areas[kind]));
        expect(changedOutside(before, after, ppi, Object.values(areas))).to.equal(0);
      }
      for (const [kind, [poppler = 0, pdfium = 0]] of Object.entries(ink)) {
        if (kind !== 'list') expect(Math.min(poppler, pdfium), kind).to.be.greaterThan(20);
        expect(Math.abs(poppler - pdfium), `${kind}: ${poppler} and ${pdfium}`).to.be.lessThan(Math.max(poppler, pdfium) * 0.35 + 30);
      }
    });
  }
});
