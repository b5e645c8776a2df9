import type { Step } from './step.ts';

/** A piece of a document, and the step that made it; `null` for one that `document` of the request made. */
export interface Made {
  readonly kind: 'html' | 'css' | 'header' | 'footer' | 'stamp';
  readonly text: string;
  readonly step: Step | null;
  /** JSON Pointer to the operation, or to the field of `document`. */
  readonly pointer: string;
}

/** JSON Pointers to what loads a resource, by the address that it loads, see `addressIn` in loads.ts. */
export type Loads = ReadonlyMap<string, string>;
