/** What an element looks like by its neighbours or by what has been counted before it. */
const dependent = /:(?:nth|first|last|only|has|target)|[+~]/;
const counting = /counter|\bquotes\b|open-quote/;
/** Where the content of a page begins, which a part is cut by, is then nothing that is known. */
const paged = /@page\b/;

/** What a piece of HTML may have that another piece looks by, or that is on more pages than its own; and the equations, which the base style sheet counts. */
const shared = ['<style', '<link', '<use', 'url(#', 'class="tml-eqn', 'colophon-unit-'];
/** Boxes that stand out of the flow, and style sheets that are not here to be read. */
const floating = /@import|(?<![-\w])(?:float|position)\s*:|shape-outside|counter-(?:reset|increment|set)/;

/**
 * True where every page of HTML looks the same whatever stands before and after it: no style sheet selects elements by their neighbours, counts, or
 * takes boxes out of the flow, and no piece of HTML brings what another uses. Whoever can't be sure prints in one go.
 */
export function keepsItsLook(styles: readonly string[], pieces: readonly string[]): boolean {
  return styles.every(isLocal) && pieces.every((piece) => !floating.test(piece) && !shared.some((part) => piece.includes(part)));
}

function isLocal(css: string): boolean {
  const bare = css.replaceAll(/\/\*[\s\S]*?(?:\*\/|$)/g, '').replaceAll(/url\([^()]*\)?|"[^"]*"|'[^']*'/g, '');
  return !counting.test(bare) && !paged.test(bare) && !floating.test(bare) && !dependent.test(selectorsOf(bare));
}

/** The text of a style sheet without its declarations. */
function selectorsOf(css: string): string {
  return css.replaceAll(/\{[^{}]*\}/g, '{}');
}
