import { hash } from 'node:crypto';
import type { LongestHeadings } from '../../../../render/preview/stretch-flow.ts';
import type { Session, SessionAsset } from '../../../../store/facets/sessions.ts';
import type { Listing } from '../../../../render/compose/contents.ts';
import type { AddedStyles } from './log-styles.ts';
import { hasContents, hasIndex, type Kind } from './operation-kinds.ts';

/** Begins the ids of terms. */
export const termPrefix = 'colophon-term-';

/** Stands for the pages of an existing PDF where only their place matters. */
export const anyPdf = Buffer.from('{"op":"add_pdf","data":"JVBERi0="}');
/** Content for a page of which only the frame is wanted. */
export const anyContent = Buffer.from('{"op":"add_text","text":""}');

/** Nothing, which tables of contents show until it is known what the session lists. */
export const nothingListed: Listing = {
  lists: { headings: [], figures: [], tables: [] },
  pages: {},
  terms: [],
  orders: null,
};

/** The digest of the part of a listing that an operation shows: in tables of contents, in indexes, or in both. */
export function listingDigest({ lists, pages, terms, orders }: Listing, operation: Uint8Array): string {
  const pagesOf = (ofTerms: boolean) => Object.entries(pages).filter(([key]) => key.includes(termPrefix) === ofTerms);
  const shown = [
    hasContents(operation) ? [lists, pagesOf(false)] : [],
    hasIndex(operation) ? [terms, pagesOf(true), orders] : [],
  ];
  return hash('sha256', JSON.stringify(shown), 'base64');
}

/** The operations and the assets of a session. */
export interface LoggedContent {
  readonly log: readonly Uint8Array[];
  readonly assets: readonly SessionAsset[];
}

/** A session at a revision. */
export interface Shown extends LoggedContent {
  readonly session: Session;
}

/** Operations with their surroundings. */
export interface LoggedStretch {
  readonly indexes: readonly number[];
  readonly operations: readonly Uint8Array[];
  /** The number of those before its own. */
  readonly first: number;
}

/** The operations of a session that are on its pages, and the facts about all others. */
export interface LogParts {
  readonly session: Session;
  readonly content: LoggedContent;
  readonly found: readonly Kind[];
  /** Digests of the operations as they are stored. */
  readonly stored: readonly string[];
  /** The digest of all operations. */
  readonly all: string;
  readonly stamps: readonly Uint8Array[];
  /** Assets that are the family of a `set_font`. */
  readonly families: readonly string[];
  /** Indexes of the operations with tables of contents. */
  readonly listing: ReadonlySet<number>;
}

/** The height of each header and footer; `null` = its margin holds it. */
export type Heights = readonly (number | null)[];

/** The longest headings of a session, and the heights of headers and footers that show any of them. */
export interface Headed {
  readonly longest: LongestHeadings;
  readonly heights: Heights;
}

/** What is known of the whole when a pass begins. */
export interface ShownByAll {
  readonly listing: Listing;
  /** `null` where headers and footers show no headings. */
  readonly headed: Headed | null;
  readonly styles: AddedStyles;
}
