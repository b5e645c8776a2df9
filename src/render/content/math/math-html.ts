import { createRequire } from 'node:module';
import type Temml from 'temml';

const require = createRequire(import.meta.url);

/** Loaded with the first formula. */
const library = () => require('temml') as typeof Temml;

/** TeX that cannot be typeset; `message` is a sentence for the client. */
export class MathError extends Error {}

/** TeX that exceeds a limit. */
export class MathLimitError extends Error {}

/** Maximum number of characters in the TeX of a formula. */
export const longestTex = 10_000;
const maxDepth = 60;
/**
 * Maximum depth of stretched brackets: with each level Chromium lays out their content more than three times as often
 * (measured, 156).
 */
const deepestStretched = 7;
/** Maximum number of characters of MathML; a formula of 10,000 letters has a tenth of them. */
const longestMath = 1_000_000;

/** Macros of the request may be long, and each use counts with its length; those of the library are short. */
function maxExpansions(tex: string): number {
  return /\\(?:[egx]?def|(?:re)?newcommand|providecommand)(?![a-zA-Z])/.test(tex)
    ? Math.max(20, Math.min(1000, Math.floor(100_000 / tex.length)))
    : 1000;
}

interface ParseError extends Error {
  readonly position?: number;
}

/**
 * temml reports ` Double superscript at position 4: x^2^̲3`; the position becomes part of the sentence. On some
 * incomplete TeX it fails itself.
 */
function wrong(error: unknown, tex: string): Error {
  if (error instanceof RangeError) return new MathLimitError('the formula nests too deeply', { cause: error });
  if (!(error instanceof Error) || error.name !== 'ParseError')
    return new MathError('is no TeX that can be set: something in it is missing or misplaced', {
      cause: error,
    });
  const position = (error as ParseError).position;
  const message = error.message.trim();
  if (message.startsWith('Too many expansions'))
    return new MathLimitError('the macros of the formula expand without an end, or too far', { cause: error });
  const reason = message.replace(/ at (?:position \d|end of input).*/s, '').slice(0, 200);
  const at =
    position === undefined
      ? ''
      : position >= tex.length
        ? ' at its end'
        : ` at character ${position + 1} (${tex.slice(position, position + 20)})`;
  return new MathError(`has a mistake in its TeX${at}: ${reason}`, { cause: error });
}

/** Output of temml (0.13): MathML Core, and spans for features that MathML Core lost. */
const elements = new Set([
  'math',
  'menclose',
  'merror',
  'mfrac',
  'mi',
  'mmultiscripts',
  'mn',
  'mo',
  'mover',
  'mpadded',
  'mphantom',
  'mprescripts',
  'mroot',
  'mrow',
  'ms',
  'mspace',
  'msqrt',
  'mstyle',
  'msub',
  'msubsup',
  'msup',
  'mtable',
  'mtd',
  'mtext',
  'mtr',
  'munder',
  'munderover',
  'none',
  'span',
]);
const attributesLeftOut = /\s(?:on\w+|href|src|id|xlink:href|xmlns)=(?:"[^"]*"|'[^']*')/gi;

/** The markup without elements and attributes that formulas do not need. Its texts are escaped. */
function onlyMath(markup: string): string {
  return markup.replace(/<(\/?)([a-zA-Z][\w-]*)(?![\w-])([^<>]*)>/g, (_, slash: string, name: string, rest: string) =>
    elements.has(name)
      ? `<${slash}${name}${rest.replace(name === 'math' ? / style="[^"]*"/ : attributesLeftOut, '')}>`
      : '',
  );
}

/**
 * Adds a class to integrals with upper limits, which the style sheet moves: the formula font has no italic correction
 * for integrals.
 */
const markIntegrals = (markup: string) =>
  markup.replace(/<(msup|msubsup)>(?=<mo[^<>]*>[\u222b-\u2233]<)/g, '<$1 class="integral">');

/** Top-level elements of the markup; `null` where it is not a sequence of closed elements. */
function topLevel(markup: string): string[] | null {
  const parts: string[] = [];
  let [depth, from] = [0, 0];
  for (const tag of markup.matchAll(/<(\/?)[a-z][^<>]*>/g)) {
    depth += tag[1] === '' ? 1 : -1;
    if (depth < 0) return null;
    if (depth > 0) continue;
    parts.push(markup.slice(from, tag.index + tag[0].length));
    from = tag.index + tag[0].length;
  }
  return depth === 0 && from === markup.length ? parts : null;
}

/** An operator before which a line may break: a relation, plus or minus, but not a sign. */
const breaks = /^<mo(?![^<>]*form=)[^<>]*>[=<>≤≥≠≈≡≅∼≃∝→⇒⇔⟹⟺↦∈⊂⊆+−±∓]<\/mo>$/;
/** A formula with fewer parts fits on a line. */
const shortest = 24;

const wrapping = (open: string) =>
  open.includes('class="') ? open.replace('class="', 'class="wraps ') : open.replace('<math', '<math class="wraps"');

/** A long row in pieces that may wrap, each beginning with an operator. */
function breakable(markup: string): string {
  const [, open, inner] = /^(<math[^<>]*>)<mrow>(.*)<\/mrow><\/math>$/s.exec(markup) ?? [];
  const parts = inner === undefined ? null : topLevel(inner);
  if (open === undefined || parts === null || parts.length < shortest) return markup;
  const pieces: string[] = [''];
  for (const part of parts) {
    if (breaks.test(part) && pieces.at(-1) !== '') pieces.push(part.replace('<mo', '<mo form="infix"'));
    else pieces[pieces.length - 1] = `${pieces.at(-1) ?? ''}${part}`;
  }
  return `${wrapping(open)}${pieces.map((piece) => `<mrow>${piece}</mrow>`).join('')}</math>`;
}

/** Depth of the elements in a tree, and depth of stretched brackets. */
interface Depth {
  all: number;
  stretched: number;
  stretches: boolean;
}

function depthOf(markup: string): Depth {
  const root: Depth = { all: 0, stretched: 0, stretches: false };
  const open: Depth[] = [root];
  for (const [tag] of markup.matchAll(/<\/?[a-z][^<>]*>/g)) {
    const top = open.at(-1) ?? root;
    if (!tag.startsWith('</')) {
      if (tag.startsWith('<mo') && tag.includes('stretchy="true"')) top.stretches = true;
      open.push({ all: 0, stretched: 0, stretches: false });
      continue;
    }
    open.pop();
    const parent = open.at(-1) ?? root;
    parent.all = Math.max(parent.all, top.all + 1);
    parent.stretched = Math.max(parent.stretched, top.stretched + (top.stretches ? 1 : 0));
  }
  return root;
}

/** TeX as a `<math>` element. Throws MathError, MathLimitError. */
export function mathHtml(tex: string, { display }: { readonly display: boolean }): string {
  let markup: string;
  try {
    markup = markIntegrals(
      onlyMath(
        library().renderToString(tex, {
          displayMode: display,
          throwOnError: true,
          trust: false,
          maxExpand: maxExpansions(tex),
          maxSize: [40, 40],
          macros: {},
        }),
      ),
    );
  } catch (error) {
    throw wrong(error, tex);
  }
  if (markup.length > longestMath) throw new MathLimitError('the formula is too long');
  const depth = depthOf(markup);
  if (depth.all > maxDepth) throw new MathLimitError(`the formula nests more than ${maxDepth} levels deep`);
  if (depth.stretched > deepestStretched)
    throw new MathLimitError(
      `the formula has stretched brackets more than ${deepestStretched} levels within one another`,
    );
  return breakable(markup);
}
