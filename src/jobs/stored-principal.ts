import type { Principal } from '../context.ts';

type Stored = Omit<Principal, 'scope'> & { readonly scope: readonly string[] | null };

/** The principal of a job as JSON. The fields are listed by name, so that nothing of a key is ever stored. */
export function toStored({ kid, client, tier, scope, rate }: Principal): string {
  return JSON.stringify({ kid, client, tier, scope: scope && [...scope], rate } satisfies Stored);
}

/** The principal that `toStored` wrote. */
export function fromStored(json: string): Principal {
  const { scope, ...principal } = JSON.parse(json) as Stored;
  return { ...principal, scope: scope && new Set(scope) };
}
