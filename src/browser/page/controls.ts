import { AppError } from '../../problems.ts';
import { replaceControls } from './controls-script.ts';
import type { Tab } from '../tab.ts';

/** An HTML form control of the page. Lengths are in CSS pixels as laid out, with the page's own zoom. */
export interface Control {
  /** Fragment after the prefix, to which the link in its place leads. */
  readonly key: string;
  readonly kind: 'text' | 'multiline' | 'checkbox' | 'radio' | 'choice' | 'list';
  readonly name: string;
  /** Index of its form in the page; -1 = none. */
  readonly form: number;
  readonly label: string;
  readonly values: readonly string[];
  readonly options: readonly { readonly label: string; readonly value: string }[];
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly multiple: boolean;
  readonly password: boolean;
  /** -1 = no limit. */
  readonly maxLength: number;
  readonly tabIndex: number;
  readonly fontSize: number;
  readonly lineHeight: number | null;
  /** `rgb(...)`, or another colour as the browser serializes it. */
  readonly color: string;
  readonly align: 'left' | 'center' | 'right';
  readonly padding: { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };
}

/** How the links in place of controls are addressed, and which controls are reported. */
export interface ControlsWish {
  /** Address of the links, before the keys. */
  readonly prefix: string;
  /**
   * Texts of two comments in the page. Controls before the first and after the second belong to another print. `null` =
   * all controls belong to this print.
   */
  readonly ends: { readonly begin: string; readonly end: string } | null;
}

/** Maximum number of controls in one page. */
const maxControls = 5000;
/** Maximum number of characters in names, labels, values and options of all controls. */
const maxCharacters = 20_000_000;

/**
 * Replaces every control that can be a field by a box of the same size and look with a link over it. Returns the
 * controls between `ends`. Runs in an isolated world, which the page's scripts cannot see. Throws AppError
 * `limit-exceeded`.
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
