import { AppError } from '../../../problems.ts';
import { titleOf } from '../../copying/title.ts';
import { openPdf } from '../../file/open.ts';
import { Source } from '../../facts/source.ts';
import { shownSize } from '../../geometry/shown-page.ts';
import type { Arrangement } from './arrangement.ts';
import type { PlannedStep, StepFields, StepName, TextLook } from './arrange-steps.ts';
import { signedPages } from '../../edit/stamp/signed-pages.ts';
import type { MarkLook } from '../../edit/stamp/mark.ts';
import { cropped, marked, resized, rotated, sizeInPoints } from './planned-page.ts';

type Name = PlannedStep['do'];
type Apply<Name extends StepName> = (plan: Arrangement, step: StepFields[Name] & { readonly pointer: string }) => void;

const steps: { readonly [One in Name]: Apply<One> } = {
  select: (plan, { pages, pointer }) => {
    const selected = pages(plan.pages.length);
    if (selected.length === 0) throw outside('The page range names no page of the document.', `${pointer}/pages`);
    plan.select(selected);
  },
  rotate: (plan, { pages, by }) => {
    plan.change(pages(plan.pages.length), (page) => rotated(page, by));
  },
  reverse: (plan) => {
    plan.pages = plan.pages.toReversed();
  },
  crop,
  resize: (plan, { pages, size, fit }) => {
    plan.change(pages(plan.pages.length), (page) => resized(page, size, fit));
  },
  blank: (plan, { at, size, pointer }) => {
    plan.addBlank(size, placeOf(plan, at, pointer));
  },
  insert,
  stamp: (plan, { pages, look, pointer }) => {
    markPages(plan, { pages, pointer }, () => look);
  },
  number: (plan, { pages, look, format, start, pointer }) => {
    const all = String(plan.pages.length);
    markPages(plan, { pages, pointer }, (number, index) => {
      const page = String(start === undefined ? number : start + index);
      return withText(look, format.replaceAll('{pages}', all).replaceAll('{page}', page));
    });
  },
  bates: (plan, { pages, look, series: { prefix, digits, start, suffix }, pointer }) => {
    markPages(plan, { pages, pointer }, (_, index) =>
      withText(look, prefix + String(start + index).padStart(digits, '0') + suffix),
    );
  },
  bookmarks: (plan, { list, pointer }) => {
    plan.bookmarks = list.map(({ title, page, level }, index) => {
      const planned = plan.pages[page - 1];
      if (planned === undefined)
        throw outside(
          `The outline leads to page ${page}; the document has ${plan.pages.length}.`,
          `${pointer}/list/${index}/page`,
        );
      return { title, level, page: planned.id };
    });
    for (const document of plan.documents) document.bookmarked = false;
  },
  metadata: (plan, { metadata }) => {
    const custom = { ...plan.metadata?.custom, ...metadata.custom };
    plan.metadata = { ...plan.metadata, ...metadata, ...(Object.keys(custom).length > 0 && { custom }) };
  },
  attach: (plan, { file }) => {
    plan.attached.push(file);
  },
  detach: (plan, { names }) => {
    for (const name of plan.detach(names)) plan.report.warn(`The document has no attachment '${name}' to detach.`);
  },
  encrypt: (plan, { encryption }) => {
    plan.encryption = encryption;
  },
  decrypt: (plan) => {
    plan.encryption = null;
  },
};

/**
 * Applies one step to the plan.
 * @throws AppError `page-out-of-range`, `signature-would-break`, `too-many-pages`, and those of `openPdf`
 */
export function applyStep(plan: Arrangement, step: PlannedStep): void {
  (steps[step.do] as Apply<typeof step.do>)(plan, step);
}

function crop(plan: Arrangement, { pages, box, margins, pointer }: StepFields['crop'] & { pointer: string }): void {
  plan.change(pages(plan.pages.length), (page, number) => {
    const { width, height } = sizeInPoints(page);
    const { top = 0, right = 0, bottom = 0, left = 0 } = margins ?? {};
    const wanted = box ?? { x: left, y: top, width: width - left - right, height: height - top - bottom };
    const result = wanted.width > 0 && wanted.height > 0 ? cropped(page, wanted) : null;
    if (result === null)
      plan.report.warn(
        `Page ${number} was not cropped by \`${pointer}\`, because nothing of its ` +
          `${shownSize(page).map(Math.round).join(' by ')} points would be left.`,
      );
    return result ?? page;
  });
}

const withText = (look: TextLook, text: string): MarkLook => ({ ...look, content: { ...look.content, text } });

/** Draws a mark on each of these pages. `lookOf` gets the number of the page, and its index among them. */
function markPages(
  plan: Arrangement,
  { pages, pointer }: Pick<StepFields['stamp'], 'pages'> & { readonly pointer: string },
  lookOf: (number: number, index: number) => MarkLook,
): void {
  let index = 0;
  plan.change(pages(plan.pages.length), (page, number) => {
    if (page.from !== null && plan.documents[page.from.document]?.isSigned === true)
      throw new AppError('signature-would-break', signedPages, {
        errors: [{ pointer, message: `page ${number} is one of a signed document` }],
      });
    return marked(page, lookOf(number, index++));
  });
}

function insert(
  plan: Arrangement,
  { document: { bytes, password, name }, at, pages, pointer }: StepFields['insert'] & { pointer: string },
): void {
  const place = placeOf(plan, at, pointer);
  const source = inStep(pointer, () => new Source(openPdf(bytes, { password })));
  const title = titleOf(source) ?? name ?? `Document ${plan.documents.length + 1}`;
  plan.add(
    { source, title },
    pages(source.pages.length).map((page) => page - 1),
    place,
  );
}

/** Names the document of a step in its problem. */
function inStep<T>(pointer: string, open: () => T): T {
  try {
    return open();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.slug, error.message, {
      errors: [{ pointer: `${pointer}/document`, message: error.message }],
      cause: error,
    });
  }
}

/** The index of the page before which new pages come. */
function placeOf({ pages }: Arrangement, at: number | undefined, pointer: string): number {
  const end = pages.length + 1;
  if (at !== undefined && at > end)
    throw outside(`The new page would be page ${at}; the document has ${pages.length}.`, `${pointer}/at`);
  return (at ?? end) - 1;
}

const outside = (message: string, pointer: string) =>
  new AppError('page-out-of-range', message, { errors: [{ pointer, message }] });
