import type { Dict } from '../objects/objects.ts';
import type { ContentFont } from './fonts/content-font.ts';
import type { Lookup } from './lookup.ts';
import type { Visitor } from './visitor.ts';
import type { ContentBudget } from './budget.ts';

/** Fonts of a document by their dictionaries, shared by its pages. */
export type FontCache = Map<Dict, ContentFont>;

/** Options of an interpreter. */
export interface InterpreterOptions {
  readonly file: Lookup;
  readonly visitor: Visitor;
  readonly budget: ContentBudget;
  readonly fonts: FontCache;
}
