import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { aiCertify } from '../../../../../src/editions/enterprise/tools/ai-certify.ts';
import { verifyCertified } from '../../../../../src/pdf/certify/verify-certified.ts';
import { openPdf } from '../../../../../src/pdf/file/open.ts';
import { broken, report as archive } from '../../../../support/archive-3a.ts';
import { c2paVerdict } from '../../../../support/c2pa.ts';
import { issue } from '../../../../support/certificates.ts';
import { bearer } from '../../../../support/http.ts';
import { textOf } from '../../../../support/pdf.ts';
import { pdfsig, signaturesOf } from '../../../../support/signatures.ts';
import { credential, plain, root, startCertifying, type Certifying } from './certify-service.ts';

const full = {
  digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia',
  generator: { name: 'Example Writer', version: '2.1', vendor: 'Example Ltd' },
  created: '2026-11-20T10:00:00+02:00',
  ingredients: [
    { name: 'figures.csv', sha256: 'ab'.repeat(32), format: 'text/csv' },
    { name: 'map.png', format: 'image/png', relationship: 'componentOf' },
  ],
  humanReview: { reviewer: 'Ada Tester', statement: 'Ich habe es gelesen – все верно.' },
};

describe('ai-certify', () => {
  let certifying: Certifying;
  before(async () => {
    certifying = await startCertifying();
  });
  after(() => certifying.stop());

  it('leaves what was sent as it was, and adds a manifest and a certification that others find valid', async () => {
    const pdf = await certifying.certified(plain);
    expect(pdf.subarray(0, plain.length).equals(plain)).to.equal(true);
    expect(await c2paVerdict(pdf)).to.deep.include({ state: 'Valid', failures: ['signingCredential.untrusted'] });
    expect(await c2paVerdict(pdf, root)).to.deep.include({ state: 'Trusted', failures: [] });
    expect((await pdfsig(pdf)).map(({ valid, total, type }) => [valid, total, type])).to.deep.equal([
      [true, true, 'ETSI.CAdES.detached'],
    ]);
    expect(signaturesOf(pdf).map(({ docMdp }) => docMdp)).to.deep.equal([1]);
    expect(verifyCertified(pdf).mistakes).to.deep.equal([]);
  });

  it('keeps a PDF/A-3a and PDF/UA-1 report what it is, with a label in several scripts', async () => {
    const before = archive();
    expect(broken(before)).to.deep.equal([
      ['PDF/A-3a', []],
      ['PDF/UA-1', []],
    ]);
    const pdf = await certifying.certified(before, {
      provenance: full,
      visibleLabel: 'Mit KI bearbeitet\nأُنشئ بالذكاء الاصطناعي · 人工智能生成',
    });
    expect(broken(pdf)).to.deep.equal([
      ['PDF/A-3a', []],
      ['PDF/UA-1', []],
    ]);
    expect((await c2paVerdict(pdf, root)).state).to.equal('Trusted');
    expect((await pdfsig(pdf)).map(({ valid, total }) => [valid, total])).to.deep.equal([[true, true]]);
    expect(await textOf(pdf))
      .to.contain('Mit KI bearbeitet')
      .and.contain('人工智能生成');
  });

  it('says in the manifest what was asserted, and no more', async () => {
    const { manifests, active } = await c2paVerdict(await certifying.certified(plain, { provenance: full }));
    const manifest = manifests[active]!;
    expect(manifest.claim_version).to.equal(2);
    expect(manifest.assertions.map(({ label }: { label: string }) => label)).to.deep.equal([
      'c2pa.actions.v2',
      'dev.colophon.human-review',
    ]);
    const [created, placed, ...more] = manifest.assertions[0].data.actions;
    expect(created).to.deep.include({
      action: 'c2pa.created',
      when: full.created,
      digitalSourceType: full.digitalSourceType,
      softwareAgent: full.generator,
    });
    expect(created.parameters.ingredients.map(({ url }: { url: string }) => url)).to.deep.equal([
      'self#jumbf=c2pa.assertions/c2pa.ingredient.v3',
    ]);
    expect([placed.action, placed.parameters.ingredients[0].url, more]).to.deep.equal([
      'c2pa.placed',
      'self#jumbf=c2pa.assertions/c2pa.ingredient.v3__1',
      [],
    ]);
    expect(manifest.assertions[1].data).to.deep.equal(full.humanReview);
    expect(
      manifest.ingredients.map(({ title, format, relationship, instance_id: id }: any) => [
        title,
        format,
        relationship,
        id,
      ]),
    ).to.deep.equal([
      [
        'figures.csv',
        'text/csv',
        'inputTo',
        `ni:///sha-256;${Buffer.from('ab'.repeat(32), 'hex').toString('base64url')}`,
      ],
      ['map.png', 'image/png', 'componentOf', undefined],
    ]);
    const bare = (await c2paVerdict(await certifying.certified(plain))).manifests;
    expect(Object.values(bare)[0]!.assertions.map(({ data }: any) => data)).to.deep.equal([
      {
        actions: [
          {
            action: 'c2pa.created',
            digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
          },
        ],
      },
    ]);
  });

  it('leaves out of the hard binding the manifest and Contents, to the byte', async () => {
    const answer = await certifying.send(plain, {}, { accept: 'application/json' });
    const { document, report } = await answer.json();
    const pdf = Buffer.from(document.data, 'base64');
    const [first, second] = report.manifest.exclusions as { start: number; length: number }[];
    const range = signaturesOf(pdf)[0]!.byteRange!;
    expect([first!.start, first!.start + first!.length]).to.deep.equal([range[1], range[2]]);
    const store = pdf.subarray(second!.start, second!.start + second!.length);
    expect([store.readUInt32BE(0), store.toString('latin1', 4, 8)]).to.deep.equal([store.length, 'jumb']);
    expect(pdf.toString('latin1', second!.start - 8, second!.start)).to.equal('\nstream\n');
    expect(pdf.toString('latin1', second!.start + second!.length, second!.start + second!.length + 10)).to.equal(
      '\nendstream',
    );
    expect(createHash('sha256').update(store).digest('hex')).to.equal(report.manifest.storeDigest);
    const rest = Buffer.concat([
      pdf.subarray(0, first!.start),
      pdf.subarray(first!.start + first!.length, second!.start),
      pdf.subarray(second!.start + second!.length),
    ]);
    expect(createHash('sha256').update(rest).digest('hex')).to.equal(report.manifest.contentDigest);
  });

  it('associates the manifest with the document, and names it among its files', async () => {
    const file = openPdf(await certifying.certified(archive()));
    const [specification] = file.array(file.catalog.get('AF')) ?? [];
    const dict = file.dict(specification ?? null)!;
    expect([
      file.name(dict.get('AFRelationship')),
      file.name(file.stream(file.dict(dict.get('EF'))!.get('F'))!.dict.get('Subtype')),
    ]).to.deep.equal(['C2PA_Manifest', 'application/c2pa']);
    const names = file.array(file.dict(file.dict(file.catalog.get('Names'))!.get('EmbeddedFiles'))!.get('Names'))!;
    expect(file.dict(names[1] ?? null)).to.equal(dict);
  });

  it('tells in the report what it made and what a reader sees', async () => {
    const told = await certifying.report(plain, { provenance: full });
    expect(told.warnings).to.deep.equal([]);
    expect(told.manifest.id).to.match(/^urn:c2pa:[0-9a-f-]{36}$/);
    expect(told.manifest).to.include({ algorithm: 'ES256', parent: null });
    expect(told.signature).to.deep.equal({
      field: 'Signature1',
      signer: 'Example Certifier (not a secret)',
      hash: 'SHA-256',
      certified: true,
    });
    expect(told.reader.digitalSourceType).to.equal(full.digitalSourceType);
    expect(told.reader.says).to.deep.equal([
      "'Example Certifier (not a secret)' states of this document: Edited using Generative AI.",
      'Made with: Example Writer 2.1 (Example Ltd).',
      'Made on: 2026-11-20T10:00:00+02:00.',
      "Made from: 'figures.csv'.",
      "Parts: 'map.png'.",
      'Reviewed by Ada Tester: "Ich habe es gelesen – все верно."',
      'The document is certified: nothing in it has changed since, and no change is permitted.',
      'The reader decides whether to trust the signer.',
    ]);
  });

  it('makes an ingredient of the manifest that the document has, again and again', async () => {
    const first = await certifying.certified(plain, { level: 'claim' });
    const second = await certifying.certified(first, {
      level: 'claim',
      provenance: { digitalSourceType: 'humanEdits', ingredients: [{ name: 'notes.txt' }] },
    });
    const third = await certifying.certified(second, { level: 'claim' });
    for (const pdf of [first, second, third]) expect((await c2paVerdict(pdf, root)).state).to.equal('Trusted');
    const { manifests, active } = await c2paVerdict(third, root);
    expect(Object.keys(manifests)).to.have.length(3);
    const parent = manifests[active]!.ingredients[0];
    expect([parent.relationship, parent.active_manifest]).to.deep.equal(['parentOf', verifyCertified(second).id]);
    expect(manifests[active]!.assertions[0].data.actions[0].action).to.equal('c2pa.opened');
    expect(parent.validation_results.activeManifest.success.map(({ code }: any) => code)).to.include.members([
      'claimSignature.validated',
      'assertion.dataHash.match',
      'ingredient.manifest.validated',
    ]);
    expect(parent.validation_results.activeManifest.failure.map(({ code }: any) => code)).to.deep.equal([
      'signingCredential.untrusted',
    ]);
    expect((await pdfsig(third)).map(({ valid, total }) => [valid, total])).to.deep.equal([
      [true, false],
      [true, false],
      [true, true],
    ]);
  });

  it('records that the manifest of a document that was changed no longer fits it', async () => {
    const first = await certifying.certified(plain, { level: 'claim' });
    const changed = Buffer.from(first);
    changed.write('B', changed.indexOf('(A report)') + 1, 'latin1');
    const { manifests, active } = await c2paVerdict(await certifying.certified(changed, { level: 'claim' }), root);
    expect(
      manifests[active]!.ingredients[0].validation_results.activeManifest.failure.map(({ code }: any) => code),
    ).to.include('assertion.dataHash.mismatch');
  });

  it('replaces a certification and its manifest where that is allowed, and stays PDF/A-3a', async () => {
    const again = { breakSignatures: true, visibleLabel: 'Again' };
    const first = await certifying.certified(archive());
    const second = await certifying.certified(first, again);
    expect(broken(second)).to.deep.equal([
      ['PDF/A-3a', []],
      ['PDF/UA-1', []],
    ]);
    expect((await c2paVerdict(second, root)).state).to.equal('Trusted');
    expect((await certifying.report(first, again)).dropped).to.deep.equal([
      {
        document: 1,
        what: 'signature',
        count: 1,
        reason: "The signature in the field 'Signature1' is no longer valid.",
      },
    ]);
  });

  for (const kind of ['p256', 'p384', 'rsa', 'rsa-pss'] as const) {
    it(`signs with a key of the kind ${kind}`, async () => {
      const authority = issue({ name: 'Authority', ca: true, keyUsage: [5] });
      const { certificate, privateKey } = issue({ kind, issuer: authority, purposes: ['1.3.6.1.5.5.7.3.4'] });
      const pdf = await certifying.certified(plain, {
        credential: {
          certificate,
          privateKey,
          chain: [authority.certificate],
          hash: kind === 'rsa' ? 'SHA-512' : 'SHA-256',
        },
      });
      expect((await c2paVerdict(pdf, authority.certificate)).state).to.equal('Trusted');
    });
  }

  it('does what its documentation asks for', async () => {
    const [, json = ''] =
      /```json\n(\{\n[^]*?)```/.exec(
        readFileSync(new URL('../../../../../docs/certifying.md', import.meta.url), 'utf8'),
      ) ?? [];
    const told = await certifying.report(archive(), { ...(JSON.parse(json) as object), credential });
    expect(told.warnings).to.deep.equal([]);
    expect(told.reader.says).to.include('Reviewed by Ada Tester: "I have read the report and checked its figures."');
  });

  it('runs its examples', async () => {
    for (const [name, body] of Object.entries(aiCertify.examples)) {
      const answer = await certifying.app.fetch('/api/v1/ai-certify', {
        method: 'POST',
        headers: { authorization: bearer('ent'), 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect(answer.status, name).to.equal(200);
      expect((await c2paVerdict(new Uint8Array(await answer.arrayBuffer()), root)).state, name).to.equal('Trusted');
    }
  });
});
