import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { fillForm } from '../../../../src/editions/pro/tools/fill-form.ts';
import { runPage } from '../../../../src/pdf/content/run-page.ts';
import { openPdf } from '../../../../src/pdf/file/open.ts';
import { bearer } from '../../../support/http.ts';
import { checkSyntax } from '../../../support/pdf.ts';
import { run } from '../../../support/programs.ts';
import { changedOutside, inkIn, pdfiumRaster, popplerRaster, type Area } from '../../../support/raster.ts';
import { startTools, type ToolService } from '../../../support/tools.ts';
import { formPdf, type FieldSpec } from './form-pdf.ts';

/** A line, several lines, a word of characters that stand alone, and three options in each script. */
const scripts = {
  Latin: {
    line: 'Žofie Müller',
    lines: 'První řádek\nDruhý řádek',
    word: 'Çelik',
    options: ['Red', 'Grün', 'Bleu'],
  },
  Greek: {
    line: 'Σοφία Παπαδοπούλου',
    lines: 'Πρώτη γραμμή\nΔεύτερη γραμμή',
    word: 'Αθήνα',
    options: ['κόκκινο', 'πράσινο', 'μπλε'],
  },
  Cyrillic: {
    line: 'Наталія Шевченко',
    lines: 'Первая строка\nВторая строка',
    word: 'Київ',
    options: ['красный', 'зелёный', 'синий'],
  },
  Hebrew: {
    line: 'נועה כהן',
    lines: 'שורה ראשונה\nשורה שנייה',
    word: 'שלום',
    options: ['אדום', 'ירוק', 'כחול'],
  },
  Arabic: {
    line: 'فاطمة الزهراء',
    lines: 'السطر الأول\nالسطر الثاني',
    word: 'سلام',
    options: ['أحمر', 'أخضر', 'أزرق'],
  },
  Devanagari: {
    line: 'क्षितिज शर्मा',
    lines: 'पहली पंक्ति\nदूसरी पंक्ति',
    word: 'नमस्ते',
    options: ['लाल', 'हरा', 'नीला'],
  },
  Chinese: { line: '王小明', lines: '第一行\n第二行', word: '北京市', options: ['红色', '绿色', '蓝色'] },
  Japanese: {
    line: '山田 花子',
    lines: '一行目のテキスト\n二行目',
    word: 'さくら',
    options: ['あか', 'みどり', 'あお'],
  },
} as const;
type Script = keyof typeof scripts;

const kinds = ['text', 'multiline', 'comb', 'password', 'checkbox', 'radio', 'combo', 'list'] as const;
type Kind = (typeof kinds)[number];

const boxes: Readonly<Record<Kind, readonly [number, number, number, number]>> = {
  text: [40, 40, 200, 24],
  multiline: [40, 80, 200, 60],
  comb: [40, 160, 200, 26],
  password: [40, 200, 200, 22],
  checkbox: [40, 240, 16, 16],
  radio: [40, 280, 60, 16],
  combo: [40, 320, 200, 22],
  list: [40, 360, 200, 60],
};
const areas = Object.fromEntries(
  kinds.map((kind) => [kind, { x: boxes[kind][0], y: boxes[kind][1], width: boxes[kind][2], height: boxes[kind][3] }]),
) as Record<Kind, Area>;

const formOf = (script: Script) => {
  const { options } = scripts[script];
  return formPdf(
    kinds.map((kind): FieldSpec => ({
      name: kind,
      kind,
      box: boxes[kind],
      options:
        kind === 'checkbox'
          ? [options[0]]
          : kind === 'combo' || kind === 'list'
            ? options.map((label, index) => [`v${index}`, label] as const)
            : options,
      ...(kind === 'comb' && { maxLength: 8 }),
    })),
    { size: [width, height] },
  );
};

const valuesOf = (script: Script): Record<Kind, unknown> => {
  const { line, lines, word, options } = scripts[script];
  return {
    text: line,
    multiline: lines,
    comb: word,
    password: word,
    checkbox: options[0],
    radio: options[1],
    combo: options[2],
    list: options[1],
  };
};

/** What the form exports afterwards. */
const exportedOf = (script: Script): Record<Kind, unknown> => ({ ...valuesOf(script), combo: 'v2', list: 'v1' });

const ppi = 100;
const [width, height] = [280, 460];

/** What each box says once it is flattened, line by line. */
function textsOf(script: Script): Record<Kind, string[]> {
  const { line, lines, word, options } = scripts[script];
  const bullets = '•'.repeat(Array.from(new Intl.Segmenter().segment(word)).length);
  const texts = {
    text: [line],
    multiline: lines.split('\n'),
    comb: [word],
    password: [bullets],
    checkbox: [],
    radio: [],
    combo: [options[2]],
    list: [...options],
  };
  return Object.fromEntries(
    Object.entries(texts).map(([kind, all]) => [kind, all.map((text) => text.normalize('NFC'))]),
  ) as Record<Kind, string[]>;
}

const controls = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

