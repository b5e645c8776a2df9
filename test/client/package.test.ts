import { expect } from 'chai';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import puppeteer, { type Browser } from 'puppeteer';
import { findChromium } from '../../src/browser/launch/find-chromium.ts';
import { clientService } from '../support/client.ts';
import { textOf } from '../support/pdf.ts';
import { run, type Output } from '../support/programs.ts';
import { keys, type Service } from '../support/service.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What each example prints, and the PDF that it leaves. */
const examples: Readonly<Record<string, { readonly prints: string; readonly leaves?: readonly [string, RegExp] }>> = {
  hello: { prints: '', leaves: ['hello.pdf', /Hello/] },
  documents: { prints: '2 pages\nThe report, The annex\n', leaves: ['both.pdf', /The report[^]*The annex/] },
  report: {
    prints: 'resource-failed: `missing.png` is not among the assets of this request.\n1 page\n',
    leaves: ['report.pdf', /Hello/],
  },
  job: { prints: 'succeeded: 15 pages\n', leaves: ['table.pdf', /Item 500/] },
  session: { prints: 'revision 3\n', leaves: ['log.pdf', /First entry[^]*Last entry/] },
  problems: {
    prints:
      '400 invalid-request\n/operations/0/text: `text` is required\n' +
      '/operations/0/txet: `txet` is not allowed; did you mean `text`?\n',
  },
};

