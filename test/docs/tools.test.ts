import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runPage } from '../../src/cli/examples/run-page.ts';
import { keys, pdfOf, type Service } from '../support/service.ts';
import { sharedService } from '../support/shared.ts';

const root = new URL('../../', import.meta.url);

/** The page of each tool: its first block is the shortest request of the tool. */
const pageOf: Readonly<Record<string, string>> = {
  render: 'html',
  'extract-text': 'documents',
  merge: 'documents',
  split: 'documents',
  rasterize: 'rasterizing',
  arrange: 'arranging',
  sign: 'signing',
  'fill-form': 'forms',
  redact: 'redaction',
  compare: 'comparing',
  optimize: 'optimizing',
  'compliance-check': 'conformance',
  'check-accessibility': 'conformance',
  'forensic-analyze': 'forensics',
  'ai-certify': 'certifying',
  pipe: 'pipe',
};

/** What stands before the first paragraph of a page. */
function firstBlock(page: string): string {
  const [, commands = ''] =
    /^# [^\n]*\n\n```sh\n([^]*?)^```$/m.exec(readFileSync(new URL(`docs/${page}.md`, root), 'utf8')) ?? [];
  return commands;
}

describe('The page of a tool', () => {
  let service: Service;
  let folder: string;

  before(async () => {
    service = await sharedService({ SERVICE_APPROVAL_REQUIRED: 'none' });
    folder = mkdtempSync(join(tmpdir(), 'colophon-tools-'));
    const write = async (name: string, operations: readonly object[]) =>
      writeFileSync(join(folder, name), pdfOf(await service.render({ operations })));
    const text = (words: string) => [{ op: 'add_text', text: words }];
    await write('report.pdf', text('Ada wrote this report.'));
    await write('appendix.pdf', text('Figures.'));
    await write('old.pdf', text('Old words.'));
    await write('new.pdf', text('New words.'));
    await write('form.pdf', [{ op: 'add_form_field', kind: 'text', name: 'name' }]);
    writeFileSync(join(folder, 'invoice.html'), '<!doctype html><title>Invoice</title><h1>Invoice</h1>');
    const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '30'];
    const usage = ['-addext', 'keyUsage=digitalSignature', '-addext', 'extendedKeyUsage=emailProtection'];
    const authority = ['-CA', 'ca.pem', '-CAkey', 'ca-key.pem', '-addext', 'basicConstraints=critical,CA:FALSE'];
    openssl(...request, '-subj', '/CN=Root/O=Acme', '-keyout', 'ca-key.pem', '-out', 'ca.pem');
    openssl(...request, ...authority, '-subj', '/CN=Ada/O=Acme', ...usage, '-keyout', 'key.pem', '-out', 'cert.pem');
    const parts = ['-inkey', 'key.pem', '-in', 'cert.pem', '-certfile', 'ca.pem'];
    openssl('pkcs12', '-export', ...parts, '-passout', 'pass:secret', '-out', 'me.p12');
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('is there for every tool of the interface', async () => {
    const { tools } = (await service.request('GET', '/api/v1/capabilities', { key: keys.enterprise })).json();
    expect((tools as { name: string }[]).map(({ name }) => name)).to.have.members(Object.keys(pageOf));
  });

  for (const page of new Set(Object.values(pageOf)))
    it(`begins with the shortest request of its tools, which works: ${page}.md`, async () => {
      const commands = firstBlock(page);
      const tools = Object.keys(pageOf).filter((tool) => pageOf[tool] === page);
      for (const tool of tools) expect(commands).to.match(new RegExp(`/api/v1/${tool}\\b`));
      const before = new Set(readdirSync(folder));
      const approved = `APPROVAL=none\n${commands}`;
      await runPage(`\`\`\`sh\n${approved}\`\`\`\n`, folder, { address: service.url, key: keys.enterprise });
      for (const name of readdirSync(folder).filter((file) => !before.has(file)))
        expect(readFileSync(join(folder, name)).subarray(0, 4).toString('latin1'), name).to.be.oneOf([
          '%PDF',
          'PK\u0003\u0004',
          '\u0089PNG',
        ]);
    });
});
