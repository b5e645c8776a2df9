import { AppError } from '../../problems.ts';
import { replaceControls } from './controls-script.ts';
import type { Tab } from '../tab.ts';

/** An HTML form control that was on the page. Lengths in CSS pixels as they are laid out, with the page's own zoom. */
export interface Control {
  /** What the link in its place leads to, behind the prefix. */
  readonly key: string;
  readonly kind: 'text' | 'multiline' | 'checkbox' | 'radio' | 'choice' | 'list';
  readonly name: string;
  /** Its place among the forms of the page; -1 = in none. */
  readonly form: number;
  readonly label: string;
  readonly values: readonly string[];
  readonly options: readonly { readonly label: string; readonly value: string }[];
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly multiple: boolean;
  readonly password: boolean;
  /** -1 = any. */
  readonly maxLength: number;
  readonly tabIndex: number;
  readonly fontSize: number;
  readonly lineHeight: number | null;
  /** `rgb(...)` or another colour as the browser serializes it. */
  readonly color: string;
  readonly align: 'left' | 'center' | 'right';
  readonly padding: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };
}

/** Which links stand for the controls of a page, and which of these are told. */
export interface ControlsWish {
  /** What the links lead to, before the keys. */
  readonly prefix: string;
  /**
   * Comments of the page: controls before the one and after the other belong to another print. `null` = all are this
   * one's.
   */
  readonly ends: { readonly begin: string; readonly end: string } | null;
}

/** More controls than this in one page are no form. */
const maxControls = 5000;
/** Names, labels, values and options of all of them. */
const maxCharacters = 20_000_000;

/**
 * Puts a box of the same size and look, and a link over it, in the place of every control that can be a field; tells
 * what was there, between the ends that are told. The page's own scripts can not see to what happens here: it is done
 * in a world of its own. Throws AppError `limit-exceeded`.
 */
export async function takeControls(tab: Tab, { prefix, ends }: ControlsWish): Promise<readonly Control[]> {
  const { executionContextId } = await tab.session.send('Page.createIsolatedWorld', {
    frameId: tab.frameId,
    worldName: 'controls',
  });
  const { result, exceptionDetails } = await tab.session.send('Runtime.evaluate', {
    expression:
      `(${replaceControls})(${JSON.stringify(prefix)}, ${maxControls}, ${maxCharacters}, ` + `${JSON.stringify(ends)})`,
    contextId: executionContextId,
    returnByValue: true,
  });
  if (exceptionDetails !== undefined)
    throw new AppError('render-failed', 'The form controls of the page could not be read.', {
      cause: new Error(exceptionDetails.exception?.description ?? exceptionDetails.text),
    });
  const found = result.value as Control[] | number;
  if (typeof found === 'number')
    throw new AppError(
      'limit-exceeded',
      found < 0
        ? `The form controls of the page have more than ${maxCharacters / 1e6} million characters in all.`
        : `The page has ${found} form controls; ${maxControls} can be fields.`,
    );
  return found;
}
