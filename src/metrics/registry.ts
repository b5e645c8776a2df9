import { Counter, Gauge, Histogram, Registry as Prometheus } from 'prom-client';

/**
 * Values of labels by name. They come from the deployment (routes, tools, stages), never from a client.
 */
export type Labels<Name extends string = string> = Readonly<Partial<Record<Name, string>>>;

/** A value at the moment of a scrape. */
export interface Sample<Name extends string = string> {
  readonly labels: Labels<Name>;
  readonly value: number;
}

/** Upper bounds in seconds, from the duration of a small render to the longest that a request may have. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

type Read<Name extends string> = () => readonly Sample<Name>[] | Promise<readonly Sample<Name>[]>;

/**
 * The metrics of a process, and their text for Prometheus (exposition format 0.0.4,
 * https://prometheus.io/docs/instrumenting/exposition_formats/), over prom-client. A name can be given once only.
 */
export class Registry {
  readonly #prometheus = new Prometheus();

  counter<Name extends string = never>(name: string, help: string, labelNames: readonly Name[] = []): Counter<Name> {
    return new Counter({ name, help, labelNames, registers: [this.#prometheus] });
  }

  /** Of seconds. */
  histogram<Name extends string = never>(
    name: string,
    help: string,
    labelNames: readonly Name[] = [],
  ): Histogram<Name> {
    return new Histogram({ name, help, labelNames, buckets, registers: [this.#prometheus] });
  }

  /** `read` is called at each scrape; when it rejects, the scrape goes on without it. */
  gauge<Name extends string>(name: string, help: string, labelNames: readonly Name[], read: Read<Name>): void {
    const gauge = new Gauge<Name>({
      name,
      help,
      labelNames,
      registers: [this.#prometheus],
      collect: (): Promise<void> =>
        renew({ series: gauge, labelNames }, read, ({ labels, value }) => gauge.set(labels, value)),
    });
  }

  /** As a gauge, for a value that only grows. */
  total<Name extends string>(name: string, help: string, labelNames: readonly Name[], read: Read<Name>): void {
    const counter = new Counter<Name>({
      name,
      help,
      labelNames,
      registers: [this.#prometheus],
      collect: (): Promise<void> =>
        renew({ series: counter, labelNames }, read, ({ labels, value }) => counter.inc(labels, value)),
    });
  }

  async text(): Promise<string> {
    const names = this.#prometheus.getMetricsAsArray().map(({ name }) => name);
    const series = await Promise.all(names.map((name) => this.#prometheus.getSingleMetricAsString(name)));
    return `${series.join('\n')}\n`;
  }
}

/** Replaces the samples of a series: by none where they cannot be read, which an alert can see (`absent`). */
async function renew<Name extends string>(
  { series, labelNames }: { readonly series: Gauge<Name> | Counter<Name>; readonly labelNames: readonly Name[] },
  read: Read<Name>,
  set: (sample: Sample<Name>) => void,
): Promise<void> {
  const samples = await Promise.resolve()
    .then(read)
    .catch(() => []);
  series.reset();
  if (labelNames.length === 0) series.remove(); // it was reset to 0
  for (const sample of samples) set(sample);
}
