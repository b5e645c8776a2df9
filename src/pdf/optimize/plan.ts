import type { ContentEffort } from './content/rewrite-contents.ts';
import type { Faults } from './verify-output.ts';
import type { Made } from './made.ts';

/** What an attempt may do besides storing everything anew. */
export interface Plan {
  readonly prune: boolean;
  readonly fonts: boolean;
  readonly pictures: boolean;
  /** Of pages whose content is not to be written in every other way. */
  readonly efforts: ReadonlyMap<number, ContentEffort>;
  /** Font programs that are left alone. */
  readonly exceptFonts: ReadonlySet<number>;
  /** Pictures by how often they did not look right. */
  readonly failures: ReadonlyMap<number, number>;
  readonly attempt: number;
}

export const firstPlan: Plan = {
  prune: true,
  fonts: true,
  pictures: true,
  efforts: new Map(),
  exceptFonts: new Set(),
  failures: new Map(),
  attempt: 1,
};

/** Storing the same data in another way: it changes nothing that is shown. */
export const safePlan = ({ attempt }: Plan): Plan => ({
  ...firstPlan,
  prune: false,
  fonts: false,
  pictures: false,
  attempt: attempt + 1,
});

const maxAttempts = 7;

/**
 * What to try after an attempt with faults: without what was changed on the pages that do not hold; null when there is
 * nothing left.
 */
export function nextPlan(plan: Plan, made: Made, faults: Faults): Plan | null {
  if (!plan.prune && !plan.fonts && !plan.pictures) return null;
  if (plan.attempt >= maxAttempts || faults.late) return safePlan(plan);
  const attempt = plan.attempt + 1;
  if (faults.claims)
    return plan.fonts
      ? { ...plan, fonts: false, attempt }
      : plan.pictures
        ? { ...plan, pictures: false, attempt }
        : safePlan(plan);
  const efforts = lessEffort(plan, made, faults);
  if (efforts !== null) return { ...plan, efforts, attempt };
  const touches = ({ pages }: { readonly pages: ReadonlySet<number> }) =>
    [...pages].some((page) => faults.pages.has(page));
  const exceptFonts = new Set(plan.exceptFonts);
  const failures = new Map(plan.failures);
  const least = new Map(plan.efforts);
  for (const page of faults.pages) least.set(page, 'none');
  for (const font of made.fonts) if (touches(font)) exceptFonts.add(font.num);
  for (const picture of made.pictures)
    if (touches(picture)) failures.set(picture.num, (failures.get(picture.num) ?? 0) + 1);
  const same =
    exceptFonts.size === plan.exceptFonts.size &&
    [...least].every(([page, effort]) => plan.efforts.get(page) === effort) &&
    [...failures].every(([num, count]) => plan.failures.get(num) === count);
  return same
    ? plan.prune
      ? { ...plan, prune: false, attempt }
      : safePlan(plan)
    : { ...plan, efforts: least, exceptFonts, failures, attempt };
}

/**
 * What content was written in another way is written in fewer other ways on the pages that do not hold; null where it
 * was not what they have.
 */
function lessEffort({ efforts }: Plan, { contents }: Made, { pages }: Faults): Map<number, ContentEffort> | null {
  const next = new Map(efforts);
  for (const page of pages)
    if (contents.some((content) => content.pages.has(page)) && !efforts.has(page)) next.set(page, 'placed');
  return next.size === efforts.size ? null : next;
}

/**
 * Whether the next plan leaves fonts or pictures as they were that this one did not; content alone is nothing to tell
 * of.
 */
export const leavesMore = (plan: Plan, next: Plan): boolean =>
  next.exceptFonts !== plan.exceptFonts ||
  next.fonts !== plan.fonts ||
  next.pictures !== plan.pictures ||
  next.prune !== plan.prune;
