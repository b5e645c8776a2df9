import { expect } from 'chai';
import type { ForensicReport } from '../../../../src/pdf/forensic/examine.ts';
import { forensicAnalyze } from '../../../../src/editions/enterprise/tools/forensic-analyze.ts';
import { harmless, sneaky, turned } from '../../../support/sneaky-files.ts';
import { attacks, everyday } from '../../../support/tampered-files.ts';
import { certify } from '../../../pdf/c2pa/certify.ts';
import { issue } from '../../../support/certificates.ts';
import { bearer, problemOf } from '../../../support/http.ts';
import { contractPdf, content, patched, signed, updated, value } from '../../../support/signed-files.ts';
import { startTools, type ToolService } from '../../../support/tools.ts';
import { Dict } from '../../../../src/pdf/objects/objects.ts';

describe('forensic-analyze', () => {
  let service: ToolService;
  before(async () => {
    service = await startTools(forensicAnalyze);
  });
  after(() => service.stop());

  const send = (pdf: Uint8Array, options: object = {}) =>
    service.send('forensic-analyze', [{ name: 'contract.pdf', bytes: pdf }], options, { authorization: bearer('ent') });
  const report = async (pdf: Uint8Array, options?: object) => {
    const response = await send(pdf, options);
    expect(response.status).to.equal(200);
    return (await response.json()) as ForensicReport;
  };
  const ids = ({ findings }: ForensicReport) => findings.map(({ id }) => id);

  describe('finds what was done to signed files:', () => {
    for (const { name, expects, make } of [...attacks, ...sneaky]) {
      it(name, async () => {
        const found = await report(await make());
        expect(ids(found)).to.include(expects);
        expect(found.verdict).to.be.oneOf(['tampered', 'suspicious']);
        expect(found.risk).to.be.greaterThan(50);
      });
    }
  });

  describe('raises no alarm over what signed files go through every day:', () => {
    for (const { name, make } of [...everyday, ...harmless]) {
      it(name, async () => {
        const found = await report(await make());
        expect(found.verdict, ids(found).join(', ')).to.be.oneOf(['clean', 'notable']);
        expect(
          found.signatures.every(
            ({ integrity, changesAfter }) => integrity === 'intact' && changesAfter.every(({ allowed }) => allowed),
          ),
        ).to.equal(true);
      });
    }
  });

  describe('tells what is allowed after signing and worth a look:', () => {
    for (const { name, make } of turned) {
      it(name, async () => {
        const found = await report(await make());
        expect([found.verdict, ids(found).includes('field-turned')]).to.deep.equal(['notable', true]);
      });
    }
  });

  it(
    'tells each version with what it changed, and each signature with what it covers and what ' + 'came after',
    async () => {
      const pdf = updated(await signed(contractPdf()), (changes) => {
        changes.set(
          changes.file.pages()[1]?.dict.get('Contents') as never,
          content('BT /F1 14 Tf 40 150 Td (Second page: all else is agreed) Tj ET'),
        );
      });
      const { revisions, signatures, findings, recoverable, verdict } = await report(pdf);
      expect(verdict).to.equal('tampered');
      expect(
        revisions.map(({ number, pages, signedBy }) => [
          number,
          pages.map(({ page, change }) => `${page} ${change}`),
          signedBy,
        ]),
      ).to.deep.equal([
        [1, [], []],
        [2, ['1 changed'], ['Signature1']],
        [3, ['2 changed'], []],
      ]);
      expect(revisions[2]).to.include({ bytes: pdf.length, chained: true, objectCount: 1 });
      expect(revisions[2]?.objects).to.deep.equal([{ object: 6, change: 'changed', kind: 'stream' }]);
      expect(revisions[2]?.pages[0]?.difference).to.be.within(0.001, 0.2);
      expect(signatures).to.have.lengthOf(1);
      expect(signatures[0]).to.deep.include({
        field: 'Signature1',
        kind: 'approval',
        integrity: 'intact',
        permissions: null,
        signedAt: '2026-01-02T03:04:05Z',
        coverage: { kind: 'whole-revision', bytes: revisions[1]?.bytes, revision: 2 },
      });
      expect(signatures[0]?.signer).to.include({ name: 'Ada Tester', selfSigned: true });
      expect(signatures[0]?.changesAfter[0]).to.deep.include({ kind: 'content', allowed: false, object: 6, page: 2 });
      expect(findings[0]).to.deep.include({
        id: 'signed-content-changed',
        category: 'signature',
        severity: 'critical',
      });
      expect(findings.find(({ id }) => id === 'signed-picture-differs')?.evidence).to.include({ page: 2 });
      expect(recoverable).to.deep.include({
        kind: 'text',
        revision: 1,
        page: 2,
        object: null,
        excerpt: 'Second page: nothing else is agreed',
      });
    },
  );

  it('says that nothing came after a signature only where all of it was compared', async () => {
    const judged = (await report(await signed(contractPdf()))).signatures.map(({ changesJudged, changesAfter }) => [
      changesJudged,
      changesAfter,
    ]);
    expect(judged).to.deep.equal([[true, []]]);
    const hollow = await report(patched(await signed(contractPdf()), '/ByteRange[', '/BiteRange['));
    expect(hollow.signatures.map(({ changesJudged }) => changesJudged)).to.deep.equal([false]);
  });

  it(
    'takes Content Credentials that came after an approval for what they are, and not after a ' + 'certification',
    async () => {
      const approved = await report((await certify(await signed(contractPdf()), { level: 'claim' })).pdf);
      expect([
        approved.verdict,
        approved.signatures[0]?.changesAfter.filter(({ kind }) => kind === 'credential').length,
      ]).to.deep.equal(['clean', 2]);
      const again = await report(
        (await certify((await certify(contractPdf(), { level: 'claim' })).pdf, { level: 'claim' })).pdf,
      );
      expect([again.verdict, again.signatures.length]).to.deep.equal(['clean', 2]);
      const broken = await report(
        (await certify(await signed(contractPdf(), { certify: 3 }), { breakSignatures: true })).pdf,
      );
      expect(ids(broken)).to.include('certification-violated');
    },
  );

  it('tells what follows the value of a signature in its Contents', async () => {
    const pdf = Buffer.from(await signed(contractPdf()));
    const end = Number(/\/ByteRange\[\d+ \d+ (\d+)/.exec(pdf.toString('latin1'))?.[1]);
    pdf.write('4556494c', end - 21, 'latin1');
    const found = await report(pdf);
    expect(found.findings.find(({ id }) => id === 'signature-deviates')?.evidence.excerpt).to.equal(
      'Signature1: something other than zeros follows it',
    );
  });

  it(
    'tells who issued the certificate of a signature, link by link, and which of them was not valid when it ' +
      'signed',
    async () => {
      const root = issue({ name: 'Root', ca: true, keyUsage: [5] });
      const middle = issue({ name: 'Middle', issuer: root, ca: true, keyUsage: [5], to: new Date('2025-01-01') });
      const grace = issue({ name: 'Grace Tester', issuer: middle });
      const credential = { certificate: grace.certificate, privateKey: grace.privateKey };
      const whole = await report(
        await signed(contractPdf(), { credential: { ...credential, chain: [middle.certificate, root.certificate] } }),
      );
      expect(whole.signatures[0]?.signer).to.deep.include({
        name: 'Grace Tester',
        issuer: 'Middle',
        selfSigned: false,
        chainComplete: true,
      });
      expect(whole.signatures[0]?.signer?.chain.map(({ name }) => name)).to.deep.equal(['Middle', 'Root']);
      expect(
        whole.findings.filter(({ id }) => id === 'certificate-not-in-time').map(({ evidence }) => evidence.excerpt),
      ).to.satisfy((told: string[]) => told.length === 1 && (told[0] ?? '').includes('Middle valid'));
      const alone = await report(await signed(contractPdf(), { credential }));
      expect(alone.signatures[0]?.signer).to.deep.include({ chain: [], chainComplete: false });
    },
  );

  it('looks only for the categories that are asked for, and the verdict is of these', async () => {
    const pdf = updated(contractPdf(), (changes) => {
      changes.catalog().set('OpenAction', value('<</S/Launch/F(calc.exe)>>'));
    });
    expect((await report(pdf)).verdict).to.equal('suspicious');
    const partly = await report(pdf, { checks: ['signature', 'metadata'] });
    expect([
      partly.verdict,
      partly.findings.every(({ category }) => category === 'signature' || category === 'metadata'),
    ]).to.deep.equal(['clean', true]);
  });

  it('looks into attached PDFs', async () => {
    const inner = updated(contractPdf(), (changes) => {
      changes.catalog().set('OpenAction', value('<</S/Launch/F(calc.exe)>>'));
    });
    const pdf = updated(contractPdf(), (changes) => {
      const file = new Dict([['F', changes.add(content(inner.toString('latin1')))]]);
      changes.catalog().set(
        'Names',
        new Dict([
          [
            'EmbeddedFiles',
            new Dict([
              [
                'Names',
                [
                  value('(a.pdf)'),
                  new Dict([
                    ['F', value('(a.pdf)')],
                    ['EF', file],
                  ]),
                ],
              ],
            ]),
          ],
        ]),
      );
    });
    const found = (await report(pdf)).findings.find(({ id }) => id === 'attachment-pdf-alarming');
    expect(found?.evidence.excerpt).to.match(/'a\.pdf' is suspicious: Starts a program/);
    expect(ids(await report(pdf, { depth: 'quick' })))
      .to.include('attachment')
      .and.not.include('attachment-pdf-alarming');
  });

  it('refuses what is no PDF, and what needs a password', async () => {
    expect(await problemOf(await send(Buffer.from('PK\u0003\u0004')))).to.include({ status: 422, slug: 'invalid-pdf' });
    expect(await problemOf(await send(contractPdf(), { checks: ['everything'] }))).to.include({
      status: 400,
      slug: 'invalid-request',
    });
    expect(await problemOf(await send(contractPdf(), { depth: 'deepest' }))).to.include({
      status: 400,
      slug: 'invalid-request',
    });
  });

  it('is not for a key of a lower tier', async () => {
    expect(
      await problemOf(await service.send('forensic-analyze', [contractPdf()], {}, { authorization: bearer('pro') })),
    ).to.include({ status: 403, slug: 'tier-required' });
  });
});
