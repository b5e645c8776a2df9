import type { Description } from '../../http/openapi/description.ts';
import { nameOf } from './python-type.ts';

/** The names of the schemas that answers have, directly or within others. */
export function answeredSchemas({ paths, components }: Description): ReadonlySet<string> {
  const responses = Object.values(paths).flatMap((item) => Object.values(item).map((route) => route.responses));
  const found = new Set<string>();
  const open = [...referencesIn(responses), ...referencesIn(components.responses)];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const schema = components.schemas[name];
    if (schema === undefined || found.has(name)) continue;
    found.add(name);
    open.push(...referencesIn(schema));
  }
  return found;
}

function referencesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '$ref' && typeof inner === 'string' ? [nameOf(inner)] : referencesIn(inner),
  );
}
