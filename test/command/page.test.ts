import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { openOwnCalls } from '../../src/app/own-calls.ts';
import type { OwnCalls } from '../../src/calls/own-calls.ts';
import { createLog } from '../../src/log.ts';
import { colophon, inProcess, workFolder } from '../support/command.ts';
import { infoOf, textOf } from '../support/pdf.ts';

/** A style sheet that shows by its text that it was loaded. */
const shows = (text: string, selector: string) => `${selector}::after { content: " ${text}" }`;

describe('A page on the command line', () => {
  const folder = workFolder();
  const at = (name: string) => join(folder.path, name);
  let own: OwnCalls;
  let server: Server;
  let loads = 0;
  before(async () => {
    own = await openOwnCalls(createLog('silent'));
    server = createServer((_, response) => {
      loads += 1;
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    mkdirSync(at('site/styles/deep'), { recursive: true });
    mkdirSync(at('more'));
  });
  after(async () => {
    await own.close();
    await new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    });
    folder.remove();
  });
  const page = (name: string, body: string): string => {
    writeFileSync(at(name), `<!doctype html><title>Page</title>${body}`);
    return at(name);
  };
  const print = async (args: readonly string[], input = '') => {
    const ran = await inProcess(['html', ...args], input, own);
    expect(ran.code, ran.stderr).to.equal(0);
    return { ...ran, text: await textOf(ran.stdout) };
  };

  it('is printed with what it loads by relative addresses, at any depth', async () => {
    writeFileSync(at('site/styles/main.css'), `@import "deep/more.css"; ${shows('main', 'h1')}`);
    writeFileSync(at('site/styles/deep/more.css'), `@import url(../last%20one.css?v=2#x); ${shows('more', 'p')}`);
    writeFileSync(at('site/styles/last one.css'), shows('last', 'li'));
    writeFileSync(at('site/root.css'), shows('root', 'b'));
    const file = page(
      'site/page.html',
      '<link rel="stylesheet" href="./styles/main.css"><link rel=stylesheet href="/root.css">' +
        '<h1>Title</h1><p>Text</p><ul><li>Item</ul><b>Bold</b>',
    );
    const { text, stderr } = await print([file]);
    expect(stderr).to.equal('');
    for (const loaded of ['Title main', 'Text more', 'Item last', 'Bold root']) expect(text).to.include(loaded);
  });

  it('reaches no file outside of its folder, unless --root names a folder of both', async () => {
    writeFileSync(at('more/outside.css'), shows('outside', 'p'));
    const file = page('site/outside.html', '<link rel=stylesheet href="../more/outside.css"><p>Text</p>');
    const alone = await print([file]);
    expect(alone.text).not.to.include('outside');
    expect(alone.stderr).to.include("note: '../more/outside.css' is outside of the page's folder");
    const both = await print([file, '--root', folder.path]);
    expect(both.text).to.include('Text outside');
    expect(both.stderr).to.equal('');
  });

  it('gets files and folders by --asset', async () => {
    writeFileSync(at('more/given.css'), shows('given', 'p'));
    mkdirSync(at('more/icons'));
    writeFileSync(at('more/icons/i.css'), shows('icon', 'h1'));
    const file = page(
      'site/given.html',
      '<link rel=stylesheet href="given.css"><link rel=stylesheet href="icons/i.css"><h1>A</h1><p>Text</p>',
    );
    const { text } = await print([file, '--asset', at('more/given.css'), '--asset', at('more/icons')]);
    expect(text).to.include('Text given').and.include('A icon');
  });

  it('comes from standard input, with options of the document by their own names', async () => {
    const { stdout, text } = await print(
      ['-', '--size', 'A6', '--orientation', 'landscape', '--title', 'From a pipe', '--no-tagged'],
      '<p style="break-after: page">One</p><p>Two',
    );
    expect(text).to.match(/One\s+Two/);
    expect(await infoOf(stdout)).to.include({ Pages: '2', Title: 'From a pipe', Tagged: 'no' });
    expect((await infoOf(stdout))['Page size']).to.match(/^419\.\d+ x 297\.\d+ pts/);
    const wrong = await inProcess(['html', '-', '--size', 'A44'], '<p>', own);
    expect(wrong.code).to.equal(2);
    expect(wrong.stderr).to.include('\n  /document/size: ');
  });

  it('loads from the network only where --allow-network names the host', async () => {
    const { port } = server.address() as AddressInfo;
    const file = page('site/net.html', `<link rel=stylesheet href="http://127.0.0.1:${port}/a.css"><p>Text</p>`);
    const blocked = await colophon(['html', file]);
    expect(blocked.stderr).to.include('warning: resource-blocked: ');
    // The host is allowed now, and its address is still none of the public ones.
    const allowed = await colophon(['html', file, '--allow-network', `127.0.0.1:${port}`]);
    expect(allowed.stderr).to.include('127.0.0.1 does not resolve to public addresses only');
    expect([blocked.code, allowed.code, loads]).to.deep.equal([0, 0, 0]);
  });
});
