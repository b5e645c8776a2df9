import { expect } from 'chai';
import fc from 'fast-check';
import { inMemory } from '../../../src/editions/documents.ts';
import { InputDocument } from '../../../src/editions/input-document.ts';
import { loadEditions } from '../../../src/editions/registry.ts';
import { approvalDigest } from '../../../src/calls/approval/approval-digest.ts';
import { readApproval } from '../../../src/calls/approval/approval-token.ts';
import { openApprovers } from '../../../src/calls/approval/approvers.ts';
import { openDocuments } from '../../../src/calls/documents/open-documents.ts';
import { validated } from '../../../src/calls/reading/validate-input.ts';
import { createLog } from '../../../src/log.ts';
import { approversFile, askedBy, signed, type ApproversFile } from '../../support/approvals.ts';
import { documentTools } from '../../support/document-tools.ts';
import { startHttp, type Built } from '../../support/http.ts';
import { times } from '../../support/effort.ts';
import { placeFiles } from '../../../src/calls/reading/assemble-body.ts';

const document = (text: string): InputDocument => new InputDocument(inMemory(Buffer.from(text)));

describe('An approval', () => {
  let approvers: ApproversFile;
  let app: Built;
  before(async () => {
    approvers = approversFile();
    app = await startHttp({
      env: {
        SERVICE_APPROVAL_REQUIRED: 'look',
        SERVICE_APPROVERS_FILE: approvers.path,
        SERVICE_RATE_LIMIT_CORE: '1000000',
        SERVICE_RATE_LIMIT_IP: '1000000',
      },
      tools: documentTools,
    });
  });
  after(async () => {
    await app.stop();
    approvers.remove();
  });

  it('is refused with any byte of it changed, left out or put in', async () => {
    const opened = openApprovers({ file: approvers.path, log: createLog('silent'), interval: 1000 });
    const asked = { client: 'acme', tool: 'look', digest: `sha256:${'a'.repeat(64)}` };
    const token = await signed(approvers.privateJwk, asked);
    await readApproval(token, asked, opened);
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ ~'.match(/./g) ?? [];
    const changed = fc
      .tuple(fc.nat(token.length - 1), fc.constantFrom(...letters), fc.constantFrom(0, 1, 2))
      .map(
        ([at, letter, kind]) => token.slice(0, at) + (kind === 2 ? '' : letter) + token.slice(kind === 1 ? at : at + 1),
      );
    await fc.assert(
      fc.asyncProperty(
        changed.filter((other) => other !== token),
        async (other) => {
          const error = await readApproval(other, asked, opened).then(
            () => null,
            (thrown: unknown) => thrown,
          );
          expect(error, other).to.have.property('slug', 'approval-invalid');
        },
      ),
      { numRuns: times(300, 1000) },
    );
    // The last letter of a signature has four bits that decoders do not look at: every other one of them too.
    for (const letter of letters)
      if (!token.endsWith(letter))
        expect(
          await readApproval(token.slice(0, -1) + letter, asked, opened).then(
            () => 'good',
            () => 'refused',
          ),
          letter,
        ).to.equal('refused');
    opened.close();
  });

  it('is refused with any byte of the document or the parameters changed', async function () {
    this.timeout(120_000);
    const pdf = Buffer.from('%PDF-1.7 the document that was approved');
    const request = (bytes: Uint8Array, more: object = {}) => ({
      document: { data: Buffer.from(bytes).toString('base64') },
      metadata: { title: 'Q3' },
      ranges: ['1-3', '7'],
      password: 'öffne dich',
      ...more,
    });
    const asked = await askedBy(await app.post('/api/v1/look', request(pdf)));
    const calls = app.calls.length;
    const refused = async (body: unknown): Promise<void> => {
      const response = await app.post('/api/v1/look', body, { approval: await signed(approvers.privateJwk, asked) });
      expect(response.status, JSON.stringify(body)).to.equal(403);
      expect(await response.text()).to.contain('another request');
    };
    await fc.assert(
      fc.asyncProperty(fc.nat(pdf.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
        const other = Buffer.from(pdf);
        other[at] = (other[at] ?? 0) ^ change;
        await refused(request(other));
      }),
      { numRuns: 100 },
    );
    const others = [
      { password: 'öffne dich ' },
      { password: 'o\u0308ffne dich' },
      { password: undefined },
      { metadata: { title: 'q3' } },
      { metadata: {} },
      { ranges: ['7', '1-3'] },
      { ranges: ['1-3'] },
      { pages: '1' },
      { structure: false },
      { scale: 1.0000000000000002 },
    ];
    for (const more of others) await refused(request(pdf, more));
    await refused(request(Buffer.concat([pdf, Buffer.from('\n')])));
    expect(app.calls).to.have.length(calls);
    expect(
      (
        await app.post(
          '/api/v1/look',
          { ...request(pdf), metadata: { title: 'Q3' } },
          { approval: await signed(approvers.privateJwk, asked) },
        )
      ).status,
    ).to.equal(200);
  });
});

