import type { Threads } from '../threads/threads.ts';
import type { Registry } from './registry.ts';

/** The CPU pool, with metrics of the number of its tasks and their duration. */
export function observedThreads(registry: Registry, threads: Threads): Threads {
  const seconds = registry.histogram(
    'colophon_thread_task_seconds',
    'What tasks took on the CPU threads, waiting included, by lane.',
    ['lane'],
  );
  const now: Record<string, number> = { compose: 0, pages: 0 };
  registry.gauge('colophon_thread_tasks', 'Tasks on the CPU threads and waiting for one, by lane.', ['lane'], () =>
    Object.entries(now).map(([lane, value]) => ({ labels: { lane }, value })),
  );
  return {
    ...threads,
    async run(module, name, input, options) {
      const { lane = 'pages' } = options;
      const start = performance.now();
      now[lane] = (now[lane] ?? 0) + 1;
      try {
        return await threads.run(module, name, input, options);
      } finally {
        now[lane] -= 1;
        seconds.observe({ lane }, (performance.now() - start) / 1000);
      }
    },
  };
}
