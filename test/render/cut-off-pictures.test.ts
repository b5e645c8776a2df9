import { expect } from 'chai';
import sharp from 'sharp';
import { composed } from '../support/rendering.ts';

/** A picture with some noise, as a file of this format. */
const pictureOf = (format: 'png' | 'jpeg' | 'webp') =>
  sharp({
    create: {
      width: 90,
      height: 60,
      channels: 3,
      background: '#1c4f82',
      noise: { type: 'gaussian', mean: 90, sigma: 40 },
    },
  })
    .toFormat(format)
    .toBuffer();
const shown = ({ warnings }: ReturnType<typeof composed>) =>
  warnings.map(({ code, pointer, message }) => `${code} ${pointer ?? '-'} ${message}`);
const sent = (data: Buffer) => composed([{ op: 'add_image', data: data.toString('base64'), alt: '' }]);

describe('A picture whose file is not whole', () => {
  for (const format of ['png', 'jpeg', 'webp'] as const) {
    it(`is a warning, because a browser prints the part that is there: ${format}`, async () => {
      const file = await pictureOf(format);
      const [warning, ...more] = shown(sent(file.subarray(0, Math.floor(file.length * 0.6))));
      expect(warning).to.match(/^resource-failed \/operations\/0\/data The picture is not whole/);
      expect(more).to.deep.equal([]);
    });

    it(`is not suspected of one that is whole, with or without bytes after its end: ${format}`, async () => {
      const file = await pictureOf(format);
      expect(shown(sent(file))).to.deep.equal([]);
      expect(shown(sent(Buffer.concat([file, Buffer.alloc(40)])))).to.deep.equal([]);
    });
  }

  it('is found among the assets, for HTML and for add_image', async () => {
    const data = (await pictureOf('png')).subarray(0, 400).toString('base64');
    const document = composed([{ op: 'add_html', html: '<img src="img/a.png" alt="">' }], {
      document: { assets: { 'img/a.png': data } },
    });
    expect(shown(document)).to.deep.equal([
      "resource-failed /document/assets/img~1a.png The picture 'img/a.png' is not whole: its file ends early, and the " +
        'rest is left blank. Send the complete file.',
    ]);
  });

  it('is a JPEG without an end of its own, though its thumbnail has one', async () => {
    const file = await pictureOf('jpeg');
    const thumbnail = Buffer.concat([Buffer.of(0xff, 0xe1), Buffer.of(0, 2 + file.length), Buffer.from('')]);
    thumbnail.writeUInt16BE(2 + file.length, 2);
    const withOne = Buffer.concat([file.subarray(0, 2), thumbnail, file, file.subarray(2)]);
    expect(shown(sent(withOne))).to.deep.equal([]);
    expect(shown(sent(withOne.subarray(0, withOne.length - 30)))).to.have.lengthOf(1);
  });
});
