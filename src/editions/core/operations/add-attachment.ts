import { attach, attachmentSchema, type AttachmentOptions } from '../../../render/model/attachments.ts';
import type { Operation } from '../../../render/model/operation.ts';

/** Attaches a file to the document. Nothing is printed. */
export const addAttachment: Operation<AttachmentOptions> = {
  name: 'add_attachment',
  tier: 'core',
  summary: 'Embeds a file in the document, for example the XML of an invoice by Factur-X or ZUGFeRD.',
  flows: false,
  schema: attachmentSchema(),
  example: {
    name: 'figures.csv',
    data: 'UXVhcnRlcixSZXZlbnVlClEzLDQxMjAwMAo=',
    description: 'The figures of the chart',
    relationship: 'Data',
  },
  compose(document, params, context) {
    attach(document, params, context.pointer());
  },
};
