import type { Metadata } from '../../../render/model/document.ts';
import { metadataFields } from '../../../render/model/document-options.ts';
import { joi } from '../../../input/fields.ts';
import type { Operation } from '../../../render/model/operation.ts';

/** Metadata of the document. Later operations replace single fields, and add to `custom`. */
export const setMetadata: Operation<Metadata> = {
  name: 'set_metadata',
  tier: 'core',
  summary: 'Sets title, author, subject, keywords, creator and further entries of the document.',
  flows: false,
  light: true,
  schema: joi.object(metadataFields),
  example: { title: 'Q3 report', author: 'Finance', keywords: ['quarter', 'revenue'] },
  compose(document, params) {
    const custom = { ...document.metadata.custom, ...params.custom };
    document.metadata = { ...document.metadata, ...params, ...(Object.keys(custom).length > 0 && { custom }) };
  },
};
