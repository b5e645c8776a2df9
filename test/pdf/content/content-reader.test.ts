import { expect } from 'chai';
import fc from 'fast-check';
import { globSync, readFileSync } from 'node:fs';
import { AppError } from '../../../src/problems.ts';
import { ContentReader } from '../../../src/pdf/content/content-reader.ts';
import { inlineImage } from '../../../src/pdf/content/inline-image.ts';
import type { Operation } from '../../../src/pdf/content/operation.ts';
import { pageContent } from '../../../src/pdf/content/run-page.ts';
import { openPdf } from '../../../src/pdf/open.ts';
import { end, Keyword, Lexer } from '../../../src/pdf/raw/lexer.ts';
import type { Obj } from '../../../src/pdf/raw/objects.ts';
import { Parser } from '../../../src/pdf/raw/parser.ts';

/** As the parser of files reads content, token for token. */
function slowly(bytes: Buffer): Operation[] {
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

function quickly(bytes: Buffer): Operation[] {
  const reader = new ContentReader(bytes);
  const operations: Operation[] = [];
  for (let operation = reader.next(); operation !== null; operation = reader.next()) operations.push(operation);
  return operations;
}

/** The content of the pages of a file; none where it can not be read. */
function contentsOf(path: string): Buffer[] {
  try {
    const file = openPdf(readFileSync(path));
    return file.pages().slice(0, 20).map((page) => pageContent(file, page));
  } catch (error) {
    if (error instanceof AppError) return [];
    throw error;
  }
}

const pieces = ['q', 'Q', 'BT', 'Tj', 'T*', "'", '"', 'f*', 'BDC', 'BX', 'qq', 'foo', 'true', 'null', 'd0', 'd01', '0', '-0', '12', '-7.25', '.5', '-.5', '5.', '+3', '--5', '1-2', '1.2.3', '.', '-', '1234567890123456', '0.000000000000001', '12abc', '4]', '<41>', '<4a6B>', '<414>', '<>', '<4 1>', '<4', '<</A 1>>', '<</MCID 5>>', '<</MCID 12 >>', '<</MCID 5 /A 1>>', '<</MCID 5.5>>', '<</MCID ', '<</MCID 1234567890>>', '[1 (x)-2.5]', '(a)', '/N', '/N#20', '%c\n', ']', '>', '\n', ' '];

describe('The reader of content', () => {
  it('reads the same as the parser of files, in every page of the corpora', function () {
    this.timeout(120_000);
    let read = 0;
    for (const path of globSync('../shared/corpora/{pdfjs,xray,jpdfium-redact,pyhanko,pdfcpu-forms}/**/*.pdf').sort()) {
      for (const content of contentsOf(path)) {
        if (content.length > 300_000) continue;
        expect(quickly(content), path).to.deep.equal(slowly(content));
        read += 1;
      }
    }
    expect(read).to.be.above(600);
  });

  it('reads the same as the parser of files, whatever is written', () => {
    const soup = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).chain((tokens) => fc.constantFrom(' ', '').map((between) => Buffer.from(tokens.join(between), 'latin1')));
    const noise = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));
    fc.assert(fc.property(fc.oneof(soup, noise), (bytes) => {
      expect(quickly(bytes)).to.deep.equal(slowly(bytes));
    }), { numRuns: 2000 });
  });
});
