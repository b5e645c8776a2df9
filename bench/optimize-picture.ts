import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { newStream } from '../src/pdf/objects/new-stream.ts';
import { levelNames } from '../src/pdf/optimize/levels.ts';
import { optimizePdf } from '../src/pdf/optimize/optimize-pdf.ts';
import { Dict, Name, Ref, type Obj } from '../src/pdf/objects/objects.ts';
import { writePdf } from '../src/pdf/file/writing/write.ts';
import { hillsJpeg, hillsSize } from './optimize-hills.ts';

/**
 * Makes the picture of docs/optimizing.md: the same part of a page with a photograph of 600 pixels an inch by each
 * level, four times as large as on paper. A second run changes nothing.
 *
 *     node bench/optimize-picture.ts
 */
const paper = { width: 216, height: 180 };
const ppi = 288;
const part = { left: 20, top: 410, width: 360, height: 300 };

async function document(): Promise<Uint8Array> {
  const [catalog, pages, page, content, image, font] = [1, 2, 3, 4, 5, 6].map((num) => new Ref(num)) as [
    Ref,
    Ref,
    Ref,
    Ref,
    Ref,
    Ref,
  ];
  const { width, height } = hillsSize;
  const jpeg = await hillsJpeg();
  const picture = new Dict([
    ['Type', new Name('XObject')],
    ['Subtype', new Name('Image')],
    ['Width', width],
    ['Height', height],
    ['BitsPerComponent', 8],
    ['ColorSpace', new Name('DeviceRGB')],
    ['Filter', new Name('DCTDecode')],
  ] as [string, Obj][]);
  const shown = 'q 216 0 0 144 0 36 cm /I Do Q BT /F 11 Tf 12 14 Td (Evening over the hills, in ten ridges) Tj ET';
  const objects: [number, Obj][] = [
    [
      1,
      new Dict([
        ['Type', new Name('Catalog')],
        ['Pages', pages],
      ]),
    ],
    [
      2,
      new Dict([
        ['Type', new Name('Pages')],
        ['Kids', [page]],
        ['Count', 1],
      ] as [string, Obj][]),
    ],
    [
      3,
      new Dict([
        ['Type', new Name('Page')],
        ['Parent', pages],
        ['MediaBox', [0, 0, paper.width, paper.height]],
        ['Contents', content],
        [
          'Resources',
          new Dict([
            ['XObject', new Dict([['I', image]])],
            ['Font', new Dict([['F', font]])],
          ]),
        ],
      ] as [string, Obj][]),
    ],
    [4, newStream(new Dict(), Buffer.from(shown))],
    [5, newStream(picture, jpeg)],
    [
      6,
      new Dict([
        ['Type', new Name('Font')],
        ['Subtype', new Name('Type1')],
        ['BaseFont', new Name('Helvetica')],
      ]),
    ],
  ];
  return writePdf({ objects, trailer: new Dict([['Root', catalog]]), version: '1.7', compress: false });
}

const drawn = (pdf: Uint8Array) =>
  sharp(execFileSync('pdftoppm', ['-r', String(ppi), '-singlefile', '-png', '-'], { input: pdf, maxBuffer: 1e8 }))
    .extract(part)
    .toBuffer();

const caption = (text: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${part.width}" height="34"><rect width="100%" ` +
      'height="100%" fill="#fff"/><text x="4" y="23" font-family="Inter, Arimo, sans-serif" font-size="18" ' +
      `fill="#222">${text}</text></svg>`,
  );

const before = await document();
const made = [{ name: 'as it came', pdf: before }];
for (const level of levelNames) {
  const { pdf } = await optimizePdf({
    bytes: new Uint8Array(before),
    level,
    grayscale: false,
    linearize: false,
    removeMetadata: false,
    removeThumbnails: false,
    breakSignatures: false,
    decrypt: false,
  });
  made.push({ name: level, pdf });
}
const shown = made.filter(({ name }) => name !== 'lossless').sort((one, other) => other.pdf.length - one.pdf.length);
const gap = 12;
const layers = await Promise.all(
  shown.flatMap(({ name, pdf }, index) => [
    drawn(pdf).then((input) => ({ input, left: index * (part.width + gap), top: 0 })),
    Promise.resolve({
      input: caption(`${name}: ${Math.round(pdf.length / 1000)} kB`),
      left: index * (part.width + gap),
      top: part.height,
    }),
  ]),
);
const target = fileURLToPath(new URL('../docs/optimizing/levels.png', import.meta.url));
await sharp({
  create: { width: shown.length * (part.width + gap) - gap, height: part.height + 34, channels: 3, background: '#fff' },
})
  .composite(layers)
  .png({ palette: true, quality: 85, effort: 10 })
  .toFile(target);
process.stdout.write(`written to ${target}\n`);