describe('fill-form in eight scripts', () => {
  let service: ToolService;
  before(async () => {
    service = await startTools(fillForm);
  });
  after(() => service.stop());

  const fill = async (pdf: Uint8Array, options: object): Promise<Buffer> => {
    const response = await service.send('fill-form', [pdf], options, { authorization: bearer('pro') });
    expect(response.status).to.equal(200);
    return Buffer.from(await response.arrayBuffer());
  };

  for (const script of Object.keys(scripts) as Script[]) {
    it(`fills eight kinds of field in ${script}: the values are right`, async () => {
      const response = await service.send(
        'fill-form',
        [formOf(script)],
        { fields: valuesOf(script) },
        { authorization: bearer('pro'), accept: 'application/json' },
      );
      const { document, report } = (await response.json()) as {
        document: { data: string };
        report: { warnings: { message: string }[]; filled: number };
      };
      expect(report.filled).to.equal(8);
      expect(report.warnings.map(({ message }) => message.slice(0, 10))).to.deep.equal(["'password'"]);
      const filled = Buffer.from(document.data, 'base64');
      await checkSyntax(filled);
      const { fields } = JSON.parse((await fill(filled, { export: 'fields' })).toString()) as {
        fields: { name: string; value: unknown }[];
      };
      expect(Object.fromEntries(fields.map(({ name, value }) => [name, value]))).to.deep.equal(exportedOf(script));
    });

    it(
      `flattens eight kinds of field in ${script}: each box has its text and no other, and ink, ` + 'for two renderers',
      async () => {
        const form = formOf(script);
        const flat = await fill(form, { fields: valuesOf(script), flatten: true });
        await checkSyntax(flat);
        const expected = textsOf(script);
        for (const kind of kinds)
          expect(await linesIn(flat, areas[kind], kind === 'comb'), kind).to.deep.equal(expected[kind]);
        const glyphs = glyphsOf(flat);
        expect(glyphs.filter(({ code }) => code === 0)).to.deep.equal([]);
        for (const kind of kinds)
          expect(
            glyphs.some(({ x, y }) => isIn({ x, y: height - y }, areas[kind])),
            kind,
          ).to.equal(expected[kind].length > 0);
        expect(
          glyphs.filter(({ x, y }) => !kinds.some((kind) => isIn({ x, y: height - y }, areas[kind]))),
        ).to.deep.equal([]);
        const empty = await fill(form, { flatten: true });
        const ink: Record<Kind, number[]> = {
          text: [],
          multiline: [],
          comb: [],
          password: [],
          checkbox: [],
          radio: [],
          combo: [],
          list: [],
        };
        for (const raster of [popplerRaster, pdfiumRaster]) {
          const [before, after] = await Promise.all([raster(empty, ppi), raster(flat, ppi)]);
          expect(changedOutside(before, after, ppi, Object.values(areas))).to.equal(0);
          for (const kind of kinds) {
            const others = kinds.filter((other) => other !== kind).map((other) => areas[other]);
            expect(changedOutside(before, after, ppi, others), `${kind} is seen`).to.be.greaterThan(20);
            // A list shows its options before one is chosen, too.
            ink[kind].push(
              inkIn(after, ppi, areas[kind]) -
                (kind === 'list'
                  ? inkIn(await raster(await fill(frames, { flatten: true }), ppi), ppi, areas.list)
                  : inkIn(before, ppi, areas[kind])),
            );
          }
        }
        for (const [kind, [poppler = 0, pdfium = 0]] of Object.entries(ink)) {
          expect(Math.min(poppler, pdfium), kind).to.be.greaterThan(20);
          expect(Math.abs(poppler - pdfium), `${kind}: ${poppler} and ${pdfium}`).to.be.lessThan(
            Math.max(poppler, pdfium) * 0.35 + 30,
          );
        }
      },
    );
  }
});

/** A list without options: what its frame alone looks like. */
const frames = formPdf([{ name: 'list', kind: 'list', box: boxes.list, options: [] }], { size: [width, height] });

const isIn = ({ x, y }: { x: number; y: number }, area: Area) =>
  x >= area.x && x <= area.x + area.width && y >= area.y && y <= area.y + area.height;

/**
 * Lines that poppler finds in an area, without the marks of direction that it adds; in a comb without the gaps between
 * cells.
 */
async function linesIn(pdf: Uint8Array, { x, y, width: wide, height: high }: Area, comb: boolean): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-scripts-'));
  try {
    const path = join(folder, 'it.pdf');
    await writeFile(path, pdf);
    const { stdout } = await run('pdftotext', [
      '-r',
      '72',
      '-x',
      String(x),
      '-y',
      String(y),
      '-W',
      String(wide),
      '-H',
      String(high),
      '-nopgbrk',
      path,
      '-',
    ]);
    const lines = stdout
      .replace(controls, '')
      .normalize('NFC')
      .split('\n')
      .map((line) => (comb ? line.replace(/\s+/g, '') : line.trim()))
      .filter((line) => line !== '');
    return comb && lines.length > 1 ? [lines.join('')] : lines;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Every glyph that the page shows, where it stands. */
function glyphsOf(pdf: Uint8Array): { code: number; x: number; y: number }[] {
  const file = openPdf(pdf);
  const [page] = file.pages();
  const glyphs: { code: number; x: number; y: number }[] = [];
  if (page !== undefined)
    runPage(file, page, {
      text: (shown) => void glyphs.push(...shown.glyphs.map(({ code, x, y }) => ({ code, x, y }))),
    });
  return glyphs;
}
