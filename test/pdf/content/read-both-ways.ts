import { expect } from 'chai';
import { ContentReader } from '../../../src/pdf/content/content-reader.ts';
import { inlineImage } from '../../../src/pdf/content/inline-image.ts';
import type { Operation } from '../../../src/pdf/content/operation.ts';
import { pageContent } from '../../../src/pdf/content/run-page.ts';
import { openPdf } from '../../../src/pdf/file/open.ts';
import { end, Keyword, Lexer } from '../../../src/pdf/objects/lexer.ts';
import type { Obj } from '../../../src/pdf/objects/objects.ts';
import { Parser } from '../../../src/pdf/objects/parser.ts';
import { AppError } from '../../../src/problems.ts';

/** As the parser of files reads content, token for token. */
export function slowly(bytes: Buffer): Operation[] {
  const lexer = new Lexer(bytes);
  const parser = new Parser(lexer, { depth: 200, references: false });
  const operations: Operation[] = [];
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
      if (operands.length > 256) operands = operands.slice(-128);
    } else if ([']', '>>', '{', '}', ')', '>'].includes(value.value)) {
      if (operands.length === 0) start = -1;
    } else {
      const image = value.value === 'BI' ? inlineImage(parser) : undefined;
      operations.push({ operator: value.value, operands, start, end: lexer.position, ...(image && { image }) });
      operands = [];
      start = -1;
    }
  }
  if (operands.length > 0) operations.push({ operator: '', operands, start, end: bytes.length });
  return operations;
}

export function quickly(bytes: Buffer): Operation[] {
  const reader = new ContentReader(bytes);
  const operations: Operation[] = [];
  for (let operation = reader.next(); operation !== null; operation = reader.next()) operations.push(operation);
  return operations;
}

/** The content of the pages of a file; none where it can not be read. */
function contentsOf(bytes: Buffer): Buffer[] {
  try {
    const file = openPdf(bytes);
    return file
      .pages()
      .slice(0, 20)
      .map((page) => pageContent(file, page));
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}

/** Expects that both read the same in each page of a file, and answers how many pages that were. */
export function expectSameReading(bytes: Buffer, name: string): number {
  const contents = contentsOf(bytes).filter(({ length }) => length <= 300_000);
  for (const content of contents) expect(quickly(content), name).to.deep.equal(slowly(content));
  return contents.length;
}
