import type { ObjectSchema } from 'joi';
import type { Tier } from '../../context.ts';
import type { Document } from './document.ts';
import type { Place } from '../plan/operation-context.ts';

/**
 * One step of a document.
 *
 * `P` are the parameters as `schema` leaves them (defaults filled in, lengths still as sent).
 * It composes plain data, possibly on another thread: no I/O, no clock, no state of its own.
 */
export interface Operation<P = never> {
  /** snake_case, as in `operations[].op`. */
  readonly name: string;
  readonly tier: Tier;
  /** One sentence for the reference. */
  readonly summary: string;
  /**
   * The operation's own fields, without `op`, `type`, `id`, `lang` and `position`, which every operation has where they
   * make sense. Made with the joi of fields.ts.
   */
  readonly schema: ObjectSchema;
  /** True when the operation puts something into the flow, so that `position`, `id` and `lang` apply to it. */
  readonly flows: boolean;
  /**
   * True when composing it costs little and in proportion to its fields, whatever they are: it parses no HTML,
   * Markdown, code or template; a function where that depends on them. See compose-inline.ts.
   */
  readonly light?: true | ((params: P) => boolean);
  /** True where it may stand inside another operation, in a column; unless given, where it flows. */
  readonly standsInside?: boolean;
  /**
   * The field that holds lists of operations, which stand inside this one. They reach it as `place.inside`, not with
   * its parameters.
   */
  readonly nests?: string;
  /** An example for the reference and the tests: the fields without `op`. */
  readonly example: Readonly<Record<string, unknown>>;
  /** Adds to the document before the print. Throws AppError on content that can't be processed. */
  compose?(document: Document, params: P, place: Place): void;
}
