import type { HelperDelegate } from 'handlebars';
import { arithmetic } from './arithmetic.ts';
import { blocks, loops } from './blocks.ts';
import { delegate, type Filling, type Helper } from './call.ts';
import { embeds } from './embeds.ts';
import { formats } from './formats.ts';
import { labels } from './labels.ts';
import { logic } from './logic.ts';
import { references } from './references.ts';
import { sums } from './totals.ts';

/** The helpers of templates beside Handlebars' own `if unless each with lookup`; docs/templates.md describes each. */
export const templateHelpers: Readonly<Record<string, Helper>> = {
  ...formats,
  ...arithmetic,
  ...logic,
  ...sums,
  ...labels,
  ...blocks,
  ...embeds,
  ...references,
};

/** The helpers of one filling, as Handlebars takes them. */
export function helpersFor(filling: Filling): Record<string, HelperDelegate> {
  const own = loops(filling);
  return {
    ...Object.fromEntries(
      Object.entries(templateHelpers).map(([name, helper]) => [
        name,
        delegate(name, helper, filling, own.blockHelperMissing),
      ]),
    ),
    ...own,
  };
}
