import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import sharp from 'sharp';
import { failuresOf, modelOf } from '../../../src/pdf/conformance/check.ts';
import { standards } from '../../../src/pdf/xmp/standards.ts';
import { openPdf } from '../../../src/pdf/file/open.ts';
import { signPdf, type SignOptions } from '../../../src/pdf/sign/sign-pdf.ts';
import { readSignatures } from '../../../src/pdf/facts/signatures/signatures.ts';
import { issue } from '../../support/certificates.ts';
import { conforming } from '../../support/conforming.ts';

const fonts = [{ path: fileURLToPath(new URL('../../../fonts', import.meta.url)), source: 'bundled' }] as const;
const credential = issue();

describe('A signature in a document that conforms', () => {
  for (const name of ['PDF/A-1a', 'PDF/A-2b', 'PDF/A-2u', 'PDF/A-3a', 'PDF/A-4', 'PDF/UA-1']) {
    it(`leaves it conforming, seen and unseen: ${name}`, async () => {
      const image = await sharp({
        create: { width: 20, height: 10, channels: 4, background: { r: 20, g: 60, b: 140, alpha: 0.5 } },
      })
        .png()
        .toBuffer();
      const looks: Partial<SignOptions>[] = [
        {},
        {
          appearance: {
            page: 1,
            box: { x: 5, y: 5, width: 80, height: 30 },
            text: 'Signed · Подпись · موقّع',
            picture: { field: 'image', bytes: image },
          },
        },
      ];
      for (const look of looks) {
        const { pdf } = await signPdf({
          bytes: new Uint8Array(conforming([name])),
          credential,
          fonts,
          now: new Date('2026-06-01'),
          breakSignatures: false,
          ...look,
        });
        expect(readSignatures(openPdf(pdf))).to.have.length(1);
        expect(
          failuresOf(modelOf(pdf), standards.get(name)!).map(({ clause, message }) => `${clause}: ${message}`),
          JSON.stringify(Object.keys(look)),
        ).to.deep.equal([]);
      }
    });
  }
});
