import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyCertified } from '../../../src/pdf/certify/verify-certified.ts';
import { openPdf } from '../../../src/pdf/file/open.ts';
import { c2paVerdict } from '../../support/c2pa.ts';
import { pdfsig } from '../../support/signatures.ts';
import { examplePdf } from '../../../src/editions/example-pdf.ts';
import { certify, root } from './certify.ts';

/** Encrypted by qpdf, with the user password `open`. */
function encrypted(...options: string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-crypt-'));
  try {
    writeFileSync(join(folder, 'in.pdf'), Buffer.from(examplePdf('A secret'), 'base64'));
    execFileSync('qpdf', [
      '--allow-weak-crypto',
      '--encrypt',
      'open',
      'owner',
      ...options,
      '--',
      join(folder, 'in.pdf'),
      join(folder, 'out.pdf'),
    ]);
    return readFileSync(join(folder, 'out.pdf'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('An encrypted document', () => {
  for (const [name, options] of [
    ['AES-256', ['256']],
    ['AES-128', ['128', '--use-aes=y']],
  ] as const) {
    it(`is certified as it is with ${name}, and its manifest can be read without the password`, async () => {
      const { pdf, warnings, manifest } = await certify(encrypted(...options), { password: 'open' });
      expect(verifyCertified(Buffer.from(pdf), 'open').mistakes).to.deep.equal([]);
      expect(() => openPdf(pdf))
        .to.throw()
        .with.property('slug', 'encrypted-pdf');
      expect((await pdfsig(pdf, 'open')).map(({ valid, total }) => [valid, total])).to.deep.equal([[true, true]]);
      expect(Buffer.from(pdf).includes(manifest.id)).to.equal(true);
      expect(warnings.join()).to.contain('is encrypted');
    });
  }

  it('is left unencrypted where that is asked for, and then valid for every reader', async () => {
    const { pdf, warnings } = await certify(encrypted('256'), { password: 'open', decrypt: true });
    expect((await c2paVerdict(pdf, root)).state).to.equal('Trusted');
    expect(openPdf(pdf).encryption).to.equal(null);
    expect(warnings).to.have.length(1).and.property('0').that.contains('without its encryption');
  });

  it('is refused where its encryption would hide the manifest, unless that goes', async () => {
    for (const options of [['40'], ['128', '--use-aes=n']]) {
      const rc4 = encrypted(...options);
      const error = await certify(rc4, { password: 'open' }).then(
        () => null,
        (thrown: unknown) => thrown,
      );
      expect(error).to.have.property('slug', 'conformance-not-reached');
      expect((await c2paVerdict((await certify(rc4, { password: 'open', decrypt: true })).pdf, root)).state).to.equal(
        'Trusted',
      );
    }
  });
});
