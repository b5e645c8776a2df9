import type { Pages } from '../browser/pool.ts';
import type { Registry } from './registry.ts';

/** The pool, with metrics of its busy workers and of the renders that wait for one. */
export function observedPages(registry: Registry, pages: Pages): Pages {
  const now = { busy: 0, waiting: 0 };
  registry.gauge(
    'colophon_workers',
    'Warm pages, by state; `missing` are those whose browser ended and has not been replaced yet.',
    ['state'],
    () => {
      const { wanted, fit } = pages.workers();
      const busy = Math.min(now.busy, fit);
      return [
        { labels: { state: 'busy' }, value: busy },
        { labels: { state: 'idle' }, value: fit - busy },
        { labels: { state: 'missing' }, value: wanted - fit },
      ];
    },
  );
  registry.gauge('colophon_workers_waiting', 'Renders that wait for a worker.', [], () => [
    { labels: {}, value: now.waiting },
  ]);
  registry.gauge('colophon_workers_ready', '1 while every worker was there once, and one at least is now.', [], () => [
    { labels: {}, value: pages.ready() ? 1 : 0 },
  ]);
  return {
    ...pages,
    spare(context, work) {
      const lent = pages.spare(context, work);
      if (lent === null) return null;
      now.busy += 1;
      const back = (): void => void (now.busy -= 1);
      lent.then(back, back);
      return lent;
    },
    async use(context, work) {
      let state: keyof typeof now = 'waiting';
      now.waiting += 1;
      const enter = (next: keyof typeof now): void => {
        now[state] -= 1;
        now[next] += 1;
        state = next;
      };
      try {
        return await pages.use(context, async (print) => {
          enter('busy');
          try {
            return await work(print);
          } finally {
            enter('waiting'); // a render whose browser died is tried once more
          }
        });
      } finally {
        now[state] -= 1;
      }
    },
  };
}
