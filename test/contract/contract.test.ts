import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { openOwnCalls } from '../../src/app/own-calls.ts';
import type { OwnCalls } from '../../src/calls/own-calls.ts';
import { loadEditions } from '../../src/editions/registry.ts';
import { createLog } from '../../src/log.ts';
import { colophon, inProcess, workFolder } from '../support/command.ts';
import { mcpClient, stdioClient } from '../support/mcp.ts';
import { keys, startService, type OwnService } from '../support/service.ts';
import type { Call, GoodCall, Outcome, Tier, WrongCall } from './call.ts';
import { asCommand } from './command-way.ts';
import { expectedOn, ways, type WayName } from './differences.ts';
import { goodCalls } from './good-calls.ts';
import { comparable } from './outcome.ts';
import { fillShelf, type Shelf } from './shelf.ts';
import { asJob, inPipe, overHttp, overMcp, type Way } from './ways.ts';
import { wrongCalls } from './wrong-calls.ts';

const tools = (await loadEditions()).flatMap((edition) => edition.tools);
const tiers = ['core', 'pro', 'enterprise'] as const satisfies readonly Tier[];
const settings = {
  SERVICE_MCP_ENABLED: 'true',
  SERVICE_APPROVAL_REQUIRED: 'none',
  SERVICE_PAYLOAD_LIMIT_CORE: '1MiB',
};

/** A shelf that has the names of documents alone, for the titles of the tests. */
const labels = new Proxy({} as Shelf, { get: (_, name) => String(name) });
const titles = { good: goodCalls(labels), wrong: wrongCalls(labels) };

/** Calls that also run in processes of their own, which take a second to start: one for each exit code of a document. */
const ofProcesses = {
  good: ['split, a letter by ranges'],
  wrong: [
    'render, an unknown field and a wrong type at once',
    'split, a wrong password',
    'sign, with a key of the core tier',
  ],
};

describe('One call on every way', () => {
  const folder = workFolder();
  let service: OwnService;
  let own: OwnCalls;
  let clients: Record<Tier, Client>;
  let http: Way;
  let stdio: Client;
  let others: Record<WayName, Way>;
  let processes: Record<'stdio' | 'program' | 'programOfServer', { readonly like: WayName; readonly way: Way }>;
  let good: ReadonlyMap<string, GoodCall>;
  let wrong: ReadonlyMap<string, WrongCall>;

  before(async () => {
    [service, own, stdio] = await Promise.all([
      startService(settings),
      openOwnCalls(createLog('silent')),
      stdioClient(null),
    ]);
    const connected = await Promise.all(
      tiers.map(async (tier) => [tier, await mcpClient(service, keys[tier])] as const),
    );
    clients = Object.fromEntries(connected) as typeof clients;
    const shelf = await fillShelf(service);
    good = new Map(goodCalls(shelf).map((call) => [call.name, call]));
    wrong = new Map(wrongCalls(shelf).map((call) => [call.name, call]));
    const run = (args: string[]) => inProcess(args, '', own);
    const here = { folder: folder.path, options: () => [] };
    const keyFile = (tier: Tier) => join(folder.path, `${tier}.key`);
    const there = {
      folder: folder.path,
      options: ({ key = 'enterprise' }: Call) => ['--server', service.url, '--key-file', keyFile(key)],
    };
    for (const tier of tiers) writeFileSync(keyFile(tier), keys[tier]);
    http = overHttp(service);
    others = {
      job: asJob(service),
      pipe: inPipe(service, shelf),
      MCP: overMcp(clients),
      command: asCommand(tools, { ...here, run }),
      'command --server': asCommand(tools, { ...there, run }),
    };
    processes = {
      stdio: { like: 'MCP', way: overMcp({ core: stdio, pro: stdio, enterprise: stdio }) },
      program: { like: 'command', way: asCommand(tools, { ...here, run: colophon }) },
      programOfServer: { like: 'command --server', way: asCommand(tools, { ...there, run: colophon }) },
    };
  });
  after(async () => {
    await Promise.all([stdio, ...tiers.map((tier) => clients[tier])].map((client) => client.close()));
    await Promise.all([service.stop(), own.close()]);
    folder.remove();
  });

  it('is one of sixty or more, with every tool and its mistakes', () => {
    expect(titles.good.length + titles.wrong.length).to.be.at.least(60);
    for (const kind of [titles.good, titles.wrong])
      expect([...new Set(kind.map(({ tool }) => tool))], 'tools')
        .to.include.members(kind === titles.good ? tools.map(({ name }) => name) : [])
        .and.have.length.above(12);
    expect(new Set([...titles.good, ...titles.wrong].map(({ name }) => name))).to.have.length(
      titles.good.length + titles.wrong.length,
    );
  });

  for (const { name } of titles.good)
    it(`has the same answer: ${name}`, async () => {
      const call = found(good, name);
      const first = await http(call);
      if ('problem' in first) throw new Error(JSON.stringify(first.problem));
      if (call.pages) expect(first.documents.map(({ pages }) => pages)).to.deep.equal(call.pages);
      expect(first.report).to.containSubset(call.report ?? {});
      const expected = await comparable(first, call.varies === true);
      const outcomes = await Promise.all(ways.map((way) => others[way](call)));
      for (const [index, outcome] of outcomes.entries()) {
        expect(await comparable(outcome, call.varies === true), ways[index]).to.deep.equal(expected);
        if (ways[index] === 'pipe') expect(reportsOf(outcome)).to.have.length(2);
      }
    });

  for (const { name } of titles.wrong)
    it(`has the same problem: ${name}`, async () => {
      const call = found(wrong, name);
      const first = await http(call);
      if (!('problem' in first)) throw new Error('The call succeeds.');
      const { problem } = first;
      expect(problem).to.include({ type: `https://colophon.dev/problems/${call.slug}`, status: call.status });
      if (call.pointers) expect(problem.errors.map(({ pointer }) => pointer)).to.have.members(call.pointers);
      const expected = ways.map((way) => [way, expectedOn(way, call, problem)] as const);
      const refused = expected.filter(([, other]) => other !== null);
      const outcomes = await Promise.all(refused.map(([way]) => others[way](call)));
      for (const [index, [way, other]] of refused.entries())
        expect(outcomes[index], way).to.deep.equal({ problem: other });
    });

  for (const name of ofProcesses.good)
    it(`has the same answer in a process of its own: ${name}`, async () => {
      const call = found(good, name);
      const expected = await comparable(await http(call), false);
      for (const process of [processes.stdio, processes.program])
        expect(await comparable(await process.way(call), false), process.like).to.deep.equal(expected);
    });

  for (const name of ofProcesses.wrong)
    it(`has the same problem in a process of its own: ${name}`, async () => {
      const call = found(wrong, name);
      const first = await http(call);
      if (!('problem' in first)) throw new Error('The call succeeds.');
      const ofOwner = call.key === undefined; // who has every tier
      for (const { like, way } of ofOwner ? [processes.stdio, processes.program] : [processes.programOfServer])
        expect(await way(call), like).to.deep.equal({ problem: expectedOn(like, call, first.problem) });
    });
});

function found<T>(calls: ReadonlyMap<string, T>, name: string): T {
  const call = calls.get(name);
  if (call === undefined) throw new Error(`There is no call '${name}'.`);
  return call;
}

const reportsOf = (outcome: Outcome): unknown => ('reports' in outcome ? outcome.reports : undefined);
