import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { fileNames } from '../../../src/calls/result/file-names.ts';
import { zip } from '../../../src/calls/result/zip.ts';
import { documentTools } from '../../support/document-tools.ts';
import { startHttp, problemOf, type Built } from '../../support/http.ts';

const pdf = Buffer.from('%PDF-1.7 and more');
const body = { document: { data: pdf.toString('base64') } };

describe('The answer of a tool that makes several documents', () => {
  let app: Built;
  before(async () => {
    app = await startHttp({ env: { SERVICE_RATE_LIMIT_CORE: '10000' }, tools: documentTools });
  });
  after(() => app.stop());

  const cut = (accept = '*/*'): Promise<Response> => app.post('/api/v1/cut', body, { accept });

  it('is an archive by default, with what there is to know in its headers', async () => {
    const response = await cut();
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('content-type')).to.equal('application/zip');
    expect(response.headers.get('content-disposition')).to.equal('attachment; filename="document.zip"');
    expect(response.headers.get('content-length')).to.equal(String(bytes.byteLength));
    expect(response.headers.get('content-digest')).to.equal(
      `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`,
    );
  });

  it('holds the documents as they are, under names that are safe and apart, for other readers too', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'colophon-zip-'));
    try {
      const file = join(folder, 'parts.zip');
      writeFileSync(file, Buffer.from(await (await cut()).arrayBuffer()));
      execFileSync('unzip', ['-tqq', file]);
      const listed = execFileSync('unzip', ['-Zs', '-T', file], {
        encoding: 'utf8',
        env: { ...process.env, TZ: 'UTC' },
      })
        .split('\n')
        .slice(2, -2);
      expect(
        listed.map((line) => {
          const [, , , size, , method, date, name] = line.split(/\s+/);
          return [name, method, Number(size), date];
        }),
      ).to.deep.equal(
        ['part.pdf', 'Part-2.pdf', '_.._etc_passwd', '_con.pdf', 'document.pdf'].map((name, index) => [
          name,
          'stor',
          pdf.byteLength - index,
          '19800101.000000',
        ]),
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('is the same archive, byte for byte, when it is made again, also in another time zone', async () => {
    const [one, other] = [
      Buffer.from(await (await cut()).arrayBuffer()),
      Buffer.from(await (await cut()).arrayBuffer()),
    ];
    expect(one.equals(other)).to.equal(true);
    const script =
      `import { zip } from ${JSON.stringify(new URL('../../../src/calls/result/zip.ts', import.meta.url).href)}; ` +
      `process.stdout.write((await zip([{ filename: 'ä.pdf', pdf: Buffer.from('x') }])).toString('hex'));`;
    const here = (await zip([{ filename: 'ä.pdf', pdf: Buffer.from('x') }])).toString('hex');
    for (const zone of ['Pacific/Kiritimati', 'America/New_York'])
      expect(
        execFileSync(process.execPath, ['--input-type=module', '-e', script], {
          encoding: 'utf8',
          env: { ...process.env, TZ: zone },
        }),
        zone,
      ).to.equal(here);
  });

  it('is JSON with the same documents and names where Accept prefers that', async () => {
    const response = await cut('application/json');
    const { documents, report } = (await response.json()) as {
      documents: { filename: string; data: string; pages: number; bytes: number; sha256: string }[];
      report: unknown;
    };
    expect(documents.map(({ filename, pages }) => [filename, pages])).to.deep.equal([
      ['part.pdf', 1],
      ['Part-2.pdf', 2],
      ['_.._etc_passwd', 3],
      ['_con.pdf', 4],
      ['document.pdf', 5],
    ]);
    documents.forEach(({ data, bytes, sha256 }, index) => {
      const decoded = Buffer.from(data, 'base64');
      expect(decoded.equals(pdf.subarray(index))).to.equal(true);
      expect([bytes, sha256]).to.deep.equal([decoded.byteLength, createHash('sha256').update(decoded).digest('hex')]);
    });
    expect(report).to.deep.equal({ warnings: [] });
    expect(response.headers.get('content-digest')).to.match(/^sha-256=:/);
  });

  it('is replayed whole to a retry', async () => {
    const retry = { accept: 'application/zip', 'idempotency-key': 'zip' };
    const [first, second] = [await app.post('/api/v1/cut', body, retry), await app.post('/api/v1/cut', body, retry)];
    expect(second.headers.get('idempotency-replayed')).to.equal('true');
    expect(Buffer.from(await second.arrayBuffer()).equals(Buffer.from(await first.arrayBuffer()))).to.equal(true);
  });

  it('is chosen by Accept, with or without a charset, or refused before any work', async () => {
    const type = async (path: string, accept: string): Promise<string | null> =>
      (await app.post(path, body, { accept })).headers.get('content-type');
    expect(await type('/api/v1/cut', 'application/json;q=0.9, application/zip')).to.equal('application/zip');
    expect(await type('/api/v1/cut', 'application/json; charset=utf-8')).to.equal('application/json');
    expect(await type('/api/v1/look', '*/*')).to.equal('application/json');
    for (const accept of ['text/plain', 'text/*', 'text/plain; charset=utf-8', 'text/plain;charset=UTF-8'])
      expect(await type('/api/v1/look', accept), accept).to.equal('text/plain; charset=utf-8');
    const calls = app.calls.length;
    for (const [path, accept] of [
      ['/api/v1/cut', 'application/pdf'],
      ['/api/v1/cut', 'text/plain'],
      ['/api/v1/look', 'application/pdf'],
      ['/api/v1/join', 'application/zip'],
    ] as const) {
      expect(await problemOf(await app.post(path, body, { accept })), `${path} ${accept}`).to.include({
        slug: 'not-acceptable',
        status: 406,
      });
    }
    expect(app.calls).to.have.length(calls);
  });

  it('lets other requests have their turn while thousands of files are named and packed', async () => {
    const files = Array.from({ length: 10_000 }, () => ({ filename: 'part.pdf', pdf }));
    const turns = { count: 0, over: false };
    const count = () => {
      turns.count += 1;
      if (!turns.over) setImmediate(count);
    };
    setImmediate(count);
    const names = await fileNames(files.map(({ filename }) => filename));
    const archive = await zip(files.map((file, index) => ({ ...file, filename: names[index]! })));
    turns.over = true;
    expect(turns.count).to.be.at.least(50);
    const listedFiles = archive.readUInt16LE(archive.length - 12);
    expect(listedFiles).to.equal(10_000);
  });
});

