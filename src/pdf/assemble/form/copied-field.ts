import type { UniqueNames } from '../../facts/unique-names.ts';
import type { Dict } from '../../objects/objects.ts';
import { type Ref } from '../../objects/objects.ts';

/** A field of the new form (ISO 32000-2, 12.7.4). */
export interface Field {
  readonly name: string;
  readonly fullName: string;
  readonly parent: Field | null;
  readonly kids: Map<string, Field>;
  readonly names: UniqueNames;
  /** Fields of one name are merged only if this is equal: type, kind, and entries that the kind requires. */
  readonly kind: string;
  /** The value in canonical form; '' for none. */
  value: string;
  /** Entries of the field, and those of its only widget if they are merged. */
  dict: Dict;
  readonly widgets: Widget[];
  /** Its reference, once written. */
  ref: Ref | null;
}

/** A widget annotation of a field (ISO 32000-2, 12.5.6.19). */
export interface Widget {
  readonly ref: Ref;
  dict: Dict;
  /** Field and widget were one dictionary. */
  readonly joined: boolean;
}
