import { deflateSync } from 'node:zlib';

/** A request that takes as much memory as it can. */
export interface Bomb {
  readonly name: string;
  readonly tools: readonly string[];
  readonly type: string;
  readonly body: () => Uint8Array | string;
}

const pdf = 'application/pdf';
const json = 'application/json';
const mebibyte = 1024 * 1024;

/** A PDF of these objects, numbered from 1; the first is the catalog. */
function pdfOf(objects: readonly (string | Buffer)[]): Buffer {
  const offsets: number[] = [];
  const pieces: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  let length = 9;
  objects.forEach((object, index) => {
    offsets.push(length);
    const piece = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]);
    pieces.push(piece);
    length += piece.length;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  return Buffer.concat([
    ...pieces,
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<</Size ${objects.length + 1}/Root ` +
        `1 0 R>>\nstartxref\n${length}\n%%EOF\n`,
    ),
  ]);
}

function stream(bytes: Buffer, entries = ''): Buffer {
  const packed = deflateSync(bytes, { level: 9 });
  return Buffer.concat([
    Buffer.from(`<<${entries}/Filter/FlateDecode/Length ${packed.length}>>stream\n`),
    packed,
    Buffer.from('\nendstream'),
  ]);
}

/** One page with these contents and resources; `more` follows from object 4 on. */
function page(more: readonly (string | Buffer)[], entries: string, catalog = ''): Buffer {
  return pdfOf([
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 500 500]${entries}>>`,
    ...more,
  ]);
}

const operations = (text: string, bytes: number): Buffer => Buffer.alloc(bytes, text);
const template = (data: string): string =>
  `{"operations":[{"op":"add_template","source":"<p>{{title}}</p>","data":{"title":"x","rows":[${data}]}}]}`;
const script = (code: string): string =>
  JSON.stringify({ operations: [{ op: 'add_html', html: `<p>x</p><script>${code}</script>` }] });
const pages = ['extract-text', 'check-accessibility', 'forensic-analyze', 'compliance-check', 'optimize'];

export const bombs: readonly Bomb[] = [
  {
    name: 'four streams of 250 MB',
    tools: pages,
    type: pdf,
    body: () =>
      page(
        Array.from({ length: 4 }, () => stream(operations('q Q ', 250_000_000))),
        '/Contents[4 0 R 5 0 R 6 0 R 7 0 R]',
      ),
  },
  {
    name: 'three million marked operators',
    tools: pages,
    type: pdf,
    body: () => page([stream(operations('/P<</MCID 0>>BDC EMC\n', 63_000_000))], '/Contents 4 0 R'),
  },
  {
    name: '500,000 annotations',
    tools: pages,
    type: pdf,
    body: () => page(['null'], `/Annots[${'<</Subtype/Link/Rect[0 0 9 9]>>'.repeat(500_000)}]`),
  },
  {
    name: 'one array of four million numbers',
    tools: pages,
    type: pdf,
    body: () =>
      page(
        [
          `<</Type/Font/Subtype/TrueType/BaseFont/A/FirstChar 0/LastChar 255/Widths[${'1 '.repeat(4_000_000)}]>>`,
          stream(Buffer.from('BT /F 9 Tf (x) Tj ET')),
        ],
        '/Resources<</Font<</F 4 0 R>>>>/Contents 5 0 R',
      ),
  },
  {
    name: 'a structure tree of a million elements',
    tools: pages,
    type: pdf,
    body: () =>
      page(
        [`<</Type/StructTreeRoot/K[${'<</S/P>>'.repeat(1_000_000)}]>>`],
        '',
        '/MarkInfo<</Marked true>>/StructTreeRoot 4 0 R',
      ),
  },
  {
    name: 'a picture of 20,000 by 20,000',
    tools: pages,
    type: pdf,
    body: () =>
      page(
        [
          stream(
            Buffer.alloc(240_000_000),
            '/Type/XObject/Subtype/Image/Width 20000/Height 4000/ColorSpace/DeviceRGB/BitsPerComponent 8',
          ),
          stream(Buffer.from('500 0 0 500 0 0 cm /I Do')),
        ],
        '/Resources<</XObject<</I 4 0 R>>>>/Contents 5 0 R',
      ),
  },
  {
    name: '16 MiB of small objects',
    tools: ['render'],
    type: json,
    body: () => template('{"a":1},'.repeat(2 * mebibyte - 50).slice(0, -1)),
  },
  {
    name: '16 MiB of small arrays',
    tools: ['render'],
    type: json,
    body: () => template('[],'.repeat(5 * mebibyte).slice(0, -1)),
  },
  {
    name: 'a script that fills arrays',
    tools: ['render'],
    type: json,
    body: () => script('const a=[];for(;;)a.push({b:[1,2,3]})'),
  },
  {
    name: 'a script that fills buffers',
    tools: ['render'],
    type: json,
    body: () => script('const a=[];for(;;)a.push(new Uint8Array(5e7).fill(1))'),
  },
  {
    name: 'a script that fills texts',
    tools: ['render'],
    type: json,
    body: () => script('let a=[];for(;;){a.push("x".repeat(1e7)+a.length);a[a.length-1].charCodeAt(3)}'),
  },
  {
    name: 'a script that fills the page',
    tools: ['render'],
    type: json,
    body: () =>
      script('for(;;){const d=document.createElement("div");d.textContent="x".repeat(100);document.body.append(d)}'),
  },
  {
    name: 'a script that fills canvases',
    tools: ['render'],
    type: json,
    body: () =>
      script(
        'const a=[];for(;;){const c=document.createElement("canvas");c.width=c.height=4000;const ' +
          'x=c.getContext("2d");x.fillRect(0,0,4000,4000);a.push(x.getImageData(0,0,4000,4000))}',
      ),
  },
  {
    name: 'a template that repeats',
    tools: ['render'],
    type: json,
    body: () =>
      JSON.stringify({
        operations: [
          {
            op: 'add_template',
            source:
              '{{#each a}}{{#each ../a}}{{#each ' +
              '../../a}}xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx{{/each}}{{/each}}{{/each}}',
            data: { a: Array.from({ length: 1000 }, () => 1) },
          },
        ],
      }),
  },
];
