import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../support/programs.ts';
import type { Json, Service } from '../support/service.ts';
import { pdfOf } from '../support/service.ts';

/**
 * A PDF written by hand: bodies of objects by number; 1 is the catalog, 2 Info where there is one. The table is left to
 * be repaired or is made here.
 */
export function handmade(bodies: Readonly<Record<number, string>>): Buffer {
  const numbers = Object.keys(bodies).map(Number);
  let text = '%PDF-1.7\n';
  const offsets = new Map<number, number>();
  for (const num of numbers) {
    offsets.set(num, Buffer.byteLength(text, 'latin1'));
    text += `${num} 0 obj\n${bodies[num] ?? ''}\nendobj\n`;
  }
  const start = Buffer.byteLength(text, 'latin1');
  const last = Math.max(...numbers);
  text += `xref\n0 ${last + 1}\n0000000000 65535 f \n`;
  for (let num = 1; num <= last; num += 1)
    text += offsets.has(num) ? `${String(offsets.get(num)).padStart(10, '0')} 00000 n \n` : '0000000000 00000 f \n';
  const info = bodies[2]?.includes('/Title') === true ? '/Info 2 0 R' : '';
  return Buffer.from(
    `${text}trailer\n<</Size ${last + 1} /Root 1 0 R ${info}>>\nstartxref\n${start}\n%%EOF\n`,
    'latin1',
  );
}

/**
 * As `handmade`, with every object but streams in one object stream; its number and that of the cross-reference stream
 * are the two after the last.
 */
export function packed(bodies: Readonly<Record<number, string>>): Buffer {
  const numbers = Object.keys(bodies).map(Number);
  const container = Math.max(...numbers) + 1;
  const entries = Buffer.alloc((container + 2) * 7);
  const list = (num: number, kind: number, place: number, index: number) =>
    [kind, place, index].forEach((value, field) =>
      entries.writeUIntBE(value, num * 7 + [0, 1, 5][field]!, [1, 4, 2][field]!),
    );
  const [head, inside]: [string[], string[]] = [[], []];
  let text = '%PDF-1.7\n';
  const write = (num: number, body: string) => {
    list(num, 1, text.length, 0);
    text += `${num} 0 obj\n${body}\nendobj\n`;
  };
  for (const num of numbers) {
    const body = bodies[num] ?? '';
    if (body.endsWith('endstream')) write(num, body);
    else {
      list(num, 2, container, inside.length);
      head.push(`${num} ${inside.join('').length}`);
      inside.push(`${body}\n`);
    }
  }
  write(
    container,
    stream(`${head.join(' ')} ${inside.join('')}`, `/Type/ObjStm/N ${head.length}/First ${head.join(' ').length + 1}`),
  );
  const start = text.length;
  list(container + 1, 1, start, 0);
  write(container + 1, stream(entries.toString('latin1'), `/Type/XRef/W[1 4 2]/Size ${container + 2}/Root 1 0 R`));
  return Buffer.from(`${text}startxref\n${start}\n%%EOF\n`, 'latin1');
}

export function stream(content: string, dict = ''): string {
  return `<<${dict} /Length ${content.length}>>\nstream\n${content}\nendstream`;
}

/**
 * Two pages with fields, layers, labels, an attachment, both kinds of destinations, an outline and a link to the other
 * page.
 */
