import { AppError } from '../../../problems.ts';
import { joi } from '../../../input/fields.ts';
import { attributes } from '../../../render/html/html.ts';
import { longestTex, MathError, mathHtml, MathLimitError } from '../../../render/content/math/math-html.ts';
import type { Operation } from '../../../render/model/operation.ts';
import type { OperationContext } from '../../../render/plan/operation-context.ts';

/** Fields of `add_math`. A formula with `display` stands on a line of its own. */
export interface AddMath {
  readonly tex: string;
  readonly display: boolean;
  readonly alt?: string;
}

/** Throws AppError `render-failed`, `limit-exceeded`. */
function formula({ tex, display }: AddMath, context: OperationContext): string {
  try {
    return mathHtml(tex, { display });
  } catch (error) {
    if (!(error instanceof MathError || error instanceof MathLimitError)) throw error;
    const slug = error instanceof MathError ? 'render-failed' : 'limit-exceeded';
    const detail =
      error instanceof MathError ? `The formula ${error.message}.` : `A formula can not be set: ${error.message}.`;
    throw new AppError(slug, detail, {
      errors: [{ pointer: context.pointer('tex'), message: `\`tex\` ${error.message}` }],
      cause: error,
    });
  }
}

/**
 * Chromium has no Formula among its tags; a figure with a text alternative is the closest (ISO 32000-2, 14.8.4.8.4).
 */
export const addMath: Operation<AddMath> = {
  name: 'add_math',
  tier: 'core',
  summary:
    'Adds a formula in TeX, set as mathematics: fractions, roots, sums, matrices, aligned and numbered ' +
    'equations, chemistry with \\ce.',
  flows: true,
  schema: joi.object({
    tex: joi.string().max(longestTex).required().description('LaTeX mathematics without the dollar signs.'),
    display: joi
      .boolean()
      .default(true)
      .description('On a line of its own, centred and in full size; false sets it as in a line of text.'),
    alt: joi.string().max(5000).description('The text for readers who cannot see it; the TeX unless given.'),
  }),
  example: { tex: 'x_{1,2} = \\frac{-b \\pm \\sqrt{b^2 - 4ac}}{2a}' },
  compose(_document, params, context) {
    const html = formula(params, context);
    const own = context.attributes({ class: params.display ? 'math display' : 'math' });
    context.add(
      `<div${own}><div${attributes({ role: 'img', 'aria-label': params.alt ?? params.tex })}>${html}</div></div>`,
    );
  },
};