describe('File names', () => {
  it('are kept where they are good', async () => {
    expect(await fileNames(['a.pdf', 'Kapitel 1 – Überblick.pdf', '報告.pdf'])).to.deep.equal([
      'a.pdf',
      'Kapitel 1 – Überblick.pdf',
      '報告.pdf',
    ]);
  });

  it('are apart also where a number would make them equal, and where only case or composition differs', async () => {
    expect(await fileNames(['a.pdf', 'a-2.pdf', 'A.pdf', 'a.pdf', 'é.pdf', 'e\u0301.pdf'])).to.deep.equal([
      'a.pdf',
      'a-2.pdf',
      'A-3.pdf',
      'a-4.pdf',
      'é.pdf',
      'é-2.pdf',
    ]);
  });

  it('are told apart by the thousand, also where only characters that nobody sees differ', async () => {
    const unseen = (index: number): string =>
      Array.from(index.toString(2).padStart(15, '0'), (digit) => (digit === '0' ? '\u200b' : '\u200c')).join('');
    const names = await fileNames(Array.from({ length: 20_000 }, (_, index) => `a${unseen(index)}.pdf`));
    expect(new Set(names).size).to.equal(20_000);
    expect(names.at(-1)).to.match(/^a_+-20000\.pdf$/);
  });

  it('stay in their folder, whatever they are', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.oneof(
            fc.string({ unit: 'binary' }),
            fc.constantFrom('..', '.', '/', 'NUL', 'aux.pdf', '...pdf', 'x'.repeat(500) + '.pdf', 'é'.repeat(300)),
          ),
          { maxLength: 20 },
        ),
        async (proposals) => {
          const names = await fileNames(proposals);
          expect(names).to.have.length(proposals.length);
          expect(new Set(names.map((name) => name.toLowerCase())).size).to.equal(names.length);
          for (const name of names) {
            expect(name)
              .to.match(/^[^/\\\p{Cc}:*?"<>|]+$/u)
              .and.not.match(/^\.|[. ]$|^(con|prn|aux|nul)(\.|$)/i);
            expect(Buffer.byteLength(name)).to.be.lessThan(256);
          }
        },
      ),
    );
  });
});
