import { Keyword, Lexer, end } from '../raw/lexer.ts';
import { defaultLimits } from '../raw/limits.ts';
import type { Obj } from '../raw/objects.ts';
import { Parser } from '../raw/parser.ts';
import { inlineImage } from './inline-image.ts';
import type { Operation } from './operation.ts';

/** No operator takes more (annex C of ISO 32000-1); of a stream without operators only so many operands are kept. */
const mostOperands = 256;

/**
 * The operations of a content stream, one after the other. Never fails over what is written: words that are no operators are operations of that name,
 * brackets without a partner are passed over, operands at the end without an operator belong to an operation ''. Between two operations there is
 * nothing but white space, comments and such brackets.
 * @throws AppError `limit-exceeded` where arrays nest too deep
 */
export function* parseContent(bytes: Buffer): Generator<Operation, void, undefined> {
  const lexer = new Lexer(bytes);
  const parser = new Parser(lexer, { depth: defaultLimits.depth, references: false });
  let operands: Obj[] = [];
  let start = -1;
  for (;;) {
    lexer.skipSpace();
    const at = lexer.position;
    const value = parser.next();
    if (value === end) break;
    if (start < 0) start = at;
    if (!(value instanceof Keyword)) {
      operands.push(value);
      if (operands.length > mostOperands) operands = operands.slice(-mostOperands / 2);
      continue;
    }
    if (brackets.has(value.value)) {
      if (operands.length === 0) start = -1;
      continue;
    }
    const image = value.value === 'BI' ? inlineImage(parser) : null;
    yield { operator: value.value, operands, start, end: lexer.position, ...(image && { image }) };
    operands = [];
    start = -1;
  }
  if (operands.length > 0) yield { operator: '', operands, start, end: bytes.length };
}

const brackets: ReadonlySet<string> = new Set([']', '>>', '{', '}', ')', '>']);
