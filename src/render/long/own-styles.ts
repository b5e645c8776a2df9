/** What an element looks like by its neighbours or by what has been counted before it. */
const dependent = /:(?:nth|first|last|only|has|target)|[+~]/;
const counting = /counter|\bquotes\b|open-quote/;
/** Where the content of a page begins, which a part is cut by, is then nothing that is known. */
const paged = /@page\b/;

/** The equations of a document are counted by the base style sheet. */
const counted = 'class="tml-eqn';

/**
 * True where every page of HTML looks the same whatever stands before and after it: no style sheet, in the document or in its pieces, selects
 * elements by their neighbours, or counts. Whoever can't be sure prints in one go.
 */
export function keepsItsLook(styles: readonly string[], pieces: readonly string[]): boolean {
  if (!styles.every(isLocal)) return false;
  return pieces.every((piece) => !piece.includes(counted) && !/counter-(?:reset|increment|set)/.test(piece) && (!piece.includes('<style') || [...piece.matchAll(/<style[^>]*>([\s\S]*?)<\/style/g)].every(([, css = '']) => isLocal(css))));
}

function isLocal(css: string): boolean {
  const bare = css.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/url\([^)]*\)|"[^"]*"|'[^']*'/g, '');
  return !counting.test(bare) && !paged.test(bare) && !dependent.test(selectorsOf(bare));
}

/** The text of a style sheet without its declarations. */
function selectorsOf(css: string): string {
  return css.replaceAll(/\{[^{}]*\}/g, '{}');
}
