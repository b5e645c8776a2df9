import type { Principal } from '../context.ts';

type Stored = Omit<Principal, 'scope'> & { readonly scope: readonly string[] | null };

/** Who submitted a job, as JSON: these fields by name, so that nothing of a key itself is ever stored. */
export function toStored({ kid, client, tier, scope, rate }: Principal): string {
  return JSON.stringify({ kid, client, tier, scope: scope && [...scope], rate } satisfies Stored);
}

/** Who submitted a job, as its work gets it. */
export function fromStored(json: string): Principal {
  const { scope, ...principal } = JSON.parse(json) as Stored;
  return { ...principal, scope: scope && new Set(scope) };
}