export function kitchenSink({ value = 'Ada', style = 'r', font = 'Helvetica' } = {}): Buffer {
  return handmade({
    1: `<</Type/Catalog/Pages 3 0 R/Lang(en-GB)
      /AcroForm<</Fields[20 0 R 21 0 R 26 0 R]/CO[20 0 R]/DA(/F1 12 Tf 0 g)/DR<</Font<</F1 10 0 R>>>>/NeedAppearances false>>
      /PageLabels<</Nums[0<</S/${style}/P(p-)>>]>>
      /OCProperties<</OCGs[30 0 R 31 0 R]/D<</Order[(Layers)[30 0 R 31 0 R]]/OFF[31 0 R]/Locked[30 0 R]/RBGroups[[30 0 R 31 0 R]]>>>>
      /Names<</EmbeddedFiles<</Names[(data.csv) 40 0 R]>>/Dests<</Names[(chapter) [5 0 R/Fit]]>>
      /JavaScript<</Names[(start) 42 0 R]>>>>/Dests<</old [4 0 R/Fit]>>/AF[40 0 R]
      /Outlines 50 0 R/OpenAction[5 0 R/Fit]
      /ViewerPreferences<</DisplayDocTitle true>>/OutputIntents[<</S/GTS_PDFX/OutputConditionIdentifier(X)>>]>>`,
    2: '<</Title(Kitchen sink)/Author(Test)>>',
    3:
      '<</Type/Pages/Kids[4 0 R 5 0 R]/Count 2/MediaBox[0 0 300 200]/Resources<</Font<</F1 10 0 ' +
      'R>>/Properties<</L1 30 0 R/L2 31 0 R>>>>>>',
    4:
      '<</Type/Page/Parent 3 0 R/Contents 6 0 R/CropBox[5 5 290 190]/Annots[20 0 R 22 0 R 23 0 R 24 0 R 27 0 ' +
      'R]/Trans<</S/Fade>>/Tabs/S/B[60 0 R]>>',
    5: '<</Type/Page/Parent 3 0 R/Contents 7 0 R/Rotate 90/Annots[25 0 R 28 0 R]/UserUnit 2>>',
    6: stream('/OC /L1 BDC BT /F1 12 Tf 20 150 Td (First page) Tj ET EMC'),
    7: stream('/OC /L2 BDC BT /F1 12 Tf 20 150 Td (Second page) Tj ET EMC'),
    10: `<</Type/Font/Subtype/Type1/BaseFont/${font}>>`,
    20:
      `<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(${value})/Rect[20 100 120 120]/P 4 0 ` +
      'R/AA<</C<</S/JavaScript/JS(1)>>/E<</S/Hide/T(name)>>>>>>',
    21: '<</T(group)/Kids[29 0 R]>>',
    22: '<</Type/Annot/Subtype/Link/Border[0 0 0]/Rect[0 0 10 10]/Dest(chapter)>>',
    23: '<</Type/Annot/Subtype/Link/Border[0 0 0]/Rect[10 0 20 10]/A<</S/GoTo/D[5 0 R/XYZ 0 0 0]>>>>',
    24: '<</Type/Annot/Subtype/Widget/Parent 29 0 R/Rect[20 80 30 90]/AS/Yes/P 4 0 R>>',
    25: '<</Type/Annot/Subtype/Widget/Parent 29 0 R/Rect[20 80 30 90]/AS/Yes/P 5 0 R>>',
    26: '<</Type/Annot/Subtype/Widget/FT/Tx/T(later)/Rect[20 100 120 120]/P 5 0 R>>',
    27: '<</Type/Annot/Subtype/Link/Border[0 0 1]/Rect[30 0 40 10]/Dest/old>>',
    28: '<</Type/Annot/Subtype/Link/Border[0 0 0]/Rect[0 0 10 10]/Dest/old>>',
    29: '<</Parent 21 0 R/T(agree)/FT/Btn/V/Yes/Kids[24 0 R 25 0 R]>>',
    30: '<</Type/OCG/Name(Visible)>>',
    31: '<</Type/OCG/Name(Hidden)>>',
    40: '<</Type/Filespec/F(data.csv)/UF(data.csv)/EF<</F 41 0 R>>/AFRelationship/Data>>',
    41: stream('a,b\n1,2\n', '/Type/EmbeddedFile'),
    42: '<</S/JavaScript/JS(var a = 1)>>',
    50: '<</Type/Outlines/First 51 0 R/Last 52 0 R/Count 2>>',
    51: '<</Title(One)/Parent 50 0 R/Next 52 0 R/Dest[4 0 R/Fit]/First 53 0 R/Last 53 0 R/Count -1>>',
    52: '<</Title(Two)/Parent 50 0 R/Prev 51 0 R/A<</S/GoTo/D(chapter)>>>>',
    53: '<</Title(One one)/Parent 51 0 R/Dest/old>>',
    60: '<</T 61 0 R/P 4 0 R/R[0 0 1 1]>>',
  });
}

/**
 * What our own service prints: two pages, tagged, with an outline, a link between pages, a table with headers and a
 * picture.
 */
