import { expect } from 'chai';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pdfOf, type Service } from '../support/service.ts';
import { sharedService } from '../support/shared.ts';
import { imagesOf, textOf } from '../support/pdf.ts';
import { hostileHtml, openCanary, type Canary } from './canary.ts';

/** A picture of one red pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';

describe('A document that is not to be trusted', () => {
  let service: Service;
  let canary: Canary;
  let folder: string;
  let secret: string;

  before(async () => {
    service = await sharedService();
    canary = await openCanary();
    folder = await mkdtemp(join(tmpdir(), 'canary-'));
    secret = join(folder, 'secret.txt');
    await writeFile(secret, 'FILESECRET', { mode: 0o644 });
  });

  after(async () => {
    canary.stop();
    await rm(folder, { recursive: true });
  });

  it('is heard by a canary when nothing holds it back, so that silence means something', async () => {
    await fetch(`http://127.0.0.1:${canary.http}/proof`);
    expect(canary.hits.splice(0)).to.deep.equal(['GET /proof']);
  });

  const ways = {
    'with scripts running': { javascript: 'auto', waitFor: { delay: 1500 }, clock: 'virtual' },
    'with scripts running for more than a second': { javascript: 'auto', waitFor: { delay: 1500 }, clock: 'real' },
    'with scripts off': { javascript: 'off', clock: 'virtual' },
  };
  for (const [name, { clock, ...options }] of Object.entries(ways)) {
    it(`reaches nothing on loopback and prints no local file, ${name}`, async () => {
      const html = { op: 'add_html', html: hostileHtml(canary, secret), ...options };
      const text = await textOf(pdfOf(await service.render({ document: { clock }, operations: [html] })));
      await sleep(1000);
      expect(text).to.contain('LOADED');
      if (options.javascript === 'auto') expect(text).to.contain('RAN');
      expect(text).not.to.contain('FILESECRET');
      expect(canary.hits).to.deep.equal([]);
    });
  }

  it('says which resources were not loaded, and fails on them when asked', async () => {
    const body = {
      operations: [
        {
          op: 'add_html',
          html: `<p>x</p><img alt="" src="http://127.0.0.1:${canary.http}/a.png"><img alt="" src="missing.png">`,
        },
      ],
    };
    const told = await service.render(body, { headers: { accept: 'application/json' } });
    const codes = (told.json().report.warnings as { code: string }[]).map(({ code }) => code);
    expect(codes).to.include.members(['resource-blocked', 'resource-failed']);
    const failed = await service.render({ ...body, output: { failOn: ['resource'] } });
    expect(failed.status).to.equal(422);
    expect(failed.json().type).to.match(/resource-blocked$/);
    expect(canary.hits).to.deep.equal([]);
  });

  it('sees nothing of the request before it: neither its assets nor anything a script kept', async () => {
    const image = { op: 'add_html', html: '<img alt="" src="logo.png">' };
    const one = await service.render({ document: { assets: { 'logo.png': pixel } }, operations: [image] });
    expect(await imagesOf(pdfOf(one))).to.have.length(1);
    for (let round = 0; round < 4; round += 1) {
      expect(await imagesOf(pdfOf(await service.render({ operations: [image] })))).to.have.length(0);
    }
    const keep =
      '<p>x</p><script>try { localStorage.setItem("kept", "KEPT"); document.cookie = "kept=KEPT; ' +
      'max-age=9999"; indexedDB.open("kept"); caches.open("kept"); window.name = "KEPT" } catch (e) {}</script>';
    const read =
      '<p>y</p><script>let all = ""; try { all = localStorage.getItem("kept") + document.cookie + window.name ' +
      '} catch (e) {} document.body.append("[" + all + "]")</script>';
    for (let round = 0; round < 3; round += 1) {
      pdfOf(await service.render({ operations: [{ op: 'add_html', html: keep }] }));
      expect(
        await textOf(pdfOf(await service.render({ operations: [{ op: 'add_html', html: read }] }))),
      ).not.to.contain('KEPT');
    }
  });

  it('can not leave its page for another, nor spoil it for the next request', async () => {
    const away = '<meta http-equiv="refresh" content="0;url=about:blank"><p>STAYED</p>';
    for (let round = 0; round < 3; round += 1)
      pdfOf(
        await service.render({
          operations: [
            { op: 'add_html', html: away },
            { op: 'add_text', text: 'end' },
          ],
        }),
      );
    const after = await service.render({ operations: [{ op: 'add_text', text: 'fine' }] });
    expect(await textOf(pdfOf(after))).to.contain('fine');
  });

  it('never finds out the service’s environment or files through its fonts and styles', async () => {
    const html =
      `<style>@import "file:///etc/passwd"; @font-face { font-family: X; src: url(file://${secret}) } p { ` +
      `font-family: X; background: url(file://${secret}) }</style><p>plain</p><img alt="" ` +
      'src="file:///etc/passwd">';
    const text = await textOf(pdfOf(await service.render({ operations: [{ op: 'add_html', html }] })));
    expect(text.trim()).to.equal('plain');
  });
});
