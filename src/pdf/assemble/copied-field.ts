import type { UniqueNames } from '../facts/unique-names.ts';
import type { Dict } from '../objects/objects.ts';
import { type Ref } from '../objects/objects.ts';

/** A field of the new form (ISO 32000-2, 12.7.4). */
export interface Field {
  readonly name: string;
  readonly fullName: string;
  readonly parent: Field | null;
  readonly kids: Map<string, Field>;
  readonly names: UniqueNames;
  /** What makes two fields of a name one field: type, kind, and what the kind hangs on. */
  readonly kind: string;
  /** The value in canonical form; '' for none. */
  value: string;
  /** Entries of the field; those of its only widget too, when they are one dictionary. */
  dict: Dict;
  readonly widgets: Widget[];
  /** Where the field is, once it is written. */
  ref: Ref | null;
}

/** How a field looks on a page (12.5.6.19). */
export interface Widget {
  readonly ref: Ref;
  dict: Dict;
  /** Field and widget were one dictionary. */
  readonly joined: boolean;
}
