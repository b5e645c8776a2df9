import { Lexer } from './lexer.ts';
import type { Obj } from './objects.ts';
import { Parser } from './parser.ts';

/** Nothing that Chromium prints, or that is mended, nests deeper. */
const usualDepth = 100;

/**
 * The value of an indirect object as it is written between `N 0 obj` and `endobj`, one character a byte; of a stream
 * its dictionary. @throws AppError `limit-exceeded` for one that nests deeper
 */
export function parseBody(body: string, depth = usualDepth): Obj {
  return new Parser(new Lexer(Buffer.from(body, 'latin1'), 0), { depth, references: true }).object();
}
