import { expect } from 'chai';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { checkSyntax } from '../../../../support/pdf.ts';
import { fileOf, stream } from './channel-files.ts';
import { startRedacting, type Redacting } from './redact-service.ts';
import { run } from '../../../../support/programs.ts';

const [width, height] = [80, 60];
/** The area, in pixels of the image, which is drawn at a point for each from the corner of the page. */
const area = { x0: 21, y0: 13, x1: 50, y1: 41 };
const areas = [{ page: 1, box: { x: 21, y: 300 - height + 13, width: 29, height: 28 } }];

/** Something with a different value at every place. */
const sample = (x: number, y: number, component: number): number =>
  (x * 3 + y * 2 + component * 60 + ((x >> 2) + (y >> 2)) * 7) % 256;

/** Samples of `bits` bits each, rows at whole bytes. */
function samples(components: number, bits: number): Buffer {
  const row = Math.ceil((width * components * bits) / 8);
  const bytes = Buffer.alloc(row * height);
  for (let y = 0; y < height; y += 1) {
    for (let index = 0; index < width * components; index += 1) {
      const value = sample(Math.floor(index / components), y, index % components);
      if (bits === 16) bytes.writeUInt16BE(value * 257, y * row + 2 * index);
      else {
        const bit = index * bits;
        bytes[y * row + (bit >> 3)] =
          (bytes[y * row + (bit >> 3)] ?? 0) | ((value >> (8 - bits)) << (8 - bits - (bit & 7)));
      }
    }
  }
  return bytes;
}

const image = (entries: string, data: Buffer): string =>
  stream(`/Type/XObject/Subtype/Image/Width ${width}/Height ${height}${entries}`, data);
const flated = (entries: string, data: Buffer): string => image(`${entries}/Filter/FlateDecode`, deflateSync(data));
const shown = (...objects: string[]): Buffer =>
  fileOf({ content: `q ${width} 0 0 ${height} 0 0 cm /I Do Q`, resources: '/XObject<</I 6 0 R>>', objects });
const rgb = () => sharp(samples(3, 8), { raw: { width, height, channels: 3 } });

interface Decoded {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  at(x: number, y: number): readonly number[];
}

