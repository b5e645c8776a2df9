import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { inProcess, workFolder } from '../support/command.ts';
import { keys, type Service } from '../support/service.ts';
import { sharedService } from '../support/shared.ts';
import { textOf } from '../support/pdf.ts';

const lines = {
  operations: [{ op: 'add_text', text: 'First' }, { op: 'add_page_break' }, { op: 'add_text', text: 'Second' }],
};

describe('The command with --server', () => {
  const folder = workFolder();
  const at = (name: string) => join(folder.path, name);
  let service: Service;
  before(async () => {
    service = await sharedService();
    for (const [tier, key] of Object.entries(keys)) writeFileSync(at(`${tier}.key`), `${key}\n`);
    writeFileSync(at('wrong.key'), `${keys.core}x`);
    writeFileSync(at('lines.json'), JSON.stringify(lines));
    writeFileSync(at('page.html'), '<!doctype html><link rel=stylesheet href=a.css><p>Page</p>');
    writeFileSync(at('a.css'), 'p::after { content: " styled" }');
  });
  after(() => folder.remove());
  const run = (args: readonly string[], key = 'core') =>
    inProcess([...args, '--server', `${service.url}/`, '--key-file', at(`${key}.key`)]);

  it('makes, divides, joins and reads documents', async () => {
    expect(await run(['render', at('lines.json'), '-o', at('lines.pdf')])).to.include({ code: 0, stderr: '' });
    expect((await run(['split', at('lines.pdf'), '--every', '1', '-o', at('parts/')])).code).to.equal(0);
    const merged = await run(['merge', at('parts/lines-2.pdf'), at('parts/lines-1.pdf'), '--json', '-o', at('m.pdf')]);
    expect(JSON.parse(merged.stdout.toString()).document).to.include({
      pages: 2,
      path: at('m.pdf'),
      filename: 'm.pdf',
    });
    const { code, stdout } = await run(['extract-text', at('m.pdf')]);
    expect(code).to.equal(0);
    expect(stdout.toString()).to.match(/Second\s*First/);
  });

  it('sends a page with its files', async () => {
    const { code, stdout, stderr } = await run(['html', at('page.html'), '--size', 'A5']);
    expect(stderr).to.equal('');
    expect(code).to.equal(0);
    expect(await textOf(stdout)).to.include('Page styled');
  });

  it('ends with the problem of the service, and its pointers', async () => {
    const wrong = await inProcess(
      ['render', '-', '--server', service.url, '--key-file', at('core.key')],
      '{"operations":[{"op":"add_txt"}]}',
    );
    expect(wrong.code).to.equal(2);
    expect(wrong.stderr).to.match(/^[a-z-]+: .+\n.+\n {2}\/operations\/0\/op: .*add_text/m);
    writeFileSync(at('no.pdf'), 'no PDF');
    expect(await run(['extract-text', at('no.pdf')])).to.include({ code: 1 });
    expect(await run(['optimize', at('no.pdf'), '-o', at('x.pdf')])).to.include({ code: 3 });
    expect(await run(['extract-text', at('no.pdf')], 'wrong')).to.include({ code: 3 });
    expect((await run(['extract-text', at('no.pdf')], 'wrong')).stderr).to.match(/^unauthenticated|^[a-z-]+: /);
    expect((await inProcess(['extract-text', at('no.pdf'), '--server', service.url])).code).to.equal(3);
  });
});

describe('The exit code for an answer of a service', () => {
  const folder = workFolder();
  let server: Server;
  let url: string;
  let requests: { accept: string | undefined; body: string }[] = [];
  let answer: (response: ServerResponse, count: number) => void = () => undefined;
  before(async () => {
    server = createServer((request: IncomingMessage, response) => {
      void text(request).then((body) => {
        requests.push({ accept: request.headers.accept, body });
        answer(response, requests.length);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    writeFileSync(join(folder.path, 'r.json'), JSON.stringify(lines));
  });
  beforeEach(() => (requests = []));
  after(async () => {
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
    folder.remove();
  });
  const out = join(folder.path, 'out.pdf');
  const render = () => inProcess(['render', join(folder.path, 'r.json'), '-o', out, '--server', url]);
  const problem = (status: number) => (response: ServerResponse) =>
    response
      .writeHead(status, { 'content-type': 'application/problem+json', 'retry-after': '0' })
      .end(
        JSON.stringify({ type: 'https://example.com/problems/a-slug', title: 'A title', status, detail: 'A detail.' }),
      );

  const codes: readonly (readonly [status: number, code: number, requests: number])[] = [
    [400, 2, 1],
    [401, 3, 1],
    [403, 3, 1],
    [404, 2, 1],
    [409, 2, 1],
    [413, 2, 1],
    [422, 1, 1],
    [429, 4, 6],
    [500, 4, 1],
    [503, 4, 6],
    [504, 4, 1],
  ];
  for (const [status, code, count] of codes)
    it(`${status} is ${code}, after ${count === 1 ? 'one request' : `${count} requests`}`, async () => {
      answer = problem(status);
      expect(await render()).to.deep.include({ code, stderr: 'a-slug: A title\nA detail.\n' });
      expect(requests).to.have.length(count);
      expect(folder.names()).to.deep.equal(['r.json']);
    });

  it('is 0 where a service that is busy answers later', async () => {
    answer = (response, count) =>
      count < 3 ? problem(503)(response) : response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-');
    expect(await render()).to.include({ code: 0 });
    expect(requests.map(({ body }) => body)).to.deep.equal(Array(3).fill(JSON.stringify(lines)));
  });

  it('is 4 for an answer that is no problem document', async () => {
    answer = (response) => response.writeHead(502).end('<h1>Bad gateway</h1>');
    expect(await render()).to.deep.include({
      code: 4,
      stderr: 'http-502: No problem document\nThe service answered with status 502.\n',
    });
  });

  it('is 4 for an answer that breaks off, and the file before stays', async () => {
    writeFileSync(out, 'before');
    answer = (response) => {
      response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': '1000' }).write('%PDF-');
      setTimeout(() => response.destroy(), 20);
    };
    expect(await render()).to.include({ code: 4 });
    expect(folder.names()).to.deep.equal(['out.pdf', 'r.json']);
  });

  it('is 4 where nothing listens', async () => {
    const nowhere = await inProcess([
      'render',
      join(folder.path, 'r.json'),
      '-o',
      out,
      '--server',
      'http://127.0.0.1:1',
    ]);
    expect(nowhere.code).to.equal(4);
    expect(nowhere.stderr).to.match(/^unreachable: .*\nThe service at http:\/\/127\.0\.0\.1:1 cannot be reached/);
  });
});
