import { expect } from 'chai';
import { createPipe } from '../../../src/calls/pipe/pipe.ts';
import { StepRuns, type RunStep } from '../../../src/calls/pipe/step-runs.ts';
import type { Context } from '../../../src/context.ts';
import type { Tool } from '../../../src/editions/edition.ts';
import { AppError } from '../../../src/problems.ts';
import { Stages } from '../../../src/stages.ts';
import { documentTools } from '../../support/document-tools.ts';
import {
  bearer,
  fixtureTool,
  problemOf,
  startHttp,
  until,
  untilAborted,
  type Built,
  type Calls,
} from '../../support/http.ts';

const path = '/api/v1/pipe';
const pages = 2;

interface Printing {
  now: number;
  most: number;
  /** Texts in the order in which their prints began, and ended. */
  readonly began: string[];
  readonly ended: string[];
}

/** A tool that prints texts on two pages; how it does depends on the first word of the text. */
function tools(calls: Calls, printing: Printing, gates: Map<string, () => void>): Tool[] {
  const crowded = new Set<string>();
  const print = async (text: string, context: Context): Promise<void> => {
    printing.now += 1;
    printing.most = Math.max(printing.most, printing.now);
    printing.began.push(text);
    try {
      if (text.startsWith('wait')) await untilAborted(context);
      if (text.startsWith('gate')) await new Promise<void>((resolve) => gates.set(text, resolve));
      if (text.startsWith('fail')) throw new AppError('invalid-pdf', text);
      await context.stages.run('print', () => new Promise((resolve) => setTimeout(resolve, 20)));
      printing.ended.push(text);
    } finally {
      printing.now -= 1;
    }
  };
  const tool: Tool = {
    ...fixtureTool(
      {
        name: 'print',
        produces: 'document',
        async run({ text: given }, context) {
          const text = String(given);
          await context.turn?.wait(() => !text.startsWith('slow') && printing.now < pages);
          if (text.startsWith('crowded') && !crowded.has(text)) {
            crowded.add(text);
            throw new AppError('overloaded', 'Every place is taken.');
          }
          await print(text, context);
          return { kind: 'document', pdf: Buffer.from(`${text} `), pages: 1, filename: 'a.pdf', report: { text } };
        },
      },
      calls,
    ),
    onlyPrints: true,
  };
  const all = [tool, ...documentTools(calls)];
  return [...all, createPipe(all)];
}

