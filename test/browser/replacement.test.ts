// Runs alone: it counts the browsers that it has started.

import { expect } from 'chai';
import { setTimeout as sleep } from 'node:timers/promises';
import { firstPrint, noSupply } from '../../src/browser/first-print.ts';
import { findChromium } from '../../src/browser/launch/find-chromium.ts';
import { openRunFolder, type RunFolder } from '../../src/browser/launch/run-folder.ts';
import { openPages, type Pages } from '../../src/browser/pool.ts';
import { Worker } from '../../src/browser/worker.ts';
import type { Context } from '../../src/context.ts';
import { createLog } from '../../src/log.ts';
import { Stages } from '../../src/stages.ts';
import { textOf } from '../support/pdf.ts';

const log = createLog('silent');
const context = (): Context => ({
  requestId: 'r',
  principal: { kid: 'k', client: 'c', tier: 'core', scope: null, rate: null },
  signal: AbortSignal.timeout(60_000),
  log,
  stages: new Stages(),
});

describe('A browser that has printed often', function () {
  this.timeout(120_000);
  let folder: RunFolder;
  let pages: Pages;
  const workers: Worker[] = [];
  before(async () => {
    folder = await openRunFolder(['fonts']);
    pages = await openPages({
      workers: 2,
      queue: 100,
      patience: 20_000,
      log,
      async start() {
        const worker = await Worker.start(
          { executable: findChromium(null), sandbox: true, folder: folder.browser(), fontsConf: folder.fontsConf },
          { prints: 30, residentBytes: 1e9, scriptTimeoutMs: 10_000 },
        );
        workers.push(worker);
        return worker;
      },
    });
    await pages.started;
  });
  after(async () => {
    await pages.stop();
    expect(workers.filter(({ fit }) => fit)).to.have.length(0);
    await folder.remove();
  });

  const print = async (text: string): Promise<string> => {
    const source = { html: `<!doctype html><p>${text}</p>` };
    return textOf(await pages.use(context(), (printed) => printed({ ...firstPrint, source }, noSupply())));
  };

  it('is replaced by one that has started meanwhile, and no print waits for that or fails', async () => {
    let fewest = 2;
    const watching = setInterval(() => (fewest = Math.min(fewest, workers.filter(({ fit }) => fit).length)), 1);
    const lane = async (name: string) => {
      for (let count = 0; count < 60; count += 1)
        expect(await print(`Page ${name}${count}`)).to.contain(`Page ${name}${count}`);
    };
    await Promise.all(['a', 'b', 'c'].map(lane));
    clearInterval(watching);
    expect(fewest).to.equal(2);
    expect(workers.length).to.be.greaterThan(3);
  });

  it('is replaced while it is idle, too, from the first moment', async () => {
    const worn = () => workers.filter((worker) => worker.fit && worker.worn).length;
    while (worn() > 0) await sleep(50);
    while (worn() === 0) await print('more');
    for (let looks = 0; worn() > 0 && looks < 400; looks += 1) await sleep(50);
    expect(worn()).to.equal(0);
    expect(workers.filter(({ fit }) => fit)).to.have.length(2);
  });
});
