// Runs alone: it fills a machine of 2 GB, and measures what is left.

import { someOf } from './support/effort.ts';
import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { startContained, type ContainedService } from './support/contained-service.ts';
import { bombs } from './support/memory-bombs.ts';

const mebibyte = 1024 * 1024;
/** One of each kind, so many at once; `node bench/container.ts` sends all of them to all tools. */
const chosen = [
  ['four streams of 250 MB', 'extract-text', 8],
  ['four streams of 250 MB', 'check-accessibility', 8],
  ['16 MiB of small objects', 'render', 8],
  ['a script that fills arrays', 'render', 4],
  ['a script that fills buffers', 'render', 8],
] as const;

describe('The service in a container of 2 GB', function () {
  this.timeout(180_000);
  let service: ContainedService | null = null;
  before(async function () {
    const started = await startContained(2048 * mebibyte);
    if (typeof started === 'string') {
      console.log(`      not tested here: ${started}`);
      this.skip();
    }
    service = started;
  });
  after(() => service?.stop());

  const running = (): ContainedService => service ?? expect.fail('the service did not start');

  for (const [name, tool, atOnce] of someOf(chosen, 3)) {
    it(`refuses ${name} (${tool}), ${atOnce} at once, and lives on`, async () => {
      const { body, type } = bombs.find((bomb) => bomb.name === name)!;
      const bytes = body();
      const outcomes = await Promise.all(Array.from({ length: atOnce }, () => running().post(tool, bytes, type)));
      expect(running().alive()).to.equal(true);
      for (const { status, slug } of outcomes) expect([422, 503, 504], `${status} ${slug}`).to.contain(status);
      expect(
        (await running().post('render', '{"operations":[{"op":"add_text","text":"x"}]}', 'application/json')).status,
      ).to.equal(200);
    });
  }

  it('reads, splits and merges a tagged document of hundreds of pages', async () => {
    const rows = Array.from({ length: 8000 }, (_, row) => [`Row ${row}`, `Item ${row * 7}`, `${row}.50`]);
    const operations = [{ op: 'add_table', columns: ['A', 'B', 'C'], rows }];
    const { status: rendered, bytes: pdf } = await running().post(
      'render',
      JSON.stringify({ operations }),
      'application/json',
    );
    expect(rendered).to.equal(200);
    const merge = (): FormData => {
      const form = new FormData();
      for (const name of ['one.pdf', 'two.pdf']) form.append('documents', new Blob([new Uint8Array(pdf)]), name);
      return form;
    };
    const calls = { 'extract-text': () => pdf, 'split?every=2': () => pdf, merge };
    for (const [tool, body] of Object.entries(calls)) {
      const { status, slug } = await running().post(tool, body());
      expect(status, `${tool} ${slug}`).to.equal(200);
    }
  });

  it('gives most of the memory back', async () => {
    const most = 800 * mebibyte;
    for (let tries = 0; tries < 120 && running().group.usedBytes() > most; tries += 1) await sleep(500);
    expect(running().group.usedBytes()).to.be.below(most);
  });
});
