import type { ContentEffort } from './content/rewrite-contents.ts';
import type { Faults } from './verify-output.ts';
import type { Made } from './made.ts';

/** The changes that an attempt makes besides recompressing streams. */
export interface Plan {
  readonly prune: boolean;
  readonly fonts: boolean;
  readonly pictures: boolean;
  /** Pages whose content is rewritten with less effort. */
  readonly efforts: ReadonlyMap<number, ContentEffort>;
  /** Font programs that stay, by object number. */
  readonly exceptFonts: ReadonlySet<number>;
  /** Number of failures for each picture, by object number. */
  readonly failures: ReadonlyMap<number, number>;
  readonly attempt: number;
}

/** The plan of the first attempt: everything. */
export const firstPlan: Plan = {
  prune: true,
  fonts: true,
  pictures: true,
  efforts: new Map(),
  exceptFonts: new Set(),
  failures: new Map(),
  attempt: 1,
};

/** A plan that only recompresses, which changes no look. */
export const safePlan = ({ attempt }: Plan): Plan => ({
  ...firstPlan,
  prune: false,
  fonts: false,
  pictures: false,
  attempt: attempt + 1,
});

const maxAttempts = 7;

/** The plan after a failed attempt: without the changes of the failed pages; null if nothing is left to undo. */
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

/** Lowers the effort for content of the failed pages; null if none of their content was rewritten. */
function lessEffort({ efforts }: Plan, { contents }: Made, { pages }: Faults): Map<number, ContentEffort> | null {
  const next = new Map(efforts);
  for (const page of pages)
    if (contents.some((content) => content.pages.has(page)) && !efforts.has(page)) next.set(page, 'placed');
  return next.size === efforts.size ? null : next;
}

/** Whether the next plan leaves more fonts or pictures unchanged. Content alone is not reported. */
export const leavesMore = (plan: Plan, next: Plan): boolean =>
  next.exceptFonts !== plan.exceptFonts ||
  next.fonts !== plan.fonts ||
  next.pictures !== plan.pictures ||
  next.prune !== plan.prune;