describe('The digest that is approved', () => {
  const json = fc.jsonValue({ maxDepth: 4 });

  it('is the same for the same request, in whatever order its keys stand', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), json, { maxKeys: 6 }), (request) => {
        const reversed = Object.fromEntries(Object.entries(request).reverse());
        const digest = (value: unknown): string => {
          try {
            return approvalDigest('render', value);
          } catch (error) {
            return (error as { slug: string }).slug;
          }
        };
        expect(digest(reversed))
          .to.equal(digest(request))
          .and.match(/^(sha256:[0-9a-f]{64}|invalid-request)$/);
      }),
    );
  });

  it('is another for any other request', () => {
    const text = fc.string({ unit: 'grapheme' });
    const values = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        text,
        fc.integer(),
        fc.boolean(),
        fc.constant(null),
        text.map(document),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(text, tie('value'), { maxKeys: 3 }),
      ),
    })).value;
    const plain = (value: unknown): string =>
      JSON.stringify(value, (_key, inner: unknown) => {
        if (inner instanceof InputDocument) return [`a document ${inner.sha256}`];
        return typeof inner === 'object' && inner !== null && !Array.isArray(inner)
          ? Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1))
          : inner;
      });
    fc.assert(
      fc.property(
        fc.dictionary(text, values, { maxKeys: 3 }),
        fc.dictionary(text, values, { maxKeys: 3 }),
        (one, other) => {
          expect(approvalDigest('x', one) === approvalDigest('x', other)).to.equal(plain(one) === plain(other));
        },
      ),
      { numRuns: times(300, 1000) },
    );
  });

  it('tells a document from what only looks like it', () => {
    const { sha256 } = document('a');
    const requests = [
      { data: document('a') },
      { data: null },
      { data: sha256 },
      { data: { sha256 } },
      { data: [document('a')] },
      { other: document('a') },
      { data: document('a'), more: document('b') },
      { data: document('b'), more: document('a') },
    ];
    expect(new Set(requests.map((request) => approvalDigest('x', request))).size).to.equal(requests.length);
    expect(approvalDigest('x', { data: Buffer.from('a') })).to.equal(approvalDigest('x', { data: document('a') }));
  });

  it('is none where the request can not be named, which is told as a mistake', () => {
    expect(() => approvalDigest('x', { text: '\ud800' }))
      .to.throw('surrogate')
      .with.property('slug', 'invalid-request');
    expect(() => approvalDigest('x', { number: Infinity }))
      .to.throw('number')
      .with.property('slug', 'invalid-request');
    expect(() => approvalDigest('x', { date: new Date() })).to.throw('neither JSON nor bytes');
  });

  it('is there for every example of every tool in the tree, each another one', async () => {
    const editions = await loadEditions();
    const operations = editions.flatMap((edition) => edition.operations);
    const digests = new Map<string, string>();
    for (const tool of editions.flatMap(({ tools }) => tools)) {
      for (const [name, example] of Object.entries(tool.examples)) {
        const valid = await validated(tool.input(operations), await placeFiles(structuredClone(example), [], tool));
        const digest = approvalDigest(
          tool.name,
          await openDocuments(valid, tool, { jobResult: () => Promise.resolve(document('a result')), client: 'acme' }),
        );
        expect(digest, `${tool.name}: ${name}`).to.match(/^sha256:[0-9a-f]{64}$/);
        expect(digests.get(digest), `${tool.name}: ${name}`).to.equal(undefined);
        digests.set(digest, name);
      }
    }
    expect(digests.size).to.be.above(6);
  });

  it('is written as anyone can compute it', () => {
    // printf '%s' '{"documents":[{"at":"/document/data",' \
    //   '"sha256":"ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb"}],' \
    //   '"parameters":{"document":{"data":null},"pages":"1"},"tool":"split"}'
    // | sha256sum
    expect(approvalDigest('split', { pages: '1', document: { data: document('a') } })).to.equal(
      'sha256:3a4616ec7aec5bcc033135a6c18ee4e613b29c271ea871972d67d4b875e47d5e',
    );
  });
});
