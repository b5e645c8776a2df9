import { isIP } from 'node:net';

/** A kind of setting: how its text is read. */
export interface Kind<T> {
  /** The column "kind" of the table of settings: what an operator writes. */
  readonly label: string;
  /** Reads the trimmed text of a variable, which is not empty unless the default is. */
  parse(text: string): Parsed<T>;
}

/** The value of a setting, or a sentence on what is wrong with its text. */
export type Parsed<T> = { readonly value: T } | { readonly mistake: string };

const milliseconds = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const maxDurationMs = 365 * milliseconds.d;

/**
 * `500ms`, `60s`, `5m`, `24h`, `30d`; a bare number is seconds. The value is whole milliseconds, from `min` (1 unless
 * given) to `max` (a year unless given).
 */
export function duration({
  min = 1,
  max = maxDurationMs,
}: { readonly min?: number; readonly max?: number } = {}): Kind<number> {
  const start = min === 1 ? 'above zero' : `${durationText(min)} at least`;
  const limit = max === maxDurationMs ? 'a year' : durationText(max);
  return {
    label: 'duration',
    parse(text) {
      const match = /^(\d+(?:\.\d+)?) ?(ms|s|m|h|d)?$/.exec(text);
      const unit = (match?.[2] ?? 's') as keyof typeof milliseconds;
      const value = match ? Math.round(Number(match[1]) * milliseconds[unit]) : 0;
      if (value >= min && value <= max) return { value };
      return {
        mistake:
          `'${text}' is not a duration: ${start}, ${limit} at most. Use for example ` +
          `${durationText(Math.max(min, Math.min(max, milliseconds.m)))}.`,
      };
    },
  };
}

/** A duration as an operator writes it, in the largest unit that leaves a whole number. */
function durationText(valueMs: number): string {
  const [unit, size] = Object.entries(milliseconds).findLast(([, each]) => valueMs >= each && valueMs % each === 0) ?? [
    'ms',
    1,
  ];
  return `${valueMs / size}${unit}`;
}

const multiples: Readonly<Record<string, number>> = {
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  kib: 2 ** 10,
  mib: 2 ** 20,
  gib: 2 ** 30,
};

/** `64MiB`, `8MB`; a bare number is bytes. `max` is 2 GiB unless given, because a body is held in memory. */
export function bytes({ max = 2 ** 31 }: { readonly max?: number } = {}): Kind<number> {
  return {
    label: 'size',
    parse(text) {
      const match = /^(\d+(?:\.\d+)?) ?([kmg]i?b|b)?$/i.exec(text);
      const value = match ? Math.round(Number(match[1]) * (multiples[(match[2] ?? 'b').toLowerCase()] ?? 1)) : 0;
      if (value > 0 && value <= max) return { value };
      return {
        mistake:
          `'${text}' is not a size: above zero, ${max / 2 ** 30}GiB at most. Use for example 64MiB, 8MB or ` +
          '1048576 (bytes).',
      };
    },
  };
}

/** A whole number from `min` to `max`. */
export function integer(min: number, max: number): Kind<number> {
  return {
    label: 'whole number',
    parse(text) {
      const value = /^\d{1,15}$/.test(text) ? Number(text) : -1;
      if (value >= min && value <= max) return { value };
      return { mistake: `'${text}' is not a whole number from ${min} to ${max}.` };
    },
  };
}

/** `true` or `false`. */
export function flag(): Kind<boolean> {
  return {
    label: '`true` or `false`',
    parse: (text) =>
      text === 'true' || text === 'false'
        ? { value: text === 'true' }
        : { mistake: `'${text}' is neither true nor false.` },
  };
}

/** One of `names`. */
export function choice<const T extends string>(...names: readonly T[]): Kind<T> {
  return {
    label: names.map((name) => `\`${name}\``).join(', '),
    parse(text) {
      const value = names.find((name) => name === text);
      return value === undefined ? { mistake: `'${text}' is none of ${names.join(', ')}.` } : { value };
    },
  };
}

/** Any text. */
export function text(): Kind<string> {
  return { label: 'text', parse: (value) => ({ value }) };
}

/** Any text; messages do not contain it. */
export function secret(): Kind<string> {
  return { label: 'secret', parse: (value) => ({ value }) };
}

/** Names of tools, as in their routes; `none` alone is the empty list. */
export function toolNames(): Kind<readonly string[]> {
  const names = listOf('list of tools, or `none`', (item) =>
    /^[a-z][a-z0-9-]*$/.test(item)
      ? null
      : `'${item}' is not the name of a tool. Use for example sign,redact, or none.`,
  );
  return { label: names.label, parse: (text) => (text === 'none' ? { value: [] } : names.parse(text)) };
}

/**
 * Hosts, each with at most a leading `*.` and an optional port: `cdn.example.com`, `*.example.com`,
 * `cdn.example.com:8443`.
 */
export function domains(): Kind<readonly string[]> {
  const host = /^(\*\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?)(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:\d{1,5})?$/i;
  const isHost = (item: string): boolean => host.test(item) && isPort(item.split(':')[1] ?? '80');
  return listOf('list of hosts', (item) =>
    isHost(item)
      ? null
      : `'${item}' is not a host. Use for example cdn.example.com, *.example.com or cdn.example.com:8443.`,
  );
}

function isPort(text: string): boolean {
  return Number(text) >= 1 && Number(text) <= 65_535;
}

/** Origins (RFC 6454) as browsers send them: `https://app.example.com`; or `*`. */
export function origins(): Kind<readonly string[]> {
  return listOf('list of origins', (item) => {
    if (item === '*' || (/^https?:/.test(item) && URL.canParse(item) && new URL(item).origin === item)) return null;
    return `'${item}' is not an origin. Use for example https://app.example.com, without a path.`;
  });
}

/** An absolute http or https URL; a missing slash at its end is added. */
export function url(): Kind<string> {
  return {
    label: 'URL',
    parse(value) {
      if (!/^https?:\/\//.test(value) || !URL.canParse(value))
        return { mistake: `'${value}' is not an http or https URL.` };
      return { value: value.endsWith('/') ? value : `${value}/` };
    },
  };
}

/** The values of Express's `trust proxy`. `true` is refused, because with it any client can claim any address. */
export function trustedProxies(): Kind<false | number | readonly string[]> {
  return {
    label: '`off`, a number, or a list of addresses',
    parse(value) {
      if (value === 'off' || value === 'false' || value === '0') return { value: false };
      if (/^\d{1,2}$/.test(value)) return { value: Number(value) };
      const items = split(value);
      const wrong = items.filter((item) => !isProxy(item));
      if (wrong.length === 0) return { value: items };
      return {
        mistake:
          `${wrong.map((item) => `'${item}'`).join(', ')}: use off, the number of proxies in front, or addresses ` +
          'and subnets such as 10.0.0.0/8 or loopback.',
      };
    },
  };
}

function isProxy(item: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(item)) return true;
  const [address = '', bits, ...rest] = item.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

function listOf(label: string, mistakeIn: (item: string) => string | null): Kind<readonly string[]> {
  return {
    label,
    parse(value) {
      const items = split(value);
      const mistakes = items.map(mistakeIn).filter((mistake) => mistake !== null);
      return mistakes.length > 0 ? { mistake: mistakes.join(' ') } : { value: items };
    },
  };
}

function split(value: string): string[] {
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