/** The images of a page as poppler decodes them, whatever is drawn over them. */
async function imagesOf(pdf: Uint8Array): Promise<Decoded[]> {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-images-'));
  try {
    await writeFile(join(folder, 'in.pdf'), pdf);
    await run('pdfimages', ['-png', join(folder, 'in.pdf'), join(folder, 'image')]);
    const names = (await readdir(folder)).filter((name) => name.endsWith('.png')).sort();
    return await Promise.all(
      names.map(async (name) => {
        const { data, info } = await sharp(await readFile(join(folder, name)))
          .raw()
          .toBuffer({ resolveWithObject: true });
        return {
          width: info.width,
          height: info.height,
          channels: info.channels,
          at: (x: number, y: number) =>
            Array.from(data.subarray((y * info.width + x) * info.channels, (y * info.width + x + 1) * info.channels)),
        };
      }),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** One colour within the area, and as before without it. */
function expectBlanked(before: Decoded, after: Decoded, tolerance: number): void {
  expect([after.width, after.height]).to.deep.equal([before.width, before.height]);
  const blank = after.at(area.x0 + 4, area.y0 + 4);
  const far = (one: readonly number[], other: readonly number[]) =>
    Math.max(...one.map((value, index) => Math.abs(value - (other[index] ?? other[0] ?? 0))));
  let worst = 0;
  for (let y = 0; y < before.height; y += 1) {
    for (let x = 0; x < before.width; x += 1) {
      const inside = x >= area.x0 && x < area.x1 && y >= area.y0 && y < area.y1;
      if (inside) expect(far(after.at(x, y), blank), `within the area at ${x}, ${y}`).to.be.at.most(tolerance);
      else worst = Math.max(worst, far(after.at(x, y), before.at(x, y)));
    }
  }
  expect(worst, 'outside of the area').to.be.at.most(tolerance);
}

describe('redact blanks the pixels of', () => {
  let redacting: Redacting;
  before(async () => {
    redacting = await startRedacting();
  });
  after(() => redacting.service.stop());

  const cases: Record<string, { pdf: () => Promise<Buffer> | Buffer; tolerance?: number }> = {
    'a colour image of 8 bits': { pdf: () => shown(flated('/BitsPerComponent 8/ColorSpace/DeviceRGB', samples(3, 8))) },
    'a grey image of 4 bits': { pdf: () => shown(flated('/BitsPerComponent 4/ColorSpace/DeviceGray', samples(1, 4))) },
    'an image of 16 bits': { pdf: () => shown(flated('/BitsPerComponent 16/ColorSpace/DeviceGray', samples(1, 16))) },
    'an image of CMYK': { pdf: () => shown(flated('/BitsPerComponent 8/ColorSpace/DeviceCMYK', samples(4, 8))) },
    'an indexed image of 2 bits': {
      pdf: () =>
        shown(flated('/BitsPerComponent 2/ColorSpace[/Indexed/DeviceRGB 3<000000FF000000FF000000FF>]', samples(1, 2))),
    },
    'an image with a PNG predictor': {
      pdf: () =>
        shown(
          image(
            '/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/FlateDecode/DecodeParms<</Predictor 15/Colors ' +
              '3/BitsPerComponent 8/Columns 80>>',
            deflateSync(
              Buffer.concat(
                Array.from({ length: height }, (_, y) =>
                  Buffer.concat([Buffer.from([0]), samples(3, 8).subarray(y * width * 3, (y + 1) * width * 3)]),
                ),
              ),
            ),
          ),
        ),
    },
    'a bilevel image with Decode turned round': {
      pdf: () => shown(flated('/BitsPerComponent 1/ColorSpace/DeviceGray/Decode[1 0]', samples(1, 1))),
    },
    'a stencil mask': { pdf: () => shown(flated('/ImageMask true', samples(1, 1))) },
    'an image in hexadecimal': {
      pdf: () =>
        shown(
          image(
            '/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/ASCIIHexDecode',
            Buffer.from(`${samples(1, 8).toString('hex')}>`),
          ),
        ),
    },
    'an inline image': {
      pdf: () =>
        fileOf({
          content:
            `q ${width} 0 0 ${height} 0 0 cm BI /W ${width} /H ${height} /BPC 8 /CS /RGB /F /AHx ID ` +
            `${samples(3, 8).toString('hex')}> EI Q`,
        }),
    },
    'an inline image in a colour space of the resources': {
      pdf: () =>
        fileOf({
          content:
            `q ${width} 0 0 ${height} 0 0 cm BI /W ${width} /H ${height} /BPC 8 /CS /Own /F /AHx ID ` +
            `${samples(1, 8).toString('hex')}> EI Q`,
          resources: '/ColorSpace<</Own[/Indexed/DeviceGray 255 6 0 R]>>',
          objects: [stream('', Buffer.from(Array.from({ length: 256 }, (_, value) => 255 - value)))],
        }),
    },
    'a JPEG': {
      pdf: async () =>
        shown(
          image(
            '/BitsPerComponent 8/ColorSpace/DeviceRGB/Filter/DCTDecode',
            await rgb().blur(2).jpeg({ quality: 90 }).toBuffer(),
          ),
        ),
      tolerance: 14,
    },
    'a grey JPEG': {
      pdf: async () =>
        shown(
          image(
            '/BitsPerComponent 8/ColorSpace/DeviceGray/Filter/DCTDecode',
            await rgb().blur(2).toColourspace('b-w').jpeg({ quality: 90 }).toBuffer(),
          ),
        ),
      tolerance: 14,
    },
    'a JPEG of CMYK': {
      pdf: async () =>
        shown(
          image(
            '/BitsPerComponent 8/ColorSpace/DeviceCMYK/Decode[1 0 1 0 1 0 1 0]/Filter/DCTDecode',
            await rgb().blur(2).toColourspace('cmyk').jpeg({ quality: 95 }).toBuffer(),
          ),
        ),
      tolerance: 48,
    },
  };

  for (const [name, { pdf, tolerance = 0 }] of Object.entries(cases)) {
    it(name, async () => {
      const file = await pdf();
      const { pdf: after, report } = await redacting.redacted(file, { areas });
      const [[before], [later]] = [await imagesOf(file), await imagesOf(after)];
      expectBlanked(before!, later!, tolerance);
      expect(report.pages[0]?.images.map(({ whole }) => whole)).to.deep.equal([false]);
      await checkSyntax(after);
    });
  }

  it('an image and of its masks, so that no outline is left', async () => {
    const soft = shown(
      flated('/BitsPerComponent 8/ColorSpace/DeviceRGB/SMask 7 0 R', samples(3, 8)),
      flated('/BitsPerComponent 8/ColorSpace/DeviceGray', samples(1, 8)),
    );
    const { pdf } = await redacting.redacted(soft, { areas });
    const [[, maskBefore], [, maskAfter]] = [await imagesOf(soft), await imagesOf(pdf)];
    expectBlanked(maskBefore!, maskAfter!, 0);
    const stencil = shown(
      flated('/BitsPerComponent 8/ColorSpace/DeviceRGB/Mask 7 0 R', samples(3, 8)),
      flated('/ImageMask true', samples(1, 1)),
    );
    const { pdf: masked } = await redacting.redacted(stencil, { areas });
    const [[, before], [, after]] = [await imagesOf(stencil), await imagesOf(masked)];
    expectBlanked(before!, after!, 0);
  });

  it('the scan under recognised text that matches', async () => {
    const content = `q ${width * 4} 0 0 ${height * 4} 0 0 cm /I Do Q BT 3 Tr /F1 24 Tf 80 100 Td (Zebedee) Tj ET`;
    const file = fileOf({
      content,
      resources: '/XObject<</I 6 0 R>>',
      objects: [flated('/BitsPerComponent 8/ColorSpace/DeviceGray', samples(1, 8))],
    });
    const { pdf } = await redacting.redacted(file, { text: [{ literal: 'Zebedee' }] });
    const [later] = await imagesOf(pdf);
    for (const x of [22, 30, 40]) expect(later!.at(x, height - 27)).to.deep.equal([255, 255, 255]);
    expect(later!.at(60, height - 27)).to.deep.equal(new Array<number>(3).fill(sample(60, height - 27, 0)));
  });

  it('a form or a page alone, where others show the same image', async () => {
    const file = fileOf({
      content: `q ${width} 0 0 ${height} 0 0 cm /I Do Q`,
      resources: '/XObject<</I 6 0 R>>',
      kids: '3 0 R 7 0 R',
      objects: [
        flated('/BitsPerComponent 8/ColorSpace/DeviceGray', samples(1, 8)),
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 300]/Contents 8 0 R/Resources<</XObject<</I 6 0 R>>>>>>',
        stream('', `q ${width} 0 0 ${height} 0 0 cm /I Do Q`),
      ],
    });
    const [edited, whole] = await imagesOf((await redacting.redacted(file, { areas })).pdf);
    const [original] = await imagesOf(file);
    expectBlanked(original!, edited!, 0);
    expect(whole!.at(30, 30)).to.deep.equal(original!.at(30, 30));
  });

  it('nothing that it can not take apart: such an image goes as a whole, and the report says so', async () => {
    const file = shown(flated('/BitsPerComponent 8/ColorSpace/DeviceGray/SMaskInData 1', samples(1, 8)));
    const { report } = await redacting.redacted(file, { areas });
    expect(report.pages[0]?.images.some(({ whole }) => whole)).to.equal(true);
    expect(report.warnings[0]?.message).to.contain('An image on page 1 was removed as a whole');
  });
});
