import { end, Keyword } from '../../objects/lexer.ts';
import type { IndirectReader } from '../../objects/indirect.ts';
import type { Meter } from '../../objects/limits.ts';
import { Dict } from '../../objects/objects.ts';
import type { Parser } from '../../objects/parser.ts';
import { XrefEntries } from './xref-entries.ts';

/** One cross-reference table with the trailer after it (ISO 32000-2, 7.5.4, 7.5.5). */
export interface Table {
  readonly entries: XrefEntries;
  readonly trailer: Dict;
}

/**
 * Reads a cross-reference table (ISO 32000-2, 7.5.4) by tokens, so that entries of 19 or 21 bytes are readable too.
 * `offset` is after `xref`; offsets in the table count from `base`. Null when no trailer follows.
 */
export function readXrefTable(reader: IndirectReader, offset: number, base: number, meter: Meter): Table | null {
  const parser = reader.parser(offset);
  try {
    return readTable(parser, base, meter);
  } finally {
    meter.parsed(parser.lexer.position - offset);
  }
}

function readTable(parser: Parser, base: number, meter: Meter): Table | null {
  const { lexer } = parser;
  const entries = new XrefEntries();
  let next = 0;
  for (;;) {
    const first = lexer.next();
    if (first instanceof Keyword && first.value === 'trailer') return trailerOf(parser, entries);
    if (typeof first !== 'number') return null;
    const second = lexer.next();
    if (typeof second !== 'number') return null;
    const after = lexer.position;
    const third = lexer.next();
    if (third === end) return null;
    if (third instanceof Keyword && (third.value === 'n' || third.value === 'f')) {
      // A table that starts at 1 with the head of the free list meant 0.
      if (third.value === 'f' && second === 65535 && next === 1 && entries.size === 0 && first === 0) next = 0;
      if (third.value === 'n' && first > 0) entries.setOffset(next, first + base, second);
      else entries.set(next, null);
      next += 1;
      meter.objects(entries.size);
    } else {
      lexer.position = after;
      next = first;
    }
  }
}

function trailerOf(parser: Parser, entries: XrefEntries): Table | null {
  const trailer = parser.object();
  return trailer instanceof Dict ? { entries, trailer } : null;
}
