import { nearName } from '../../near-names.ts';
import { UsageError } from '../exit-codes.ts';

/** An option of a command. */
export interface Option {
  /** Its name without the dashes. */
  readonly name: string;
  /** One letter. */
  readonly short?: string;
  /** `flag` takes no value, `value` takes one, `list` may be repeated. */
  readonly takes: 'flag' | 'value' | 'list';
  /** What the value is, as help shows it: `FILE`. */
  readonly placeholder?: string;
  readonly description: string;
  /** The values that it may have. */
  readonly choices?: readonly string[];
  /** True where `--no-NAME` sets it to false. */
  readonly negatable?: boolean;
}

/** Arguments by what they are. */
export interface Arguments {
  readonly positionals: readonly string[];
  /** The values of each option that is there; a flag has `true` or `false`. */
  readonly given: ReadonlyMap<string, readonly string[]>;
}

/** The options of a command, also those that no list names. */
export interface KnownOptions {
  readonly listed: readonly Option[];
  /** The option of a name with dots (`document.size`), or `undefined`. */
  readonly dotted?: (name: string) => Option | undefined;
}

/**
 * Divides arguments into positionals and options: `--name value`, `--name=value`, `-n value`, `-nvalue`. After `--` all
 * are positionals; a lone `-` is one too. Throws UsageError.
 */
export function parseArguments(args: readonly string[], known: KnownOptions): Arguments {
  const positionals: string[] = [];
  const given = new Map<string, string[]>();
  const rest = [...args];
  for (let next = rest.shift(); next !== undefined; next = rest.shift()) {
    if (next === '--') {
      positionals.push(...rest.splice(0));
    } else if (next === '-' || !next.startsWith('-')) {
      positionals.push(next);
    } else {
      const { option, negated, attached } = optionOf(next, known);
      const value = option.takes === 'flag' ? flagValue(next, attached, negated) : valueOf(next, attached, rest);
      const values = given.get(option.name) ?? [];
      if (option.takes === 'value' && values.length > 0)
        throw new UsageError(`\`--${option.name}\` is there more than once.`);
      given.set(option.name, option.takes === 'flag' ? [value] : [...values, value]);
    }
  }
  return { positionals, given };
}

interface Found {
  readonly option: Option;
  readonly negated: boolean;
  /** The value in the same argument; `null` = there is none. */
  readonly attached: string | null;
}

function optionOf(argument: string, { listed, dotted }: KnownOptions): Found {
  if (!argument.startsWith('--')) return shortOption(argument, listed);
  const equals = argument.indexOf('=');
  const name = argument.slice(2, equals < 0 ? undefined : equals);
  const attached = equals < 0 ? null : argument.slice(equals + 1);
  const option = listed.find((one) => one.name === name) ?? (name.includes('.') ? dotted?.(name) : undefined);
  if (option) return { option, negated: false, attached };
  const positive = listed.find((one) => one.negatable === true && `no-${one.name}` === name);
  if (positive) return { option: positive, negated: true, attached };
  throw new UsageError(`There is no option \`--${name}\`.${suggestion(name, listed)}`);
}

function suggestion(name: string, listed: readonly Option[]): string {
  const near = nearName(
    name,
    listed.map((option) => option.name),
  );
  return near === null ? '' : ` Did you mean \`--${near}\`?`;
}

function shortOption(argument: string, listed: readonly Option[]): Found {
  const option = listed.find(({ short }) => short === argument.charAt(1));
  if (option === undefined || (option.takes === 'flag' && argument.length > 2))
    throw new UsageError(
      `There is no option \`${argument}\`. A file whose name begins with a dash is \`./${argument}\`, or follows \`--\`.`,
    );
  const attached = argument.slice(2);
  return { option, negated: false, attached: attached === '' ? null : attached };
}

function flagValue(argument: string, attached: string | null, negated: boolean): string {
  if (attached === null) return String(!negated);
  if (negated || (attached !== 'true' && attached !== 'false'))
    throw new UsageError(`\`${argument}\` is a switch: it takes no value, or \`=true\` or \`=false\`.`);
  return attached;
}

/** The next argument, unless it looks like an option: that would rather be a forgotten value. */
function valueOf(argument: string, attached: string | null, rest: string[]): string {
  if (attached !== null) return attached;
  const [next] = rest;
  if (next === undefined) throw new UsageError(`\`${argument}\` needs a value.`);
  if (next.startsWith('--'))
    throw new UsageError(
      `\`${argument}\` needs a value. One that begins with dashes follows \`=\`: \`${argument}=${next}\`.`,
    );
  rest.shift();
  return next;
}
