import type { Context } from '../../../../context.ts';
import type { Length } from '../../../../input/length.ts';
import type { MarkForm } from '../../../../pdf/edit/stamp/mark.ts';
import { AppError } from '../../../../problems.ts';
import { renderInput } from '../../../../render/model/request.ts';
import type { StampPrinter } from '../../../../render/render.ts';
import { addPage } from '../../operations/add-page.ts';
import { addStamp } from '../../operations/add-stamp.ts';
import type { RequestStep } from './plain-step.ts';

/** The HTML of stamps as the browser printed it, by the index of the step, and warnings of the print. */
export interface HtmlStamps {
  readonly forms: ReadonlyMap<number, MarkForm>;
  readonly warnings: readonly string[];
}

interface Stamp {
  readonly index: number;
  readonly html: string;
  readonly width: Length | undefined;
}

const stampsOf = (steps: readonly RequestStep[]): Stamp[] =>
  steps.flatMap((step, index) =>
    step.do === 'stamp' && step.html !== undefined ? [{ index, html: step.html, width: step.width }] : [],
  );

/**
 * Prints the HTML of the stamps among the steps; without any it needs no browser. Rejects with the problems of a render,
 * at the pointers of the steps.
 */
export async function printHtmlStamps(
  steps: readonly RequestStep[],
  renderer: StampPrinter,
  context: Context,
): Promise<HtmlStamps> {
  const stamps = stampsOf(steps);
  if (stamps.length === 0) return { forms: new Map(), warnings: [] };
  const operations = stamps.map(({ html, width }) => ({
    op: 'add_stamp',
    html,
    ...(width !== undefined && { width }),
  }));
  const request = renderInput([addPage, addStamp]).validate({ operations: [{ op: 'add_page' }, ...operations] });
  const inStep = (pointer: string) =>
    pointer.replace(/^\/operations\/(\d+)/, (_, number: string) => `/steps/${stamps[Number(number) - 1]?.index ?? 0}`);
  const { forms, warnings } = await renderer.printStamps(request, context).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error;
    const errors = error.errors.map(({ pointer, message }) => ({ pointer: inStep(pointer), message }));
    const { slug, message, extra, headers, cause = error } = error;
    throw new AppError(slug, message, { errors, extra, headers, cause });
  });
  return {
    forms: new Map(stamps.flatMap(({ index }, at) => (forms[at] === undefined ? [] : [[index, forms[at]] as const]))),
    warnings: warnings.map(({ message, pointer }) =>
      pointer === undefined ? message : `${inStep(pointer)}: ${message}`,
    ),
  };
}
