import { placeField } from '../../../render/content/forms/form-field.ts';
import { formFieldSchema, type FormField } from '../../../render/content/forms/form-field-schema.ts';
import type { Operation } from '../../../render/model/operation.ts';

/** A form field in the flow, which becomes an AcroForm field of the document. */
export const addFormField: Operation<FormField> = {
  name: 'add_form_field',
  tier: 'core',
  summary: 'Adds a field that people fill in (AcroForm): text, checkbox, radio buttons, choice, list, signature.',
  flows: true,
  light: true,
  schema: formFieldSchema(),
  example: {
    kind: 'choice',
    name: 'delivery',
    label: 'Delivery',
    options: ['Post', { label: 'Courier (next day)', value: 'courier' }],
    value: 'courier',
  },
  compose: placeField,
};
