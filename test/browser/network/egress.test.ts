import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import {
  createEgress,
  maxRemoteBytes,
  type Egress,
  type EgressRequest,
  type Fetched,
} from '../../../src/browser/network/egress.ts';
import { startService, pdfOf, type Json, type OwnService } from '../../support/service.ts';
import { textOf } from '../../support/pdf.ts';

const get = (url: string): EgressRequest => ({ url, method: 'GET', headers: {}, body: null });
const failure = (egress: Egress, url: string): Promise<string> =>
  egress.fetch(get(url), AbortSignal.timeout(10_000)).then(
    ({ status }) => String(status),
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

describe('A host that the operator allows', () => {
  it('means ports 80 and 443, unless a port is named', () => {
    const egress = createEgress({ allow: ['a.test', '*.b.test', 'c.test:8443'] });
    for (const url of [
      'http://a.test/',
      'https://a.test/x',
      'http://a.test:443/',
      'https://x.b.test',
      'https://c.test:8443/',
    ])
      expect(egress.allows(url), url).to.equal(true);
    for (const url of [
      'http://a.test:8080/',
      'https://x.b.test:8443/',
      'https://c.test/',
      'http://c.test:80/',
      'http://user@a.test/',
      'ftp://a.test/',
    ])
      expect(egress.allows(url), url).to.equal(false);
  });

  it('is reported by the name that the request has, without an address or an error of a socket', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const refusing = createEgress({
      allow: [`a.test:${port}`],
      addresses: () => Promise.resolve(['127.0.0.1']),
      reachable: () => true,
    });
    expect(await failure(refusing, `http://a.test:${port}/`)).to.equal('its host refuses connections');
    const unknown = createEgress({
      allow: ['a.test'],
      addresses: () => Promise.reject(Object.assign(new Error('getaddrinfo ENOTFOUND a.test'), { code: 'ENOTFOUND' })),
    });
    expect(await failure(unknown, 'http://a.test/')).to.equal('its host is not known');
    const inside = createEgress({ allow: ['a.test'], addresses: () => Promise.resolve(['10.1.2.3']) });
    expect(await failure(inside, 'http://a.test/')).to.equal('a.test does not resolve to public addresses only');
  });
});

describe('A document that loads from allowed hosts', () => {
  let service: OwnService;
  const requests: EgressRequest[] = [];
  const page = (html: string): Fetched => ({
    status: 200,
    headers: [{ name: 'content-type', value: 'text/html' }],
    body: Buffer.from(html),
  });
  const redirect = (to: string): Fetched => ({
    status: 302,
    headers: [{ name: 'location', value: to }],
    body: Buffer.alloc(0),
  });
  const answers: Readonly<Record<string, Fetched>> = {
    'https://reports.test/up': redirect('https://reports.test/page'),
    'https://reports.test/down': redirect('http://reports.test/page'),
    'https://reports.test/page': page(
      '<p>Report</p><img alt="" src="https://reports.test/a.png"><img alt="" src="https://other.test/a.png">',
    ),
    'http://reports.test/page': page('<p>In clear text</p><link rel="stylesheet" href="http://other.test/a.css">'),
    'https://reports.test/mixed': page(
      '<link rel="stylesheet" href="http://other.test/a.css"><img alt="" src="http://other.test/a.png">',
    ),
  };
  before(async () => {
    const egress: Egress = {
      allows: () => true,
      fetch(request) {
        requests.push(request);
        return Promise.resolve(answers[request.url] ?? { status: 404, headers: [], body: Buffer.alloc(0) });
      },
    };
    service = await startService({ SERVICE_WORKER_COUNT: '1' }, { egress });
  });
  beforeEach(() => void requests.splice(0));
  after(() => service.stop());

  const secrets = {
    headers: { Authorization: 'Bearer abc', 'X-Token': 'secret' },
    cookies: [{ name: 'session', value: 'abc' }],
  };
  const secretsOf = (url: string): unknown[] =>
    requests
      .filter((request) => request.url === url)
      .map(({ headers }) => [headers.Authorization, headers['X-Token'], headers.cookie]);

  it('sends the headers and cookies of `add_url` to the origin of its page, and to no other', async () => {
    const answer = await service.render({
      operations: [{ op: 'add_url', url: 'https://reports.test/up', ...secrets }],
    });
    expect(await textOf(pdfOf(answer))).to.contain('Report');
    for (const url of ['https://reports.test/up', 'https://reports.test/page', 'https://reports.test/a.png'])
      expect(secretsOf(url), url).to.deep.equal([['Bearer abc', 'secret', 'session=abc']]);
    expect(secretsOf('https://other.test/a.png')).to.deep.equal([[undefined, undefined, undefined]]);
  });

  it('sends none of them in clear text, where a redirect leads from https to http of the same host', async () => {
    await service.render({ operations: [{ op: 'add_url', url: 'https://reports.test/down', ...secrets }] });
    expect(secretsOf('https://reports.test/down')).to.deep.equal([['Bearer abc', 'secret', 'session=abc']]);
    expect(secretsOf('http://reports.test/page')).to.deep.equal(
      requests.length > 1 ? [[undefined, undefined, undefined]] : [],
    );
  });

  it('loads styles and pictures in clear text in HTML of the request, fragment or complete document', async () => {
    const files = '<link rel="stylesheet" href="http://other.test/a.css"><img alt="" src="http://other.test/a.png">';
    for (const html of [`<p>Text</p>${files}`, `<!doctype html><title>T</title>${files}<p>Text</p>`]) {
      await service.render({ operations: [{ op: 'add_html', html }] });
      const urls = requests.splice(0).map(({ url }) => url);
      expect(urls).to.have.members(['http://other.test/a.css', 'http://other.test/a.png']);
    }
  });

  it('loads what browsers load in clear text: with a page in clear text all, with one over HTTPS nothing', async () => {
    const urlsOf = async (url: string, warnings: readonly string[] = []): Promise<string[]> => {
      const answer = await service.render({ operations: [{ op: 'add_url', url }], output: { failOn: warnings } });
      expect(answer.status).to.equal(warnings.length > 0 ? 422 : 200);
      return requests.splice(0).map((request) => request.url);
    };
    expect(await urlsOf('http://reports.test/page')).to.deep.equal([
      'http://reports.test/page',
      'http://other.test/a.css',
    ]);
    expect(await urlsOf('https://reports.test/down')).to.include('http://other.test/a.css');
    expect(await urlsOf('https://reports.test/mixed', ['resource-blocked'])).to.deep.equal([
      'https://reports.test/mixed',
      'https://other.test/a.png',
    ]);
  });
});

describe('What one print loads from allowed hosts', () => {
  it('has a limit in sum', async () => {
    const bytes = 12 * 1024 * 1024;
    const server = createServer(
      (_, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.alloc(bytes)),
    );
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    const service = await startService(
      { SERVICE_WORKER_COUNT: '1' },
      { egress: createEgress({ allow: [host], reachable: () => true }) },
    );
    try {
      const html = Array.from({ length: 10 }, (_, index) => `<img alt="" src="http://${host}/${index}.png">`).join('');
      const answer = await service.render(
        { operations: [{ op: 'add_html', html }] },
        { headers: { accept: 'application/json' } },
      );
      const messages = (answer.json().report.warnings as Json[]).map(({ message }) => String(message));
      const refused = messages.filter((message) =>
        message.includes(`a print loads ${maxRemoteBytes} bytes from other hosts at most`),
      );
      expect(refused.length).to.be.within(10 - Math.floor(maxRemoteBytes / bytes), 9);
    } finally {
      server.close();
      await service.stop();
    }
  });
});
