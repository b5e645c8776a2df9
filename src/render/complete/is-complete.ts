const whiteSpace = new Set([' ', '\t', '\n', '\r', '\f', '\ufeff']);

/**
 * True for a whole document, not a fragment: HTML that begins with `<!doctype` or `<html`, after white space, a byte
 * order mark and comments.
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
