import type { Kind } from './setting-kinds.ts';

/** One setting (docs/settings.md): the variable `SERVICE_<name>`, which is read once. */
export interface Setting<T> {
  readonly name: string;
  readonly kind: Kind<T>;
  /** The default, as an operator would write it; `null` = not set, and `unset` explains what applies then. */
  readonly fallback: string | null;
  readonly unset?: string;
  /** A valid value, for the message about an invalid one; the default where there is one. */
  readonly example?: string;
  readonly help: string;
}

/** The prefix of every variable of the service. */
export const prefix = 'SERVICE_';

/** A setting with a default. */
export function setting<T>(name: string, kind: Kind<T>, fallback: string, help: string): Setting<T> {
  return { name, kind, fallback, help };
}

/** A setting that may have no value. */
export function optional<T>(
  name: string,
  kind: Kind<T>,
  texts: Required<Pick<Setting<T>, 'unset' | 'help'>> & Pick<Setting<T>, 'example'>,
): Setting<T | null> {
  return { name, kind, fallback: null, ...texts };
}
