import Handlebars from 'handlebars';
import type { Call, Helper } from './call.ts';

/** Characters of embedded HTML that count as one step. */
const charactersAStep = 16;

/**
 * `{{table columns=columns rows=rows caption="Parts"}}`: another operation, its fields as options, where the template
 * wants it.
 */
const embed = (helper: string): Helper => ({
  values: [0, 0],
  options: null,
  run: (call: Call) => {
    const given = call.filling.embed(helper, call.options);
    if ('mistakes' in given) return call.refuse(`is not called right: ${given.mistakes.slice(0, 3).join('; ')}`);
    call.filling.budget.spend(Math.ceil(given.html.length / charactersAStep));
    return new Handlebars.SafeString(given.html);
  },
});

/** Names of the helpers that stand for an operation. */
export const embeddable = ['table', 'chart', 'barcode', 'toc'] as const;

/** These helpers, by name. */
export const embeds: Readonly<Record<string, Helper>> = Object.fromEntries(
  embeddable.map((name) => [name, embed(name)]),
);
