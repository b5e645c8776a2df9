import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import puppeteer, { type Browser, type Page } from 'puppeteer';
import { findChromium } from '../../src/browser/launch/find-chromium.ts';
import { keys, startService, type OwnService } from '../support/service.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const script = <T>(name: string) => import(new URL(`../../scripts/docs/${name}`, import.meta.url).href) as Promise<T>;
const { mistakesOf } = await script<{ mistakesOf: (folder: string) => string[] }>('check-site.mjs');
const { pageOf } = await script<{ pageOf: (source: string) => string | undefined }>('pages.mjs');
const { serveFolder } = await script<{ serveFolder: (folder: string, port: number) => Promise<Served> }>('serve.mjs');

interface Served {
  readonly address: string;
  stop(): Promise<void>;
}

/** `npm run docs` into a folder. */
async function build(out: string): Promise<void> {
  const process_ = spawn(process.execPath, ['scripts/docs.mjs', '--out', out], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [process_.stdout, process_.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  const [code] = (await once(process_, 'close')) as [number];
  if (code !== 0) throw new Error(`the site was not built:\n${said.slice(-3000)}`);
}

const filesBelow = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));

describe('The site of the documentation', function () {
  this.timeout(240_000);
  let out: string;
  let site: Served | undefined;
  let service: OwnService | undefined;
  let browser: Browser | undefined;
  const asked: string[] = [];

  before(async () => {
    out = await mkdtemp(join(tmpdir(), 'colophon-site-'));
    await build(out);
    site = await serveFolder(out, 0);
    service = await startService({ SERVICE_CORS_ORIGINS: site.address }, { check: false });
    browser = await puppeteer.launch({
      executablePath: findChromium(null),
      args: ['--no-sandbox', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
    });
  });

  after(async () => {
    await browser?.close();
    await service?.stop();
    await site?.stop();
    await rm(out, { recursive: true, force: true });
  });

  async function open(path: string): Promise<Page> {
    const page = await browser!.newPage();
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${site!.address}/${path}`, { waitUntil: 'networkidle0' });
    return page;
  }

  async function fill(page: Page, name: string, value: string): Promise<void> {
    await page.$eval(
      `.try-it [name="${name}"]`,
      (field, text) => {
        (field as HTMLInputElement).value = text;
        field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input'));
      },
      value,
    );
  }

  /** Sends what the form holds; resolves with the answer as the page shows it. */
  async function attempt(page: Page, base: string, key: string): Promise<string> {
    await fill(page, 'base', base);
    await fill(page, 'key', key);
    await page.click('.try-it button');
    return page
      .waitForSelector('.try-it .answer')
      .then((shown) => shown!.evaluate((element) => (element as HTMLElement).innerText));
  }

  it('has every page of docs/, the README and the changelog, and a page for every route', async () => {
    const built = await filesBelow(out);
    const written = (await filesBelow(join(root, 'docs'))).filter((file) => file.endsWith('.md'));
    const sources = ['README.md', 'CHANGELOG.md', ...written.map((file) => `docs/${file}`)];
    expect(built).to.include.members(sources.map((source) => `${pageOf(source)!}.html`));
    const { paths } = JSON.parse(await readFile(join(root, 'openapi.json'), 'utf8')) as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const routes = Object.values(paths).flatMap((item) => Object.values(item).map(({ operationId }) => operationId));
    expect(built).to.include.members(routes.map((route) => `reference/${route}.html`));
  });

  it('has text in double braces as it is written', async () => {
    expect(await readFile(join(out, 'templates.html'), 'utf8')).to.contain('{{#each');
  });

  it('has no link that leads nowhere, and loads nothing from elsewhere', () => {
    expect(mistakesOf(out)).to.deep.equal([]);
  });

  it('would not be built with a dead link, a dead anchor, or a script of another host', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'colophon-site-'));
    const body = '<a href="./b.html#c">1</a><a href="d.html">2</a><a href="#e">3</a><a href="#f" id="f">4</a>';
    await writeFile(join(folder, 'a.html'), `${body}<script src="https://cdn.example/x.js"></script><img src="g.png">`);
    await writeFile(join(folder, 'b.html'), '<h2 id="b">B</h2><a href="https://example.com/">elsewhere</a>');
    await writeFile(join(folder, 'h.css'), '@import "https://fonts.example/x.css"; p { background: url(data:x) }');
    const mistakes = mistakesOf(folder);
    await rm(folder, { recursive: true });
    expect(mistakes).to.have.members([
      'a.html: ./b.html#c: b.html has no #c',
      'a.html: d.html: there is no d.html',
      'a.html: #e: a.html has no #e',
      'a.html: https://cdn.example/x.js: it is loaded from elsewhere',
      'a.html: g.png: there is no g.png',
      'h.css: https://fonts.example/x.css: it is loaded from elsewhere',
    ]);
  });

  it('finds a word of a page by its search, and leads there', async () => {
    const page = await open('');
    await page.click('.VPNavBarSearchButton, #local-search button');
    await page.waitForSelector('.VPLocalSearchBox input');
    await page.type('.VPLocalSearchBox input', 'SERVICE_CORS_ORIGINS');
    await page.waitForSelector('.VPLocalSearchBox .result');
    const results = await page.$$eval('.VPLocalSearchBox .result', (list) =>
      list.map((link) => (link as HTMLAnchorElement).pathname),
    );
    expect(results).to.include.members(['/settings.html', '/deployment.html']);
    await page.close();
  });

  it('renders the example of the reference by a service, and shows the PDF', async () => {
    const page = await open('reference/render.html');
    const shown = await attempt(page, service!.url, keys.core);
    expect(shown).to.contain('200').and.contain('application/pdf').and.contain('Download');
    const bytes = await page.$eval('.try-it .answer a[download]', async (link) => [
      ...new Uint8Array(await (await fetch(link.href)).arrayBuffer()),
    ]);
    const pdf = Buffer.from(bytes);
    expect(pdf.subarray(0, 5).toString('latin1')).to.equal('%PDF-');
    expect(pdf.subarray(-6).toString('latin1')).to.contain('%%EOF');
    expect(await page.$eval('.try-it .answer table', (table) => table.textContent)).to.contain('document-pages');
    await page.close();
  });

  it('shows a problem as the service answers it', async () => {
    const page = await open('reference/render.html');
    await fill(page, 'body', '{"operations": [{"op": "add_heading", "text": "A", "level": 9}]}');
    const shown = await attempt(page, service!.url, keys.core);
    expect(shown).to.contain('400').and.contain('/operations/0/level');
    await page.close();
  });

  it('shows how to start a service where none allows the call', async () => {
    const page = await open('reference/merge.html');
    const shown = await attempt(page, 'http://127.0.0.1:9', keys.core);
    expect(shown).to.contain(`SERVICE_CORS_ORIGINS=${site!.address} npm start`);
    await page.close();
  });

  it('is built by packages that the service does not install', async () => {
    const packagesOf = async (lock: string) =>
      Object.keys((JSON.parse(await readFile(join(root, lock), 'utf8')) as { packages: object }).packages);
    expect(await packagesOf('package-lock.json')).not.to.include('node_modules/vitepress');
    expect(await packagesOf('scripts/docs/package-lock.json')).to.include('node_modules/vitepress');
  });

  it('requests nothing but its own files and the service', async () => {
    const page = await open('gallery/');
    expect(
      await page.$$eval('.vp-doc img', (list) => list.filter((image) => image.naturalWidth === 0).length),
    ).to.equal(0);
    await page.close();
    const own = [site!.address, service!.url, 'http://127.0.0.1:9', 'data:', `blob:${site!.address}`];
    expect(asked.length).to.be.greaterThan(10);
    expect(asked.filter((url) => !own.some((start) => url.startsWith(start)))).to.deep.equal([]);
  });
});
