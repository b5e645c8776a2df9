/** A series of the text that Prometheus scrapes, by its name. */
export interface Exposed {
  readonly type: string;
  readonly help: string;
  readonly samples: readonly {
    readonly name: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly value: number;
  }[];
}

const sample = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (-?[0-9.e+-]+|\+Inf|NaN)$/s;
const pair = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/y;

/** Reads the exposition format, version 0.0.4. Throws a message if the text is not of that form. */
export function readExposition(text: string): ReadonlyMap<string, Exposed> {
  const found = new Map<
    string,
    { type: string; help: string; samples: { name: string; labels: Record<string, string>; value: number }[] }
  >();
  if (!text.endsWith('\n')) throw new Error('The last line does not end.');
  let current = '';
  for (const line of text.slice(0, -1).split('\n')) {
    const [, comment, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/s.exec(line) ?? [];
    if (comment === 'HELP') {
      if (found.has(name)) throw new Error(`${name} is there twice.`);
      found.set((current = name), { type: '', help: rest, samples: [] });
    } else if (comment === 'TYPE') {
      const series = found.get(name);
      if (name !== current || !series) throw new Error(`TYPE of ${name} is out of place.`);
      series.type = rest;
    } else {
      const [, full = '', labels = '', value = ''] = sample.exec(line) ?? [];
      const series = found.get(current);
      if (
        full === '' ||
        !series ||
        !(series.type === 'histogram' ? new RegExp(`^${current}_(bucket|sum|count)$`).test(full) : full === current)
      )
        throw new Error(`This line is not as it should be: ${line}`);
      const read = { name: full, labels: labelsOf(labels), value: Number(value) };
      if (
        series.samples.some(
          (other) => other.name === full && JSON.stringify(other.labels) === JSON.stringify(read.labels),
        )
      )
        throw new Error(`This sample is there twice: ${line}`);
      series.samples.push(read);
    }
  }
  return found;
}

function labelsOf(text: string): Record<string, string> {
  const labels: Record<string, string> = {};
  for (pair.lastIndex = 0; pair.lastIndex < text.length;) {
    const at = pair.lastIndex;
    const [, name = '', value = ''] = pair.exec(text) ?? [];
    if (name === '') throw new Error(`These labels are not as they should be, at ${at}: ${text}`);
    labels[name] = value.replaceAll(/\\(.)/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped));
  }
  return labels;
}

/** The value of a sample that has these labels (and more, perhaps); all that do, added up. 0 = there is none. */
export function valueOf(
  series: ReadonlyMap<string, Exposed>,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number {
  const [base = name] = [name, name.replace(/_(bucket|sum|count)$/, '')].filter((one) => series.has(one));
  const samples = series.get(base)?.samples ?? [];
  return samples
    .filter((one) => one.name === name && Object.entries(labels).every(([label, value]) => one.labels[label] === value))
    .reduce((sum, { value }) => sum + value, 0);
}
