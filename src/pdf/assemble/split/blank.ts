import { Lexer, Keyword, end, type Token } from '../../objects/lexer.ts';
import { Name } from '../../objects/objects.ts';
import { Stream, isName } from '../../objects/objects.ts';
import type { Source } from '../../facts/source.ts';

/** Painting operators (ISO 32000-2, 8.5.3, 8.6, 8.8, 8.9, 9.4.3) except fills, which may be white. */
const marks: ReadonlySet<string> = new Set(['S', 's', 'B', 'B*', 'b', 'b*', 'Tj', 'TJ', "'", '"', 'Do', 'sh', 'BI']);
const fills: ReadonlySet<string> = new Set(['f', 'F', 'f*']);

/** Annotations without a look. */
const unseen: readonly string[] = ['Link', 'Popup'];

/**
 * Whether a page is blank: nothing but white areas. Cautious: any text, picture, form, line, shading or visible
 * annotation counts, even if it is white or outside the page, and so does unreadable content.
 */
export function isBlank(source: Source, index: number): boolean {
  const page = source.pages[index];
  if (page === undefined) return false;
  if (
    (source.annotations.ofPage[index] ?? []).some(
      ({ dict }) => !unseen.some((kind) => isName(dict.get('Subtype'), kind)),
    )
  )
    return false;
  const contents = source.file.resolve(page.dict.get('Contents'));
  const streams = Array.isArray(contents) ? contents.map((entry) => source.file.resolve(entry)) : [contents];
  const chunks: Buffer[] = [];
  for (const stream of streams) {
    if (!(stream instanceof Stream)) continue;
    const { bytes, filters, intact } = stream.decoded();
    if (filters.length > 0 || !intact) return false;
    chunks.push(bytes, Buffer.from('\n'));
  }
  return leavesNoMarks(Buffer.concat(chunks));
}

function leavesNoMarks(content: Buffer): boolean {
  const lexer = new Lexer(content);
  const saved: boolean[] = [];
  let white = false;
  let operands: Token[] = [];
  for (let token = lexer.next(); token !== end; token = lexer.next()) {
    if (!(token instanceof Keyword)) {
      if (operands.length < 40) operands.push(token);
      continue;
    }
    const { value } = token;
    if (marks.has(value) || (fills.has(value) && !white)) return false;
    if (value === 'q' && saved.length < 10_000) saved.push(white);
    else if (value === 'Q') white = saved.pop() ?? false;
    else white = fillIsWhite(value, operands, white);
    operands = [];
  }
  return true;
}

/**
 * Whether the fill colour is white after an operator (ISO 32000-2, 8.6.8). Colours outside the device spaces count as
 * not white.
 */
function fillIsWhite(operator: string, operands: readonly Token[], before: boolean): boolean {
  const all = (value: number) => operands.length > 0 && operands.every((operand) => operand === value);
  switch (operator) {
    case 'g':
    case 'rg':
      return all(1);
    case 'k':
      return all(0);
    case 'cs':
    case 'sc':
    case 'scn':
      return false;
    case 'gs':
      return before && operands[0] instanceof Name;
    default:
      return before;
  }
}
