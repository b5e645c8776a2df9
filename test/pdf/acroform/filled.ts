import { fileURLToPath } from 'node:url';
import { describeFields, type FieldDescription } from '../../../src/pdf/widgets/fields/describe-fields.ts';
import { fillForm, type FillOptions } from '../../../src/pdf/fill/fill-form.ts';
import type { GivenValue } from '../../../src/pdf/widgets/fields/given-values.ts';
import { failuresOf, modelOf } from '../../../src/pdf/conformance/check.ts';
import type { Standard } from '../../../src/pdf/xmp/standards.ts';
import { Source } from '../../../src/pdf/facts/source.ts';
import { openPdf } from '../../../src/pdf/file/open.ts';

const fonts = [{ path: fileURLToPath(new URL('../../../fonts', import.meta.url)), source: 'bundled' }] as const;

export const fieldsOf = (pdf: Uint8Array): readonly FieldDescription[] => describeFields(new Source(openPdf(pdf)));
export const failing = (pdf: Uint8Array, standard: Standard) =>
  failuresOf(modelOf(pdf), standard).map(({ clause, message }) => `${clause}: ${message}`);

/** Something that each kind of field takes. */
export function valueFor({ kind, options }: FieldDescription): GivenValue | undefined {
  if (kind === 'text') return 'Ada · Ада · عدا';
  if (kind === 'checkbox') return true;
  return kind === 'button' || kind === 'signature' ? undefined : options.at(-1)?.value;
}

/** A form with a value in every field that takes one. */
export async function filled(pdf: Uint8Array, more: Partial<FillOptions> = {}): Promise<Uint8Array> {
  const values = Object.fromEntries(
    fieldsOf(pdf).flatMap((field): [string, GivenValue][] => {
      const value = valueFor(field);
      return value === undefined ? [] : [[field.name, value]];
    }),
  );
  return (
    await fillForm({
      bytes: pdf,
      values,
      strict: true,
      flatten: false,
      breakSignatures: false,
      decrypt: false,
      fonts,
      ...more,
    })
  ).pdf;
}
