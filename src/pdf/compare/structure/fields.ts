import { describeFields, type FieldDescription } from '../../widgets/fields/describe-fields.ts';
import type { Source } from '../../facts/source.ts';

/** A field of a form, without its places. */
export type ComparedField = Omit<FieldDescription, 'widgets'> & { readonly page: number | null };

/** The fields of a form, with the page of their first widget. */
export const comparedFields = (source: Source): ComparedField[] =>
  describeFields(source).map(({ widgets, ...field }) => ({ ...field, page: widgets[0]?.page ?? null }));
