import { expect } from 'chai';
import { sign } from '../../../../src/editions/pro/tools/sign.ts';
import { inside, oidOf, parse } from '../../../../src/pdf/cms/asn1.ts';
import { openPdf } from '../../../../src/pdf/file/open.ts';
import { verifySignature } from '../../../../src/pdf/sign/verify.ts';
import * as forms from '../../../pdf/cms/key-forms.ts';
import { algorithms, encryptedPdf, styledPdf, styles } from '../../../pdf/update/updated-files.ts';
import { issue, type KeyKind } from '../../../support/certificates.ts';
import { bearer } from '../../../support/http.ts';
import { checkSyntax } from '../../../support/pdf.ts';
import { cmsOf, opensslVerifies, pdfsig, signaturesOf } from '../../../support/signatures.ts';
import { ada, by, pagePdf, startSigning, type Signing } from './sign-service.ts';

describe('sign', () => {
  let signing: Signing;
  before(async () => {
    signing = await startSigning();
  });
  after(() => signing.service.stop());

  for (const kind of ['rsa', 'p256', 'p384', 'rsa-pss'] satisfies KeyKind[]) {
    it(`signs with every hash, as two judges and we ourselves see it: ${kind}`, async () => {
      const who = issue({ name: `Ada ${kind}`, kind });
      for (const hash of ['SHA-256', 'SHA-384', 'SHA-512']) {
        const original = pagePdf();
        const pdf = await signing.signed(original, { ...by(who), hash });
        expect(pdf.subarray(0, original.length).equals(original)).to.equal(true);
        const [signature] = signaturesOf(pdf);
        expect(await opensslVerifies(pdf, who.certificate, signature)).to.equal('CAdES Verification successful');
        expect(signature && verifySignature(pdf, signature))
          .to.include({ whole: true })
          .and.have.deep.property('mistakes', []);
        const [judged] = await pdfsig(pdf);
        expect(judged).to.include({ total: true, type: 'ETSI.CAdES.detached', hash, signer: `Ada ${kind}` });
        // NSS, which poppler asks, does not know RSASSA-PSS in CMS.
        if (kind !== 'rsa-pss') expect(judged?.valid).to.equal(true);
      }
    });
  }

  it('is baseline-B and nothing else: three signed attributes, none unsigned, one signer, in DER', async () => {
    const pdf = await signing.signed(pagePdf(), {
      certificate: forms.certificate,
      privateKey: forms.pkcs8,
      chain: [forms.issuer],
    });
    const cms = cmsOf(signaturesOf(pdf)[0]);
    const [, content] = inside(parse(cms));
    const [, digests, , certificates, signers] = inside(inside(content)[0]);
    expect([inside(digests).length, inside(certificates).length, inside(signers).length]).to.deep.equal([1, 2, 1]);
    const fields = inside(inside(signers)[0]);
    expect(inside(fields[3]).map((attribute) => oidOf(inside(attribute)[0]))).to.have.members([
      '1.2.840.113549.1.9.3',
      '1.2.840.113549.1.9.4',
      '1.2.840.113549.1.9.16.2.47',
    ]);
    expect(fields).to.have.length(6);
    expect(Buffer.from(parse(cms).toBER(false)).equals(cms)).to.equal(true);
  });

  it('takes PKCS#12 as OpenSSL 1 and 3 write it', async () => {
    for (const pkcs12 of [forms.pkcs12, forms.pkcs12Old]) {
      const pdf = await signing.signed(pagePdf(), { pkcs12, passphrase: 'geheim' });
      expect(await opensslVerifies(pdf, forms.issuer, signaturesOf(pdf)[0])).to.equal('CAdES Verification successful');
      expect(await pdfsig(pdf)).to.have.nested.property('[0].valid', true);
    }
  });

  it('says what it was told: name, reason, location, contact, in any script, and when', async () => {
    const words = { name: 'Ада', reason: 'أوافق على هذا', location: '東京', contact: 'ada@example.com' };
    const [signature] = signaturesOf(await signing.signed(pagePdf(), words));
    const text = (key: string) => openPdf(pagePdf()).string(signature?.dict.get(key) ?? null)?.text;
    expect(['Name', 'Reason', 'Location', 'ContactInfo'].map(text)).to.deep.equal(Object.values(words));
    expect(text('M')).to.match(/^D:20\d{12}Z$/);
  });

  for (const style of styles) {
    it(`continues a file in its own way, and is signed again with both valid: ${style}`, async () => {
      const once = await signing.signed(styledPdf(style));
      expect(openPdf(once).sections[0]?.kind).to.equal(style === 'stream' ? 'stream' : 'table');
      const twice = await signing.signed(once, by(issue({ name: 'Second' })));
      expect(twice.subarray(0, once.length).equals(once)).to.equal(true);
      expect(
        (await pdfsig(twice)).map(({ field, valid, total, signer }) => [field, valid, total, signer]),
      ).to.deep.equal([
        ['Signature1', true, false, 'Ada Tester'],
        ['Signature2', true, true, 'Second'],
      ]);
      await checkSyntax(twice);
    });
  }

  for (const algorithm of algorithms) {
    it(`signs a document that is encrypted: ${algorithm}`, async () => {
      for (const packed of [false, true]) {
        const pdf = await signing.signed(await encryptedPdf(algorithm, packed), { password: 'user', reason: 'geheim' });
        expect(pdf.includes('geheim')).to.equal(false);
        const [signature] = signaturesOf(pdf, 'user');
        expect(openPdf(pdf, { password: 'user' }).string(signature?.dict.get('Reason') ?? null)?.text).to.equal(
          'geheim',
        );
        expect(await opensslVerifies(pdf, ada.certificate, signature)).to.equal('CAdES Verification successful');
        expect(await pdfsig(pdf, 'user')).to.have.nested.property('[0].valid', true);
      }
    });
  }

  it('leaves an encrypted document unencrypted where that is asked for, and writes it anew for that', async () => {
    for (const algorithm of algorithms) {
      const original = await encryptedPdf(algorithm, true);
      const { warnings, dropped } = await signing.report(original, { password: 'user', decrypt: true });
      expect([warnings.map(({ message }) => message.slice(0, 58)), dropped]).to.deep.equal([
        ['The document was rewritten without its encryption before it was'.slice(0, 58)],
        [],
      ]);
      const pdf = await signing.signed(original, { password: 'user', decrypt: true });
      expect([openPdf(pdf).encryption, openPdf(pdf).trailer.has('Encrypt'), openPdf(pdf).repaired]).to.deep.equal([
        null,
        false,
        null,
      ]);
      expect((await pdfsig(pdf))[0]).to.include({ valid: true, total: true });
      await checkSyntax(pdf);
    }
    const plain = pagePdf();
    expect((await signing.signed(plain, { decrypt: true })).subarray(0, plain.length).equals(plain)).to.equal(true);
  });

  it('does not take the encryption from a document that is signed, unless that is meant', async () => {
    const once = await signing.signed(await encryptedPdf('AES-256', false), { password: 'user', field: 'first' });
    expect(await signing.refused(once, { password: 'user', decrypt: true })).to.deep.equal([
      422,
      'signature-would-break',
      'The document is signed and is to be decrypted, so that it would have to be rewritten, which makes its ' +
        'signatures invalid.',
    ]);
    const { dropped } = await signing.report(once, { password: 'user', decrypt: true, breakSignatures: true });
    expect(dropped.map(({ reason }) => reason)).to.deep.equal([
      "The signature in the field 'first' is no longer valid.",
    ]);
  });

  it('shows every byte that is changed afterwards, to poppler as to us', async () => {
    const pdf = await signing.signed(pagePdf(), { reason: 'I agree' });
    const [, first = 0, second = 0] = signaturesOf(pdf)[0]?.byteRange ?? [];
    for (const at of [20, 200, first - 20, first - 200, second + 20, pdf.indexOf('agree'), first + 300, first + 1001]) {
      const changed = Buffer.from(pdf);
      changed[at] = changed[at] === 0x31 ? 0x32 : 0x31;
      const good = signaturesOf(changed).filter(
        (signature) => verifySignature(changed, signature).mistakes.length === 0,
      );
      expect(good, `byte ${at}`).to.deep.equal([]);
      // Poppler does not look at the attribute that names the certificate, so a change within the certificate is
      // nothing to it.
      if (at < first || at >= second)
        expect(
          (await pdfsig(changed)).every(({ valid, total }) => !valid || !total),
          `byte ${at}, poppler`,
        ).to.equal(true);
    }
  });

  it('shows what is appended afterwards, and a ByteRange that leaves out more than it may', async () => {
    const pdf = await signing.signed(pagePdf());
    const longer = Buffer.concat([pdf, Buffer.from('% more\n')]);
    const verdictOn = (bytes: Buffer) => {
      const [signature] = signaturesOf(bytes);
      return signature === undefined ? null : verifySignature(bytes, signature);
    };
    expect(verdictOn(longer)).to.include({ whole: false });
    const [, first = 0] = signaturesOf(pdf)[0]?.byteRange ?? [];
    const wider = Buffer.from(pdf.toString('latin1').replace(`[0 ${first} `, `[0 ${first - 9} `), 'latin1');
    expect(verdictOn(wider)?.mistakes).to.deep.equal(['its ByteRange does not leave out just its Contents']);
  });

  it('writes a document anew whose cross-reference is broken, and says so', async () => {
    const broken = Buffer.from(
      styledPdf('table')
        .toString('latin1')
        .replace(/startxref[^]*/, ''),
      'latin1',
    );
    expect((await signing.report(broken)).warnings[0]?.message).to.contain('rewritten before it was signed');
    const pdf = await signing.signed(broken);
    expect(await pdfsig(pdf))
      .to.have.deep.nested.property('[0]')
      .that.includes({ valid: true, total: true });
    await checkSyntax(pdf);
  });

  it('writes a document anew without objects whose numbers no reader takes', async () => {
    const broken = Buffer.from(
      styledPdf('table')
        .toString('latin1')
        .replace(/xref[^]*/, '2147483647 0 obj <</Root 1 0 R>>\nendobj\n'),
      'latin1',
    );
    const pdf = await signing.signed(broken);
    expect(
      openPdf(pdf)
        .numbers()
        .every((number) => number < 100),
    ).to.equal(true);
    expect((await pdfsig(pdf))[0]).to.include({ valid: true, total: true });
    await checkSyntax(pdf);
  });

  it('answers a report, a name and a number of pages', async () => {
    const response = await signing.send(pagePdf(), { hash: 'SHA-384' });
    expect([response.headers.get('content-disposition'), response.headers.get('document-pages')]).to.deep.equal([
      'attachment; filename="contract.pdf"',
      '1',
    ]);
    expect(await signing.report(pagePdf(), { hash: 'SHA-384' })).to.deep.equal({
      warnings: [],
      dropped: [],
      signature: { field: 'Signature1', signer: 'Ada Tester', hash: 'SHA-384', certified: false, visible: false },
    });
  });

  it('takes a document as the body, with options in the query', async () => {
    const query = new URLSearchParams({
      ...by(ada),
      reason: 'I agree',
      request: JSON.stringify({ appearance: { box: { x: 10, y: 10, width: 90, height: 30 } } }),
    });
    const response = await signing.service.app.fetch(`/api/v1/sign?${query.toString()}`, {
      method: 'POST',
      headers: { authorization: bearer('pro'), 'content-type': 'application/pdf' },
      body: new Uint8Array(pagePdf()),
    });
    expect(response.status).to.equal(200);
    expect((await pdfsig(Buffer.from(await response.arrayBuffer())))[0]).to.include({ valid: true, total: true });
    expect(JSON.stringify(signing.service.app.lines)).not.to.contain('PRIVATE');
  });

  it('runs its examples', async () => {
    for (const [name, body] of Object.entries(sign.examples)) {
      const response = await signing.service.app.post('/api/v1/sign', body, { authorization: bearer('pro') });
      expect(response.status, name).to.equal(200);
      expect((await pdfsig(Buffer.from(await response.arrayBuffer())))[0], name).to.include({
        valid: true,
        total: true,
      });
    }
  });
});
