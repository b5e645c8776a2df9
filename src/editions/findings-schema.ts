/** JSON Schemas that all tools share which judge a document. */
const closed = { type: 'object', additionalProperties: false } as const;
const number = { type: 'number' };
const text = { type: 'string' };

const box = {
  ...closed,
  description: 'Points from the top-left corner of the page as it is shown.',
  required: ['x', 'y', 'width', 'height'],
  properties: { x: number, y: number, width: number, height: number },
};

/** A place. Each field is `null` when it is unknown or there is no single place. */
const place = {
  page: { type: ['integer', 'null'], minimum: 1 },
  object: { type: ['integer', 'null'], minimum: 0, description: 'Number of the indirect object.' },
  box: { anyOf: [box, { type: 'null' }] },
};

/** JSON Schema of a place in a document. */
export const placeSchema = { ...closed, required: ['page', 'object', 'box'], properties: place };

/** JSON Schema of a finding at a place, with its remedy. */
export const occurrenceSchema = {
  ...closed,
  required: ['page', 'object', 'box', 'message', 'fix'],
  properties: {
    ...place,
    message: { ...text, description: 'The mistake at this place.' },
    fix: { ...text, description: 'How it is mended.' },
  },
};
