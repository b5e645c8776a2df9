import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import sharp from 'sharp';
import { failuresOf, modelOf } from '../../../src/pdf/conformance/check.ts';
import type { Standard } from '../../../src/pdf/xmp/standards.ts';
import { openPdf } from '../../../src/pdf/file/open.ts';
import { signPdf, type SignOptions } from '../../../src/pdf/sign/sign-pdf.ts';
import { readSignatures } from '../../../src/pdf/facts/signatures/signatures.ts';
import { issue } from '../../support/certificates.ts';
import { readCorpus } from '../../support/corpora.ts';
import { clausesOf, labelled, type Labelled } from '../conformance/labelled.ts';

const fonts = [{ path: fileURLToPath(new URL('../../../fonts', import.meta.url)), source: 'bundled' }] as const;
const credential = issue();

/** As many of each standard, from all over the corpus; `bench/sign-judges.ts` takes all, and another judge. */
const eachOf = 8;

const conforming = Map.groupBy(
  labelled('verapdf').filter((file) => file.pass && clausesOf(file).length === 0),
  ({ standard }) => standard.name,
);
const sampled = (files: readonly Labelled[]) =>
  files.filter(
    (_, index) => Math.floor((index * eachOf) / files.length) !== Math.floor(((index - 1) * eachOf) / files.length),
  );

const isCertified = ({ path }: Labelled) =>
  readSignatures(openPdf(readCorpus(path))).some(({ docMdp }) => docMdp !== null);

const clausesAfter = (pdf: Uint8Array, standard: Standard) =>
  failuresOf(modelOf(pdf), standard).map(({ clause, message }) => `${clause}: ${message}`);

describe('A signature in a document that conforms', () => {
  let visible: SignOptions['appearance'];
  before(async () => {
    const image = await sharp({
      create: { width: 20, height: 10, channels: 4, background: { r: 20, g: 60, b: 140, alpha: 0.5 } },
    })
      .png()
      .toBuffer();
    visible = {
      page: 1,
      box: { x: 5, y: 5, width: 80, height: 30 },
      text: 'Signed · Подпись · موقّع',
      picture: { field: 'image', bytes: image },
    };
  });

  const sign = async ({ path }: Labelled, more: Partial<SignOptions>) => {
    const { pdf } = await signPdf({
      bytes: new Uint8Array(readCorpus(path)),
      credential,
      fonts,
      now: new Date('2026-06-01'),
      breakSignatures: false,
      ...more,
    });
    return pdf;
  };

  it('is tried with all of PDF/A and PDF/UA that there is', () => {
    expect([...conforming.keys()].sort()).to.deep.equal([
      'PDF/A-1a',
      'PDF/A-1b',
      'PDF/A-2a',
      'PDF/A-2b',
      'PDF/A-2u',
      'PDF/A-3b',
      'PDF/A-4',
      'PDF/A-4e',
      'PDF/UA-1',
      'PDF/UA-2',
    ]);
  });

  for (const [name, files] of conforming) {
    it(`leaves it conforming, seen and unseen: ${name}`, async function () {
      this.timeout(120_000);
      for (const file of sampled(files)) {
        expect(clausesAfter(await sign(file, {}), file.standard), `${file.name}, unseen`).to.deep.equal([]);
        // A certification in the corpus leaves room for what nobody sees alone.
        if (!isCertified(file))
          expect(
            clausesAfter(await sign(file, { appearance: visible }), file.standard),
            `${file.name}, seen`,
          ).to.deep.equal([]);
      }
    });
  }
});
