/** HTML of one operation, in units that follow each other as blocks. */
export interface LongPiece {
  /** The start tag of what holds them. */
  readonly open: string;
  readonly units: readonly string[];
  readonly close: string;
}

/** Shorter pieces are one unit. Characters. */
const leastCharacters = 1500;

const holder = /^<div(?: (?:id|lang|dir|style)="[^"]*")* class="(?:markdown|html)[" ]/;
/** A tag or a comment as they are serialized (HTML, 13.3): whoever finds anything else leaves the piece whole. */
const markup = /<!--[\s\S]*?-->|<(\/?)([a-zA-Z][\w:-]*)(?: [^\s"'<>/=]+(?:="[^"]*")?)* ?\/?>/y;
/** Elements whose text is not escaped. */
const bare = /<(?:style|script|xmp|iframe|noembed|noframes|plaintext|noscript)\b/i;
const noEnd = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr']);
/** Elements that begin on a line of their own, whatever stands before them. */
const blocks = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'dl', 'pre', 'table', 'blockquote', 'div', 'section', 'article', 'header', 'footer', 'main', 'nav', 'figure', 'hr', 'address', 'form', 'fieldset', 'details']);

/** The blocks that a long piece of Markdown or HTML has right inside of it, with what stands between them; `null` where it is short or can not be told. */
export function longPiece(html: string): LongPiece | null {
  if (html.length < leastCharacters || !holder.test(html) || bare.test(html)) return null;
  const open = html.slice(0, html.indexOf('>') + 1);
  const starts: number[] = [];
  let depth = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', markup.lastIndex)) {
    markup.lastIndex = at;
    const [, slash, tag = ''] = markup.exec(html) ?? [];
    if (markup.lastIndex === 0) return null;
    if (slash === undefined) continue; // a comment
    const name = tag.toLowerCase();
    if (slash === '/') depth -= 1;
    else if (depth === 1 && blocks.has(name)) starts.push(at);
    if (slash === '' && !noEnd.has(name)) depth += 1;
    if (depth === 0 && markup.lastIndex < html.length) return null;
  }
  const close = '</div>';
  if (depth !== 0 || !html.endsWith(close) || starts.length < 2) return null;
  const ends = [...starts.slice(1), html.length - close.length];
  return { open, units: ends.map((end, index) => html.slice(index === 0 ? open.length : starts[index], end)), close };
}
