import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Registry, Sample } from './registry.ts';

const one = (value: number): readonly Sample<never>[] => [{ labels: {}, value }];
/** Nanoseconds in a second. */
const nano = 1e9;
/** Milliseconds between two measurements of the event loop: a delay beyond that is lag. */
const resolution = 10;

/** The process itself, by the names that Prometheus clients give it. Returns a function that ends the observation. */
export function observeProcess(registry: Registry): () => void {
  registry.total(
    'process_cpu_seconds_total',
    'CPU time of the process, its threads included, without its browsers.',
    [],
    () => {
      const { user, system } = process.cpuUsage();
      return one((user + system) / 1e6);
    },
  );
  registry.gauge('process_start_time_seconds', 'When the process started, in seconds since the epoch.', [], () =>
    one(Date.now() / 1000 - process.uptime()),
  );
  registry.gauge('process_resident_memory_bytes', 'Resident memory of the process, without its browsers.', [], () =>
    one(process.memoryUsage.rss()),
  );
  registry.gauge(
    'nodejs_memory_bytes',
    'Memory of the main thread: its heap, and what it holds outside of that.',
    ['kind'],
    () => {
      const { heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage();
      return Object.entries({ heapUsed, heapTotal, external, arrayBuffers }).map(([kind, value]) => ({
        labels: { kind },
        value,
      }));
    },
  );
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  registry.gauge('nodejs_eventloop_lag_seconds', 'How late the event loop was since the last scrape.', ['of'], () => {
    const seconds = (nanoseconds: number): number =>
      Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / nano - resolution / 1000) : 0;
    const samples = Object.entries({ mean: delay.mean, p99: delay.percentile(99), max: delay.max }).map(
      ([of, value]) => ({ labels: { of }, value: seconds(value) }),
    );
    delay.reset();
    return samples;
  });
  return () => void delay.disable();
}
