import { colourNames } from '../../../input/colour-names.ts';
import { didYouMean } from '../../../near-names.ts';

/** Properties whose value is one colour (CSS Color 4). */
const colours: ReadonlySet<string> = new Set([
  ...['color', 'background-color', 'fill', 'stroke'],
  ...['outline', 'border', 'column-rule', 'text-decoration', 'text-emphasis', 'caret', 'accent', 'flood', 'lighting']
    .concat('stop', borderSides())
    .map((name) => `${name}-color`),
]);

/** `border-top`, `border-inline-start` and so on. */
function borderSides(): string[] {
  return ['top', 'right', 'bottom', 'left', 'block', 'inline'].flatMap((side) =>
    ['', '-start', '-end'].map((end) => `border-${side}${end}`),
  );
}

/** Properties whose values are lengths, each with a unit unless it is 0. */
const lengths: ReadonlySet<string> = new Set([
  ...['', 'min-', 'max-'].flatMap((limit) => [`${limit}width`, `${limit}height`]),
  ...['margin', 'padding'].flatMap((box) => [
    box,
    ...['top', 'right', 'bottom', 'left'].map((side) => `${box}-${side}`),
  ]),
  ...['top', 'right', 'bottom', 'left'].flatMap((side) => [side, `border-${side}-width`]),
  ...['font-size', 'letter-spacing', 'word-spacing', 'text-indent', 'border-width', 'border-radius'],
  ...['gap', 'row-gap', 'column-gap', 'outline-width', 'outline-offset', 'column-width'],
]);

const unit = /^(?:px|pt|mm|cm|in|pc|q|em|rem|ex|ch|vw|vh|%)$/;

/**
 * The mistake in the value of a known property, as a sentence; `null` where there is none, or it is not certain. It
 * knows names of colours, and lengths without a unit: other values are left to the browser, because CSS grows.
 */
export function valueMistake(property: string, given: string): string | null {
  const value = (given.split('!', 1)[0] ?? '').trim();
  if (colours.has(property) && /^[a-z]+$/.test(value) && !colourNames.has(value))
    return `\`${property}\` knows no colour \`${value.slice(0, 80)}\`${didYouMean(value, colourNames) || '.'}`;
  if (!lengths.has(property) || !/^[\w\s.%+-]+$/.test(value)) return null;
  const words = value.split(/\s+/);
  const apart = words.findIndex((word, index) => unit.test(word) && /^[+-]?[\d.]+$/.test(words[index - 1] ?? ''));
  if (apart > 0)
    return (
      `\`${property}: ${value.slice(0, 80)}\` has a space between \`${words[apart - 1] ?? ''}\` and its unit ` +
      `\`${words[apart] ?? ''}\`.`
    );
  const bare = words.find((word) => /^[+-]?[\d.]+$/.test(word) && Number(word) !== 0);
  return bare === undefined
    ? null
    : `\`${property}: ${value.slice(0, 80)}\` has the number \`${bare}\` without a unit.`;
}

/** Pseudo-classes and pseudo-elements that are often written, for suggestions (Selectors 4, CSS Pseudo-Elements 4). */
const pseudos = (
  'hover active focus focus-visible focus-within visited link any-link target checked disabled enabled required ' +
  'optional valid invalid first-child last-child only-child first-of-type last-of-type only-of-type nth-child ' +
  'nth-last-child nth-of-type nth-last-of-type root empty not is where has lang dir before after first-line ' +
  'first-letter selection placeholder marker backdrop read-only read-write default indeterminate'
).split(' ');

/** The name of a pseudo-class in a selector that is one letter or two from a known one; `null` where there is none. */
export function selectorMistake(selector: string): string | null {
  const plain = selector.replaceAll(/"[^"]*"|'[^']*'|\[[^[\]]{0,200}\]|\\[^]/g, '');
  for (const [, name = ''] of plain.matchAll(/:([a-z][a-z-]*)/gi)) {
    const lower = name.toLowerCase();
    if (pseudos.includes(lower) || lower.length < 5 || known.has(lower)) continue;
    const meant = didYouMean(lower, pseudos);
    if (meant !== '') return `The browser knows no \`:${name}\` and ignores its rule${meant}`;
  }
  return null;
}

/** Pseudo-classes whose names resemble others. */
const known: ReadonlySet<string> = new Set(
  (
    'user-valid user-invalid in-range out-of-range placeholder-shown target-text target-current target-before ' +
    'target-after first-page right left first blank autofill open closed modal popover-open scope host defined ' +
    'host-context slotted part current past future paused playing muted buffering stalled seeking local-link ' +
    'fullscreen picture-in-picture state active-view-transition file-selector-button details-content highlight ' +
    'spelling-error grammar-error cue cue-region checkmark picker picker-icon column scroll-marker ' +
    'scroll-marker-group scroll-button search-text matches focus-ring'
  ).split(' '),
);