describe('Client: the package', () => {
  let service: Service;
  /** A project that has installed the packed client. */
  let project: string;
  let installed: string;

  before(async () => {
    service = await clientService();
    project = await mkdtemp(join(tmpdir(), 'colophon-package-'));
    const source = join(project, 'source');
    for (const name of ['package.json', 'README.md', 'LICENSE'])
      await cp(join(root, 'client', name), join(source, name));
    await run(process.execPath, [join(root, 'scripts/client.mjs'), join(source, 'dist')]);
    await run('npm', ['pack', '--ignore-scripts', '--silent', source], { cwd: project });
    installed = join(project, 'node_modules/@colophon/client');
    await mkdir(installed, { recursive: true });
    await run('tar', ['-xzf', join(project, 'colophon-client-0.1.0.tgz'), '--strip-components=1', '-C', installed]);
    await writeFile(join(project, 'package.json'), '{"type": "module"}');
    await cp(join(root, 'client/examples'), project, { recursive: true });
  });
  after(() => rm(project, { recursive: true, force: true }));

  it('contains the built entries, all types, the README and the licence, and needs nothing', async () => {
    const files = await readdir(installed, { recursive: true });
    expect(files).to.include.members([
      'LICENSE',
      'README.md',
      'package.json',
      'dist/index.js',
      'dist/index.d.ts',
      'dist/node.js',
      'dist/node.d.ts',
      'dist/generated/api.d.ts',
    ]);
    const { dependencies = {}, version } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
    expect(dependencies).to.deep.equal({});
    expect(version).to.equal(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).version);
    const code = await readFile(join(installed, 'dist/index.js'), 'utf8');
    expect([...code.matchAll(/(?:from|import\()\s*["'](?!\.\/)/g)]).to.deep.equal([]);
  });

  it('has types that the examples agree with, under strict rules, without `skipLibCheck`', async () => {
    await cp(join(root, 'node_modules/@types/node'), join(project, 'node_modules/@types/node'), { recursive: true });
    await cp(join(root, 'node_modules/undici-types'), join(project, 'node_modules/undici-types'), { recursive: true });
    const strict = ['--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes', '--types', 'node'];
    const modules = ['--module', 'nodenext', '--target', 'es2022', '--skipLibCheck', 'false', '--noEmit'];
    const names = Object.keys(examples).map((name) => `${name}.ts`);
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    // Node.js alone; client/tsconfig.json has the library of browsers.
    const args = [tsc, ...strict, ...modules, '--lib', 'es2023,esnext.disposable', ...names];
    const { stdout } = await run(process.execPath, args, { cwd: project }).catch((error: unknown) => error as Output);
    expect(stdout).to.equal('');
  });

  for (const [name, { prints, leaves }] of Object.entries(examples))
    it(`has an example that works as its README and the documentation show it: ${name}`, async () => {
      const example = await readFile(join(root, 'client/examples', `${name}.ts`), 'utf8');
      const pages = ['client/README.md', ...(name === 'hello' ? ['docs/typescript.md'] : [])];
      for (const page of pages)
        expect(await readFile(join(root, page), 'utf8'), page).to.contain(`\`\`\`ts\n${example}\`\`\`\n`);
      const file = join(project, `${name}.ts`);
      await writeFile(file, example.replaceAll('http://127.0.0.1:8080', service.url));
      const variables = [`COLOPHON_KEY=${keys.core}`];
      const { stdout } = await run('env', [...variables, process.execPath, file], { cwd: project });
      expect(stdout).to.equal(prints);
      if (leaves) expect(await textOf(await readFile(join(project, leaves[0])))).to.match(leaves[1]);
    });

  it('renders, sends files and reads problems in a browser, from a page of another origin', async () => {
    const site = await serve(join(installed, 'dist'));
    const browser = await launch();
    try {
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
      const inPage = `(async () => {
        const { Colophon, ColophonProblem } = await import('/index.js');
        const colophon = new Colophon({ baseUrl: '${service.url}', key: '${keys.core}' });
        const operations = [{ op: 'add_text', text: 'Out of a page' }];
        const pdf = await colophon.render({ operations, output: { filename: 'ä.pdf' } });
        const { pages, warnings, filename } = pdf;
        const blob = await pdf.blob();
        const bytes = await blob.arrayBuffer();
        const texts = [];
        const kinds = [() => blob, () => new File([blob], 'a.pdf'), () => blob.stream(), () => new Uint8Array(bytes)];
        for (const kind of kinds)
          for (const options of [{}, { pages: '1' }])
            texts.push((await colophon.extractText({ document: kind(), ...options })).pages[0].text);
        const merged = await colophon.merge({ documents: [blob, blob.stream()] });
        const reader = merged.stream().getReader();
        const first = await reader.read();
        await reader.cancel();
        const job = await colophon.jobs.submit('split', { document: blob, every: 1 });
        const zip = await (await job.result()).bytes();
        const problem = await colophon.render({ operations: [] }).catch((error) => error);
        const wrong = [problem instanceof ColophonProblem, problem.slug, problem.mistakes[0].pointer];
        const aborted = await colophon.capabilities({ signal: AbortSignal.abort() }).catch(({ name }) => name);
        const seen = { type: blob.type, merged: merged.pages, first: first.value.length > 0, zip: zip[0] };
        return { pages, warnings, filename, texts, wrong, aborted, ...seen };
      })()`;
      expect(await page.evaluate(inPage)).to.deep.equal({
        pages: 1,
        warnings: 0,
        filename: 'ä.pdf',
        type: 'application/pdf',
        texts: Array(8).fill('Out of a page'),
        merged: 2,
        first: true,
        zip: 0x50,
        wrong: [true, 'invalid-request', '/operations'],
        aborted: 'AbortError',
      });
    } finally {
      await browser.close();
      site.close();
      site.closeAllConnections();
    }
  });
});

function launch(): Promise<Browser> {
  return puppeteer.launch({
    executablePath: findChromium(null),
    args: ['--no-sandbox', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
  });
}

/** The built entry, as a site serves it, and an empty page. */
async function serve(folder: string): Promise<Server> {
  const server = createServer((request, answer) => {
    if (request.url === '/') answer.setHeader('content-type', 'text/html').end('<!doctype html><title>A page</title>');
    else
      readFile(join(folder, request.url ?? '')).then(
        (content) => answer.setHeader('content-type', 'text/javascript').end(content),
        () => answer.writeHead(404).end(),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
