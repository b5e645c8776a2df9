const whiteSpace = new Set([' ', '\t', '\n', '\r', '\f', '\ufeff']);

/**
 * True for HTML that begins, after white space, a byte order mark and comments, with `<!doctype` or `<html`: a
 * document, and no fragment of one.
 */
export function isComplete(html: string): boolean {
  let at = 0;
  for (;;) {
    while (whiteSpace.has(html.charAt(at))) at += 1;
    if (!html.startsWith('<!--', at)) break;
    const end = html.indexOf('-->', at + '<!--'.length);
    if (end === -1) return false;
    at = end + '-->'.length;
  }
  return /^<(?:!doctype|html)(?=[\s>/]|$)/i.test(html.slice(at, at + '<!doctype'.length + 1));
}
