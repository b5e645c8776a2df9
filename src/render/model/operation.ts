import type { ObjectSchema } from 'joi';
import type { Tier } from '../../context.ts';
import type { Document } from './document.ts';
import type { OperationContext } from '../plan/operation-context.ts';

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
  /** One sentence for the reference documentation. */
  readonly summary: string;
  /**
   * The operation's own fields, without `op`, `type`, `id`, `lang` and `position`, which are added where they apply.
   * Made with the joi of fields.ts.
   */
  readonly schema: ObjectSchema;
  /** True where the operation puts content into the flow, so that `position`, `id` and `lang` apply to it. */
  readonly flows: boolean;
  /**
   * True where composing it takes time in proportion to its fields, because it parses no HTML, Markdown, code or
   * template. A function where that depends on the fields. See compose-inline.ts.
   */
  readonly light?: true | ((params: P) => boolean);
  /** True where it may be in a column of another operation; unless given, where it flows. */
  readonly standsInside?: boolean;
  /** The field with lists of nested operations. `compose` gets them as `context.inside`, not with its parameters. */
  readonly nests?: string;
  /** An example for the reference and the tests: the fields without `op`. */
  readonly example: Readonly<Record<string, unknown>>;
  /** Adds to the document before the print. Throws AppError on content that cannot be processed. */
  compose?(document: Document, params: P, context: OperationContext): void;
}
