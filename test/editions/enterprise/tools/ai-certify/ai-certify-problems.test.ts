import { expect } from 'chai';
import { signPdf } from '../../../../../src/pdf/sign/sign-pdf.ts';
import { approversFile, askedBy, signed, type ApproversFile } from '../../../../support/approvals.ts';
import { report as archive } from '../../../../support/archive-3a.ts';
import { issue } from '../../../../support/certificates.ts';
import { bearer, problemOf } from '../../../../support/http.ts';
import { credential, plain, provenance, startCertifying, type Certifying } from './certify-service.ts';

const emailProtection = '1.3.6.1.5.5.7.3.4';
const authority = issue({ name: 'Authority', ca: true, keyUsage: [5] });

async function approved(options: object = {}): Promise<Buffer> {
  const { certificate, privateKey } = issue();
  return Buffer.from(
    (
      await signPdf({
        bytes: new Uint8Array(plain),
        credential: { certificate, privateKey },
        fonts: [],
        now: new Date(),
        breakSignatures: false,
        ...options,
      })
    ).pdf,
  );
}

describe('ai-certify refuses', () => {
  let certifying: Certifying;
  before(async () => {
    certifying = await startCertifying();
  });
  after(() => certifying.stop());

  it('a request without provenance or credential, or with one that is half there', async () => {
    const [status, slug, , pointers] = await certifying.refused(plain, {
      provenance: undefined,
      credential: { certificate: credential.certificate },
    });
    expect([status, slug]).to.deep.equal([400, 'invalid-request']);
    expect(pointers).to.have.members(['/credential/privateKey', '/provenance']);
    expect((await certifying.refused(plain, { credential: {} }))[3]).to.deep.equal(['/credential']);
    expect((await certifying.refused(plain, { credential: { ...credential, pkcs12: 'AAAA' } }))[3]).to.deep.equal([
      '/credential',
    ]);
  });

  it('what is not of the form that it has to have, all of it at once', async () => {
    const wrong = {
      digitalSourceType: 'http://example.com/trainedAlgorithmicMedia',
      generator: { version: '1' },
      created: 'yesterday',
      ingredients: [{ name: 'x', sha256: 'AB', format: 'text', relationship: 'parentOf' }],
      humanReview: { reviewer: 'Ada' },
      truth: true,
    };
    const [status, , , pointers] = await certifying.refused(plain, {
      provenance: wrong,
      level: 'notarized',
      visibleLabel: { text: ' ', pages: '0', position: 'middle', size: 2 },
    });
    expect(status).to.equal(400);
    expect(pointers).to.have.members([
      '/provenance/digitalSourceType',
      '/provenance/generator/name',
      '/provenance/created',
      '/provenance/ingredients/0/sha256',
      '/provenance/ingredients/0/format',
      '/provenance/ingredients/0/relationship',
      '/provenance/humanReview/statement',
      '/provenance/truth',
      '/level',
      '/visibleLabel/text',
      '/visibleLabel/pages',
      '/visibleLabel/position',
      '/visibleLabel/size',
    ]);
  });

  it('a day that the calendar does not have', async () => {
    for (const created of ['2026-02-29T10:00:00Z', '2026-11-31T10:00:00+02:00']) {
      const [status, slug, detail, pointers] = await certifying.refused(plain, {
        provenance: { digitalSourceType: 'trainedAlgorithmicMedia', created },
      });
      expect([status, slug, pointers]).to.deep.equal([400, 'invalid-request', ['/provenance/created']]);
      expect(detail).to.contain(created.slice(0, 10));
    }
  });

  it('a label that is neither a text nor an object', async () => {
    const [status, , detail, pointers] = await certifying.refused(plain, { visibleLabel: true });
    expect([status, pointers]).to.deep.equal([400, ['/visibleLabel']]);
    expect(detail).to.contain('must be a text, or an object with one');
  });

  for (const [part, level, why] of [
    ['1', 'B', 'ISO 19005-1, 6.1.11'],
    ['2', 'A', 'ISO 19005-2, 6.8'],
    ['4', '', 'ISO 19005-4, 6.9'],
  ] as const) {
    it(`PDF/A-${part}${level.toLowerCase()}, which can not carry a manifest, with the reason`, async () => {
      const [status, slug, detail] = await certifying.refused(archive(part, level));
      expect([status, slug]).to.deep.equal([422, 'conformance-not-reached']);
      expect(detail).to.contain(`PDF/A-${part}${level.toLowerCase()}`).and.contain(why).and.contain('PDF/A-3');
    });
  }

  it('what may not change any more, and says what to do', async () => {
    for (const certify of [1, 2, 3] as const) {
      const [status, slug, detail] = await certifying.refused(await approved({ certify }), { level: 'claim' });
      expect([status, slug]).to.deep.equal([422, 'signature-would-break']);
      expect(detail).to.contain('certified so that').and.contain('Certify the document before it is signed');
    }
    const signedOnce = await approved();
    expect((await certifying.refused(signedOnce))[2])
      .to.contain('must be its first signature')
      .and.contain('level: "claim"');
    expect((await certifying.refused(signedOnce, { level: 'claim', visibleLabel: 'AI' }))[2]).to.contain(
      'a label changes its pages',
    );
    expect((await certifying.report(signedOnce, { level: 'claim' })).warnings[0].message).to.contain(
      'was signed before',
    );
    expect((await certifying.refused(await certifying.certified(plain)))[1]).to.equal('signature-would-break');
  });

  it('certificates that readers would call the claim invalid for, and tells why', async () => {
    const cases: [Parameters<typeof issue>[0], string][] = [
      [{ purposes: [emailProtection] }, 'self-signed'],
      [{ issuer: authority, purposes: [emailProtection], keyUsage: [1] }, 'digitalSignature'],
      [{ issuer: authority }, 'extended key usage'],
      [{ issuer: authority, purposes: ['1.3.6.1.5.5.7.3.3'] }, 'extended key usage'],
      [{ issuer: authority, purposes: [emailProtection, '2.5.29.37.0'] }, 'any purpose'],
      [{ issuer: authority, purposes: [emailProtection], namesIssuer: false }, 'authorityKeyIdentifier'],
      [{ issuer: authority, purposes: [emailProtection], ca: true, keyUsage: [0, 5] }, 'the one of an authority'],
    ];
    for (const [options, why] of cases) {
      const { certificate, privateKey } = issue(options);
      const [status, slug, detail] = await certifying.refused(plain, { credential: { certificate, privateKey } });
      expect([status, slug], why).to.deep.equal([422, 'invalid-certificate']);
      expect(detail).to.contain(why);
    }
  });

  it('keys that do not fit, with where they are', async () => {
    const other = issue({ issuer: authority, purposes: [emailProtection] });
    expect(
      (await certifying.refused(plain, { credential: { ...credential, privateKey: other.privateKey } })).slice(0, 2),
    ).to.deep.equal([422, 'certificate-key-mismatch']);
    expect(
      (
        await certifying.refused(plain, {
          credential: { ...credential, certificate: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' },
        })
      )[3],
    ).to.deep.equal(['/credential/certificate']);
    expect((await certifying.refused(plain, { credential: { pkcs12: 'AAAA', passphrase: 'x' } }))[3]).to.deep.equal([
      '/credential/pkcs12',
    ]);
  });

  it('labels on pages that are not there, and what is no PDF', async () => {
    const [, slug, , pointers] = await certifying.refused(plain, { visibleLabel: { text: 'AI', pages: '1,9' } });
    expect([slug, pointers]).to.deep.equal(['page-out-of-range', ['/visibleLabel/pages']]);
    expect((await certifying.refused(Buffer.from('no PDF')))[1]).to.equal('invalid-pdf');
  });

  it('keys of a lower tier', async () => {
    expect(await problemOf(await certifying.send(plain, {}, { authorization: bearer('pro') }))).to.include({
      status: 403,
      slug: 'tier-required',
    });
  });
});

describe('ai-certify, as a deployment has it', () => {
  let approvers: ApproversFile;
  let certifying: Certifying;
  before(async () => {
    approvers = approversFile();
    certifying = await startCertifying({ SERVICE_APPROVERS_FILE: approvers.path });
  });
  after(async () => {
    await certifying.stop();
    approvers.remove();
  });

  it('needs the approval of a human for this very request, and says so in the capabilities', async () => {
    const asked = await askedBy(await certifying.send(plain));
    const approval = await signed(approvers.privateJwk, { client: 'globex', tool: asked.tool, digest: asked.digest });
    const other = await certifying.send(
      plain,
      { provenance: { ...provenance, digitalSourceType: 'humanEdits' } },
      { approval },
    );
    expect((await problemOf(other)).slug).to.equal('approval-invalid');
    expect((await certifying.send(plain, {}, { approval })).status).to.equal(200);
    expect((await problemOf(await certifying.send(plain, {}, { approval }))).slug).to.equal('approval-invalid');
    const capabilities = (await (
      await certifying.app.fetch('/api/v1/capabilities', { headers: { authorization: bearer('ent') } })
    ).json()) as { tools: { name: string; approval: boolean; async: boolean }[] };
    expect(capabilities.tools.find(({ name }) => name === 'ai-certify')).to.deep.include({
      approval: true,
      async: true,
    });
  });

  it('is told what is wrong with a request before it is asked for', async () => {
    expect((await certifying.send(plain, { level: 'x' })).status).to.equal(400);
  });

  it('shows no key in its log, nor in the answer that asks for an approval', async () => {
    const text = await (await certifying.send(plain)).text();
    const secret = credential.privateKey.split('\n')[1]!;
    expect(text).to.not.contain(secret);
    expect(JSON.stringify(certifying.app.lines)).to.not.contain(secret);
  });
});