export async function report(service: Service, name: string): Promise<Buffer> {
  const operations = [
    { op: 'add_heading', text: `${name} report` },
    {
      op: 'add_html',
      html:
        `<p id="top"><a href="#figures">To the figures of ${name}</a> and <a ` +
        'href="https://example.com/">elsewhere</a></p>',
    },
    { op: 'add_page_break' },
    { op: 'add_html', html: '<h2 id="figures">Figures</h2>' },
    {
      op: 'add_table',
      columns: ['Item', 'Qty'],
      rows: [
        ['Bolt', 4],
        ['Nut', 5],
      ],
      rowHeaders: true,
    },
  ];
  return pdfOf(
    await service.render({
      operations,
      document: { title: `${name} report`, lang: 'en', size: 'A5' },
      output: { deterministic: true },
    }),
  );
}

/** What qpdf says of outline, form, labels, attachments, pages and objects. */
export async function seenByQpdf(pdf: Uint8Array): Promise<Json> {
  return JSON.parse(await said(pdf, 'qpdf', '--json=2', '{}'));
}

/** Any other judge: what `command` prints of the file. */
export async function said(pdf: Uint8Array, command: string, ...args: string[]): Promise<string> {
  return inFolder(
    pdf,
    async (file) =>
      (
        await run(
          command,
          args.map((argument) => (argument === '{}' ? file : argument)),
        )
      ).stdout,
  );
}

/** Pages as pictures at 40 dpi. */
export function pictures(pdf: Uint8Array): Buffer[] {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-judge-'));
  try {
    writeFileSync(join(folder, 'a.pdf'), pdf);
    judge('pdftoppm', '-r', '40', join(folder, 'a.pdf'), join(folder, 'page'));
    return readdirSync(folder)
      .filter((name) => name.startsWith('page'))
      .sort()
      .map((name) => readFileSync(join(folder, name)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Names of destinations by page (1-based), as poppler finds them. */
export async function destinationsOf(pdf: Uint8Array): Promise<string[]> {
  const out = await said(pdf, 'pdfinfo', '-dests', '{}');
  return [...out.matchAll(/^\s*(\d+) \[.*\] "(.*)"$/gm)].map(([, page, name]) => `${name ?? ''} ${page ?? ''}`).sort();
}

/** Titles of the outline with the page (1-based) that each leads to, indented by level, as qpdf finds them. */
export function outlineIn(json: Json): string[] {
  const pages = new Map(json.pages.map((page: Json) => [page.object, page.pageposfrom1]));
  const lines: string[] = [];
  const walk = (items: Json[], indent: string) => {
    for (const item of items) {
      lines.push(`${indent}${item.title} ${item.destpageposfrom1 ?? pages.get(item.dest?.[0]) ?? '-'}`);
      walk(item.kids, `${indent}  `);
    }
  };
  walk(json.outlines, '');
  return lines;
}

/**
 * The structure as `pdfinfo -struct-text` has it, without the numbers of objects and identifiers, which a copy has
 * anew.
 */
export async function tagsOf(pdf: Uint8Array): Promise<string> {
  return (await said(pdf, 'pdfinfo', '-struct-text', '{}'))
    .replace(/Object \d+ 0/g, 'Object')
    .replace(/ <[^<>\n]*>/g, '')
    .replace(/#\d+\)/g, ')');
}

/** Encrypted by qpdf, with the password `user`. */
export function encrypted(pdf: Uint8Array, bits: 128 | 256): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-judge-'));
  try {
    writeFileSync(join(folder, 'a.pdf'), pdf);
    const weak = bits === 256 ? [] : ['--use-aes=n'];
    judge(
      'qpdf',
      '--allow-weak-crypto',
      '--encrypt',
      'user',
      'owner',
      String(bits),
      ...weak,
      '--',
      join(folder, 'a.pdf'),
      join(folder, 'b.pdf'),
    );
    return readFileSync(join(folder, 'b.pdf'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function judge(command: string, ...args: string[]): void {
  execFileSync(command, args, { stdio: 'ignore' });
}

async function inFolder<T>(pdf: Uint8Array, read: (file: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-judge-'));
  try {
    const file = join(folder, 'document.pdf');
    writeFileSync(file, pdf);
    return await read(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
