import { AppError } from '../../problems.ts';
import { navigationBlocked } from '../../browser/network/navigation-blocked.ts';
import { joi } from '../../input/fields.ts';
import type { OperationContext } from '../plan/operation-context.ts';
import { isComplete } from './is-complete.ts';
import type { WaitForOptions } from '../compose/wait-for.ts';
import { readComplete } from './read-complete.ts';

/** How HTML is added: as a document of its own, or as a part of the service's own content. */
export type HtmlAs = 'document' | 'content';

/** The field `as` of the operations that add HTML. */
export const htmlAs = () =>
  joi
    .string()
    .valid('document', 'content')
    .description(
      '`document`: printed as a browser prints it, on pages of its own, without the style sheet of the ' +
        'service. `content`: its head styles and the content of its body become a part of the flow. Unless ' +
        'given, `document` where it begins with `<!doctype` or `<html`, `content` for a fragment.',
    );

/** Message of the warning `wait-ignored`. */
export const waitIgnored = 'The HTML has no scripts to run, so there is nothing to wait for: `waitFor` is ignored.';

/**
 * True where HTML becomes a document of its own. Throws AppError `invalid-request` at the field `as` where it cannot.
 */
export function asDocument(html: string, as: HtmlAs | undefined, context: OperationContext): boolean {
  if (!context.isInside) return as === 'document' || (as === undefined && isComplete(html));
  if (as !== 'document') return false;
  const message = 'a document begins on a page of its own: it has no `position`, and is in no other operation';
  throw new AppError('invalid-request', `The request is invalid: ${message}.`, {
    errors: [{ pointer: context.pointer('as'), message }],
  });
}

/** How a document is printed. */
export interface DocumentPrintOptions {
  readonly javascript: 'auto' | 'off';
  readonly waitFor?: WaitForOptions | undefined;
  /** CSS after its own. */
  readonly css: readonly string[];
  /** Field of the HTML, for warnings. */
  readonly field: string;
}

/** Adds HTML as a document of its own; a fragment becomes the body of one. */
export function addDocument(
  html: string,
  { javascript, waitFor, css, field }: DocumentPrintOptions,
  context: OperationContext,
): void {
  const read = readComplete(isComplete(html) ? html : `<!doctype html><html><body>${html}</body></html>`);
  const scripts = javascript === 'auto' && read.scripts;
  context.warnOfHugeImages({ hugeImages: read.hugeImages.length }, field);
  context.warnOfOddities(read, field);
  // where scripts run, the page itself tries to open it, and the print reports that
  if (!scripts && read.redirect !== null) context.warn('navigation-blocked', navigationBlocked(read.redirect), field);
  const { virtualTime } = waitFor ?? {};
  const waits = scripts || waitFor === undefined ? waitFor : virtualTime === undefined ? undefined : { virtualTime };
  if (!scripts && waitFor !== undefined && Object.keys(waitFor).some((name) => name !== 'virtualTime'))
    context.warn('wait-ignored', waitIgnored, 'waitFor');
  context.addComplete(read, { scripts, waitFor: waits, css, field });
}
