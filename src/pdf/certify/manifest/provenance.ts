import type { DigitalSourceType } from '../digital-source-types.ts';

/** The origin of a document as the caller states it. Nothing is checked or added. */
export interface Provenance {
  readonly sourceType: DigitalSourceType;
  /** The software or model that made the content. */
  readonly generator?: Generator | undefined;
  /** Time of creation: RFC 3339. */
  readonly created?: string | undefined;
  readonly ingredients: readonly Ingredient[];
  readonly humanReview?: { readonly reviewer: string; readonly statement: string } | undefined;
}

/** Software or a model that made content. */
export interface Generator {
  readonly name: string;
  readonly version?: string | undefined;
  readonly vendor?: string | undefined;
}

/** A source of the content. */
export interface Ingredient {
  readonly name: string;
  /** SHA-256 in lower-case hex. */
  readonly sha256?: string | undefined;
  /** Media type. */
  readonly format?: string | undefined;
  readonly relationship: 'inputTo' | 'componentOf';
}
