// Sends what is made to take memory to the service in a control group of 2 GB: each alone, and eight at once.
// `node bench/container.ts [name]`
import { setTimeout as sleep } from 'node:timers/promises';
import { startContained, type ContainedService, type Outcome } from '../test/support/contained-service.ts';
import { bombs, type Bomb } from '../test/support/memory-bombs.ts';
import { megabyte } from './memory.ts';

const limitBytes = Number(process.env.LIMIT_MIB ?? 2048) * megabyte;

async function measure(service: ContainedService, work: () => Promise<readonly Outcome[]>): Promise<string> {
  const seen = { bytes: 0, slowestMs: 0, over: false };
  const watching = (async () => {
    while (!seen.over) {
      seen.bytes = Math.max(seen.bytes, service.group.usedBytes());
      seen.slowestMs = Math.max(seen.slowestMs, await service.healthMs().catch(() => 5000));
      await sleep(50);
    }
  })();
  const start = performance.now();
  const outcomes = await work().catch((error: unknown) => [
    { status: 0, slug: error instanceof Error ? error.message : null },
  ]);
  seen.over = true;
  await watching;
  const counts = new Map<string, number>();
  for (const { status, slug } of outcomes)
    counts.set(`${status} ${slug ?? ''}`.trim(), (counts.get(`${status} ${slug ?? ''}`.trim()) ?? 0) + 1);
  const answers = [...counts].map(([answer, count]) => `${count} x ${answer}`).join(', ');
  return (
    `${answers} | ${((performance.now() - start) / 1000).toFixed(1)} s | peak ` +
    `${Math.round(seen.bytes / megabyte)} MB | healthz ${Math.round(seen.slowestMs)} ms | kills ` +
    `${service.group.kills()}`
  );
}

async function run(service: ContainedService, { name, tools, type, body }: Bomb): Promise<void> {
  const bytes = body();
  for (const tool of tools) {
    for (const times of [1, 8]) {
      const line = await measure(service, () =>
        Promise.all(Array.from({ length: times }, () => service.post(tool, bytes, type))),
      );
      console.log(`${name} | ${tool} | ${times} | ${line}${service.alive() ? '' : ' | THE SERVICE HAS ENDED'}`);
      if (!service.alive()) return;
      await sleep(1000);
    }
  }
}

for (const bomb of bombs.filter(({ name }) => name.includes(process.argv[2] ?? ''))) {
  const service = await startContained(limitBytes);
  if (typeof service === 'string') throw new Error(service);
  await sleep(2000);
  const rest = service.group.usedBytes();
  await run(service, bomb);
  for (
    let seconds = 0;
    service.alive() && seconds < 60 && service.group.usedBytes() > rest + 200 * megabyte;
    seconds += 5
  )
    await sleep(5000);
  console.log(
    `  rest ${Math.round(rest / megabyte)} MB, afterwards ` +
      `${service.alive() ? Math.round(service.group.usedBytes() / megabyte) : 0} MB`,
  );
  await service.stop();
}
