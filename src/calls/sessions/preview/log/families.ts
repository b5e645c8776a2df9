import type { Session } from '../../../../store/facets/sessions.ts';
import type { LoggedContent } from './logged-content.ts';
import { hasAny, nameOf } from './operation-kinds.ts';

/** `set_font`, and the operation that may have it inside. */
const setsFonts: ReadonlySet<string> = new Set(['set_font', 'add_columns']);

/** The assets of a session that are the family of a `set_font`, inside other operations too, in the order of names. */
export function familiesOf({ document }: Session, { log, assets }: LoggedContent): string[] {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('family' in value && typeof value.family === 'string') found.add(value.family);
    Object.values(value).forEach(visit);
  };
  for (const operation of log)
    if (setsFonts.has(nameOf(operation)) && hasAny(operation, ['"set_font"']))
      visit(JSON.parse(Buffer.from(operation).toString('utf8')));
  const { assets: own = {} } = JSON.parse(document) as { readonly assets?: Readonly<Record<string, unknown>> };
  return [...found].filter((name) => Object.hasOwn(own, name) || assets.some((one) => one.name === name)).sort();
}
