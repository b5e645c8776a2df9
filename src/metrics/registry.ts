/**
 * Names and values of labels. Values come from what the deployment has (routes, tools, stages): never from what a
 * client sends.
 */
export type Labels = Readonly<Record<string, string>>;

export interface Counter {
  add(labels: Labels, amount?: number): void;
}

export interface Histogram {
  observe(labels: Labels, value: number): void;
}

/** A value that is looked up when it is asked for. */
export interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

interface Series {
  readonly name: string;
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** Lines of it; none where it can not be told just now. */
  readonly lines: () => Promise<readonly string[]> | readonly string[];
}

/** Upper bounds in seconds, from what a small render takes to what a request may take. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/**
 * What is measured, and its text for Prometheus (exposition format 0.0.4,
 * https://prometheus.io/docs/instrumenting/exposition_formats/).
 */
export class Registry {
  readonly #series: Series[] = [];

  counter(name: string, help: string): Counter {
    const values = new Map<string, number>();
    this.#add({
      name,
      help,
      type: 'counter',
      lines: () => [...values].map(([labels, value]) => `${name}${labels} ${value}`),
    });
    return {
      add: (labels, amount = 1) => void values.set(written(labels), (values.get(written(labels)) ?? 0) + amount),
    };
  }

  /** `read` is called at each scrape; where it rejects, the scrape goes on without it. */
  gauge(name: string, help: string, read: () => readonly Sample[] | Promise<readonly Sample[]>): void {
    this.#add({ name, help, type: 'gauge', lines: () => sampled(name, read) });
  }

  /** As a gauge, of what only grows. */
  total(name: string, help: string, read: () => readonly Sample[]): void {
    this.#add({ name, help, type: 'counter', lines: () => sampled(name, read) });
  }

  /** Of seconds. */
  histogram(name: string, help: string): Histogram {
    const observed = new Map<
      string,
      { readonly labels: Labels; readonly counts: number[]; sum: number; count: number }
    >();
    const linesOf = ({
      labels,
      counts,
      sum,
      count,
    }: {
      labels: Labels;
      counts: readonly number[];
      sum: number;
      count: number;
    }): string[] => [
      ...buckets.map(
        (bound, index) => `${name}_bucket${written({ ...labels, le: String(bound) })} ${counts[index] ?? 0}`,
      ),
      `${name}_bucket${written({ ...labels, le: '+Inf' })} ${count}`,
      `${name}_sum${written(labels)} ${sum}`,
      `${name}_count${written(labels)} ${count}`,
    ];
    this.#add({ name, help, type: 'histogram', lines: () => [...observed.values()].flatMap(linesOf) });
    return {
      observe(labels, value) {
        const key = written(labels);
        const own = observed.get(key) ?? { labels, counts: buckets.map(() => 0), sum: 0, count: 0 };
        observed.set(key, own);
        own.sum += value;
        own.count += 1;
        for (const [index, bound] of buckets.entries())
          if (value <= bound) own.counts[index] = (own.counts[index] ?? 0) + 1;
      },
    };
  }

  async text(): Promise<string> {
    const parts = await Promise.all(
      this.#series.map(async ({ name, help, type, lines }) => [
        `# HELP ${name} ${escaped(help)}`,
        `# TYPE ${name} ${type}`,
        ...(await lines()),
      ]),
    );
    return `${parts.flat().join('\n')}\n`;
  }

  #add(series: Series): void {
    if (this.#series.some(({ name }) => name === series.name)) throw new Error(`${series.name} is measured already.`);
    this.#series.push(series);
  }
}

async function sampled(
  name: string,
  read: () => readonly Sample[] | Promise<readonly Sample[]>,
): Promise<readonly string[]> {
  try {
    return (await read()).map(({ labels, value }) => `${name}${written(labels)} ${value}`);
  } catch {
    return []; // what could not be read is missing, which an alert can see (`absent`)
  }
}

/** `{a="b",c="d"}`, in the order of the names. */
function written(labels: Labels): string {
  const pairs = Object.entries(labels)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}="${escaped(value).replaceAll('"', '\\"')}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
}