describe('The steps of a pipe that print', function () {
  this.timeout(5000);
  const printing: Printing = { now: 0, most: 0, began: [], ended: [] };
  const gates = new Map<string, () => void>();
  let app: Built;
  before(async () => {
    const env = { SERVICE_WORKER_COUNT: String(pages), SERVICE_RATE_LIMIT_CORE: '1000' };
    app = await startHttp({ env, tools: (calls) => tools(calls, printing, gates) });
  });
  beforeEach(() => {
    gates.clear();
    printing.most = 0;
    printing.began.length = 0;
    printing.ended.length = 0;
  });
  after(() => app.stop());
  const prints = (...texts: string[]) => texts.map((text) => ({ tool: 'print', input: { text } }));
  const joined = (...steps: number[]) => ({
    tool: 'join',
    input: { documents: steps.map((step) => ({ step })) },
  });
  const post = (steps: readonly unknown[]): Promise<Response> => app.post(path, { steps });

  it('print at once while a page is idle, and their results stay in order', async () => {
    const texts = ['gate a', 'b', 'gate c', 'd', 'e', 'f', 'g'];
    const answer = post([...prints(...texts), joined(0, 1, 2, 3, 4, 5, 6)]);
    await until(() => gates.size === 2);
    expect(printing.began).to.deep.equal(['gate a', 'b', 'gate c']);
    gates.get('gate c')?.();
    await until(() => printing.ended.includes('g'));
    expect(printing.now).to.equal(1);
    gates.get('gate a')?.();
    expect(await (await answer).text()).to.equal(texts.map((text) => `${text} `).join(''));
    expect(printing.most).to.equal(pages);
  });

  it('wait for their turn where they would hold a page for long', async () => {
    const answer = post([...prints('gate a', 'slow b', 'slow c', 'd'), joined(0, 1, 2, 3)]);
    await until(() => gates.size === 1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(printing.began).to.deep.equal(['gate a']);
    gates.get('gate a')?.();
    expect(await (await answer).text()).to.equal('gate a slow b slow c d ');
    expect(printing.began.slice(0, 2)).to.deep.equal(['gate a', 'slow b']);
  });

  it('wait for those that they use, and for the step that uses them', async () => {
    const response = await post([...prints('a'), joined(0), ...prints('b', 'c'), joined(1, 2, 3)]);
    expect(await response.text()).to.equal('a b c ');
  });

  it('fail as if they ran in order: the first problem counts, and no other print is broken off', async () => {
    const answer = post([...prints('gate a', 'fail b', 'gate c', 'slow d', 'slow e'), joined(0)]);
    await until(() => gates.size === 2);
    gates.get('gate a')?.();
    await until(() => printing.ended.includes('gate a'));
    setTimeout(() => gates.get('gate c')?.(), 50);
    expect(await problemOf(await answer)).to.include({ slug: 'invalid-pdf', step: 1, detail: 'fail b' });
    expect(printing.now).to.equal(0);
    expect(printing.ended).to.deep.equal(['gate a', 'gate c']);
    expect(app.calls.at(-1)?.context.signal.aborted).to.equal(false);
  });

  it('run once more, when the others have ended, where these left them no room', async () => {
    const answer = post([...prints('a', 'crowded b', 'gate c', 'd'), joined(0, 1, 2, 3)]);
    await until(() => gates.size === 1 && printing.ended.includes('a'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(printing.began).to.not.include('crowded b');
    gates.get('gate c')?.();
    expect(await (await answer).text()).to.equal('a crowded b gate c d ');
    const first = await post([...prints('crowded e', 'f'), joined(0, 1)]);
    expect(await first.text()).to.equal('crowded e f ');
    const alone = await problemOf(await post([...prints('crowded g'), joined(0)]));
    expect(alone).to.include({ slug: 'overloaded', step: 0 });
  });

  it('stop with their client', async () => {
    const gone = new AbortController();
    const request = app
      .fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: bearer() },
        body: JSON.stringify({ steps: [...prints('wait a', 'wait b', 'c', 'd'), joined(0)] }),
        signal: gone.signal,
      })
      .catch(() => null);
    await until(() => printing.now === 2);
    gone.abort();
    await request;
    await until(() => printing.now === 0);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(printing.began).to.deep.equal(['wait a', 'wait b']);
  });

  it('take no more time in `Server-Timing` than passes', async () => {
    const began = performance.now();
    const response = await post([...prints('a', 'b', 'c', 'd', 'e', 'f'), joined(0, 1, 2, 3, 4, 5)]);
    await response.text();
    const timing = response.headers.get('server-timing') ?? '';
    const print = Number(/print;dur=([\d.]+)/.exec(timing)?.[1]);
    expect(print)
      .to.be.greaterThan(0)
      .and.at.most(performance.now() - began);
  });

  it('report the stage of the step whose turn it is, and of no other', async () => {
    const events: unknown[] = [];
    const stages = new Stages((stage, _share, part) => events.push([part?.index, stage]));
    const doors = [0, 1].map(() => Promise.withResolvers<undefined>());
    const result = { kind: 'report', report: {} } as const;
    const run: RunStep = (index, own) => own.stages.run('print', () => doors[index]!.promise.then(() => result));
    const context = { signal: new AbortController().signal, stages } as Context;
    const runs = new StepRuns({ run, count: 2, mayRunAhead: () => true }, context);
    const first = runs.next();
    await new Promise((resolve) => setTimeout(resolve, 5));
    doors[0]!.resolve(undefined);
    await first;
    expect(events).to.deep.equal([[0, 'print']]);
    const second = runs.next();
    expect(events).to.deep.equal([
      [0, 'print'],
      [1, 'print'],
    ]);
    doors[1]!.resolve(undefined);
    expect(await second).to.equal(result);
    await runs.end();
  });
});
