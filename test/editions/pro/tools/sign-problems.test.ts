import { expect } from 'chai';
import * as forms from '../../../pdf/cms/key-forms.ts';
import { encryptedPdf } from '../../../pdf/update/updated-files.ts';
import { issue } from '../../../support/certificates.ts';
import { bearer, problemOf } from '../../../support/http.ts';
import { ada, by, pagePdf, startSigning, type Signing } from './sign-service.ts';

const box = { x: 10, y: 10, width: 80, height: 30 };

describe('what sign refuses', () => {
  let signing: Signing;
  before(async () => {
    signing = await startSigning();
  });
  after(() => signing.service.stop());

  const mistakes = async (options: object) => {
    const response = await signing.send(pagePdf(), { ...by(ada), ...options });
    const { slug, errors = [] } = await problemOf(response);
    return { status: response.status, slug, errors: errors.map(({ pointer, message }) => `${pointer}: ${message}`) };
  };

  it('is a certificate that may not sign, a key that is not its own, and a passphrase that opens nothing', async () => {
    const cases: readonly (readonly [object, string])[] = [
      [{ certificate: ada.certificate, privateKey: forms.pkcs8 }, 'certificate-key-mismatch'],
      [by(issue({ to: new Date('2021-01-01') })), 'invalid-certificate'],
      [by(issue({ from: new Date('2119-01-01') })), 'invalid-certificate'],
      [by(issue({ keyUsage: [5] })), 'invalid-certificate'],
      [by(issue({ purposes: ['1.3.6.1.5.5.7.3.1'] })), 'invalid-certificate'],
      [by(issue({ kind: 'ed25519' })), 'invalid-certificate'],
      [
        { certificate: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----', privateKey: forms.pkcs8 },
        'invalid-certificate',
      ],
      [{ certificate: forms.certificate, privateKey: forms.pkcs8Encrypted }, 'wrong-password'],
      [{ certificate: forms.certificate, privateKey: forms.pkcs8Encrypted, passphrase: 'falsch' }, 'wrong-password'],
      [{ pkcs12: forms.pkcs12Old, passphrase: 'falsch' }, 'wrong-password'],
      [{ pkcs12: forms.pkcs12WithoutKey, passphrase: 'geheim' }, 'invalid-certificate'],
      [{ pkcs12: Buffer.from('nothing').toString('base64') }, 'invalid-certificate'],
    ];
    for (const [options, expected] of cases) {
      const [status, slug, detail] = await signing.refused(pagePdf(), options);
      expect([status, slug]).to.deep.equal([422, expected]);
      expect(detail)
        .to.match(/^[A-Z].*\.$/)
        .and.not.match(/undefined|Error|\/src\//);
    }
  });

  it('is anything beyond baseline-B, with a word why', async () => {
    for (const [name, value] of [
      ['timestamp', true],
      ['tsaUrl', 'https://tsa.example'],
      ['ltv', true],
      ['level', 'B-LTA'],
      ['ocsp', []],
      ['signingTime', '2026-01-01T00:00:00Z'],
    ] as const) {
      const { status, slug, errors } = await mistakes({ [name]: value });
      expect([status, slug]).to.deep.equal([400, 'invalid-request']);
      expect(errors).to.deep.equal([
        `/${name}: \`${name}\` is not allowed: signatures are PAdES baseline-B and nothing beyond it (no time ` +
          'stamps, no revocation data, no signature policies)',
      ]);
    }
  });

  it('is a body that is wrong, with every mistake at once', async () => {
    const { status, errors } = await mistakes({
      certificate: 'no pem',
      pkcs12: 'AAAA',
      hash: 'SHA-1',
      certify: 'yes',
      field: 'a..b',
      appearance: { page: 0, text: ' ', box: { x: 'far', y: 1, width: 0, height: 1 } },
    });
    expect(status).to.equal(400);
    for (const pointer of [
      '/certificate',
      '/hash',
      '/certify',
      '/field',
      '/appearance/page',
      '/appearance/text',
      '/appearance/box/x',
      '/appearance/box/width',
    ])
      expect(
        errors.some((error) => error.startsWith(`${pointer}: `)),
        pointer,
      ).to.equal(true);
  });

  it('is a credential in two forms, or half of one', async () => {
    expect((await mistakes({ pkcs12: forms.pkcs12 })).errors[0]).to.contain('must have exactly one of');
    const half = await problemOf(await signing.send(pagePdf(), { certificate: ada.certificate }));
    expect(half.errors?.[0]).to.deep.equal({
      pointer: '/privateKey',
      message: '`privateKey` is required with `certificate`',
    });
    expect(
      (await problemOf(await signing.service.send('sign', [pagePdf()], {}, { authorization: bearer('pro') }))).slug,
    ).to.equal('invalid-request');
  });

  it('is a place that is none', async () => {
    expect((await mistakes({ appearance: {} })).errors[0]).to.contain(
      '/appearance/box: `appearance.box` is required for a new field',
    );
    expect((await signing.refused(pagePdf(), { appearance: { page: 2, box } })).slice(0, 2)).to.deep.equal([
      422,
      'page-out-of-range',
    ]);
    expect((await signing.refused(pagePdf(), { field: 'new', appearance: {} })).slice(0, 2)).to.deep.equal([
      422,
      'field-not-found',
    ]);
    expect((await signing.refused(pagePdf(), { appearance: { box: { ...box, x: 300 } } })).slice(0, 2)).to.deep.equal([
      422,
      'field-value-invalid',
    ]);
  });

  it('is an image that is none, and a document that is none, or needs a password', async () => {
    expect(
      (
        await signing.refused(pagePdf(), { appearance: { box, image: Buffer.from('no image').toString('base64') } })
      ).slice(0, 2),
    ).to.deep.equal([422, 'invalid-image']);
    expect((await signing.refused(Buffer.from('no pdf'))).slice(0, 2)).to.deep.equal([422, 'invalid-pdf']);
    const encrypted = await encryptedPdf('AES-256', false);
    for (const decrypt of [false, true]) {
      expect((await signing.refused(encrypted, { decrypt })).slice(0, 2)).to.deep.equal([422, 'encrypted-pdf']);
      expect((await signing.refused(encrypted, { decrypt, password: 'wrong' })).slice(0, 2)).to.deep.equal([
        422,
        'wrong-password',
      ]);
    }
  });

  it('is not a form that goes round in circles, is endlessly deep, or has names without end', async () => {
    const long = 'n'.repeat(200_000);
    const levels = 3000;
    const deep = Array.from({ length: levels }, (_, level) => `<</T(${level})/FT/Sig/Kids[${6 + level} 0 R]>>`);
    const forms = [
      ['<</T(a)/Kids[6 0 R 5 0 R]>>', '<</T(b)/Parent 5 0 R/Kids[5 0 R 6 0 R]>>'],
      [...deep, '<</T(last)/FT/Sig>>'],
      [
        '<</T(' + long + ')/Kids[' + Array.from({ length: 2000 }, (_, kid) => `${6 + kid} 0 R`).join(' ') + ']>>',
        ...Array.from({ length: 2000 }, (_, kid) => `<</T(${kid})/Parent 5 0 R/FT/Tx>>`),
      ],
      ['null', '7'],
    ];
    for (const objects of forms)
      expect(
        (await signing.send(pagePdf({ catalog: '/AcroForm<</Fields[5 0 R 5 0 R 9999 0 R 7]>>', objects }))).status,
      ).to.equal(200);
  });

  it('is a key of the core tier', async () => {
    expect((await problemOf(await signing.send(pagePdf(), {}, { authorization: bearer() }))).slug).to.equal(
      'tier-required',
    );
  });

  it('leaves nothing of keys and passphrases in the log', async () => {
    await signing.signed(pagePdf());
    await signing.refused(pagePdf(), {
      certificate: forms.certificate,
      privateKey: forms.pkcs8Encrypted,
      passphrase: 'a-passphrase-of-mine',
    });
    const log = JSON.stringify(signing.service.app.lines);
    expect(log).to.contain('/api/v1/sign');
    for (const secret of [ada.privateKey.split('\n')[1] ?? '', 'PRIVATE KEY', 'a-passphrase-of-mine'])
      expect(log).not.to.contain(secret);
  });
});
