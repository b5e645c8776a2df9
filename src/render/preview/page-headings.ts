import type { Inspection } from '../../pdf/edit/inspect.ts';
import type { Document } from '../model/document.ts';
import type { LongFlow } from '../print/fragments/planning/flow.ts';
import type { Stretch as Units } from '../print/fragments/planning/unit-range.ts';
import { levelsOf } from '../print/fragments/print-part.ts';
import { stringsOnPages, type PlacedString, type StringOnPage } from '../running/strings/page-strings.ts';

/** The headings on a page, as headers and footers show them; empty where no header or footer does. */
export interface HeadingsOnPage {
  /** The items of its outline with their levels, for `{section}`. */
  readonly outline: readonly { readonly title: string; readonly level: number }[];
  /** For `{heading:2}`. */
  readonly strings: readonly Omit<PlacedString, 'page'>[];
}

/** What a print shows of headings. */
interface FoundHeadings {
  readonly outline: Inspection['outline'];
  readonly strings: readonly PlacedString[];
}

/** True where a header, footer or stamp shows `{section}`. */
export const showsSections = ({ runningContent, stamps }: Pick<Document, 'runningContent' | 'stamps'>): boolean =>
  [...runningContent, ...stamps].some(({ content }) =>
    Object.values(content).some((text: unknown) => typeof text === 'string' && text.includes('{section}')),
  );

/** Pages with the headings on each of them. */
export function withHeadings<P extends object>(
  pages: readonly P[],
  { outline, strings }: FoundHeadings,
): (P & HeadingsOnPage)[] {
  const [outlines, values] = [Map.groupBy(outline, ({ page }) => page), Map.groupBy(strings, ({ page }) => page)];
  return pages.map((page, index) => ({
    ...page,
    outline: (outlines.get(index) ?? []).map(({ title, level }) => ({ title, level })),
    strings: (values.get(index) ?? []).map(({ key, value, isFirst = false }) => ({ key, value, isFirst })),
  }));
}

/** The outline of a stretch with the levels of its elements; `null` where it does not have all headings. */
export function levelledOutline(
  { outline }: Pick<Inspection, 'outline'>,
  flow: LongFlow,
  units: Units,
): Inspection['outline'] | null {
  if (outline.length === 0) return outline;
  const levels = levelsOf(flow, units);
  if (levels.length !== outline.length) return null;
  return outline.map((item, index) => ({ ...item, level: levels[index] ?? item.level }));
}

/**
 * The pages of a segment, whose headings have levels in their outline instead of those of their elements: Chromium lets
 * a heading stand outermost where no heading before it is higher.
 */
export function withOutlineLevels<P extends HeadingsOnPage>(pages: readonly P[]): P[] {
  let highest = Infinity;
  return pages.map((page) => ({
    ...page,
    outline: page.outline.map(({ title, level }) => {
      const isOutermost = level <= highest;
      highest = Math.min(highest, level);
      return { title, level: isOutermost ? 1 : 2 };
    }),
  }));
}

/** The headings of levels on each page. */
export const stringsOfHeaded = (pages: readonly HeadingsOnPage[]): StringOnPage =>
  stringsOnPages(pages.map(({ strings }) => ({ pages: 1, strings: strings.map((one) => ({ ...one, page: 0 })) })));
