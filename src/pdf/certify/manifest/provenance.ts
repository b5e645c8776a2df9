import type { DigitalSourceType } from '../digital-source-types.ts';

/** What the caller says of a document. Nothing of it is checked, and nothing is added to it. */
export interface Provenance {
  readonly sourceType: DigitalSourceType;
  /** What made the content. */
  readonly generator?: Generator | undefined;
  /** When the content was made: RFC 3339. */
  readonly created?: string | undefined;
  readonly ingredients: readonly Ingredient[];
  readonly humanReview?: { readonly reviewer: string; readonly statement: string } | undefined;
}

export interface Generator {
  readonly name: string;
  readonly version?: string | undefined;
  readonly vendor?: string | undefined;
}

/** What the content was made from. */
export interface Ingredient {
  readonly name: string;
  /** Lower-case hex. */
  readonly sha256?: string | undefined;
  /** A media type. */
  readonly format?: string | undefined;
  readonly relationship: 'inputTo' | 'componentOf';
}
