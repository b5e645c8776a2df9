const closed = { type: 'object', additionalProperties: false } as const;
const text = { type: 'string' };
const number = { type: 'number' };
const textOrNull = { type: ['string', 'null'] };
const page = { type: 'integer', minimum: 1 };
const orNull = (schema: object) => ({ anyOf: [schema, { type: 'null' }] });
const list = (items: object, description?: string) => ({
  type: 'array',
  items,
  ...(description !== undefined && { description }),
});
const record = (properties: Readonly<Record<string, object>>, description?: string) => ({
  ...closed,
  required: Object.keys(properties),
  properties,
  ...(description !== undefined && { description }),
});

const kind = { type: 'string', enum: ['inserted', 'deleted', 'changed'] };
const box = record(
  { x: number, y: number, width: number, height: number },
  'Points from the top-left corner of the page as it is shown.',
);
const side = orNull(
  record({ page, text, box }, 'A run of words, with the page on which it begins and its place there.'),
);

const onePage = record({
  before: {
    type: ['integer', 'null'],
    minimum: 1,
    description: 'The page of the earlier document; `null` for one that was inserted.',
  },
  after: {
    type: ['integer', 'null'],
    minimum: 1,
    description: 'The page of the later document; `null` for one that was removed.',
  },
  changes: list(
    record({ kind: { type: 'string', enum: ['inserted', 'deleted', 'moved', 'changed'] }, before: side, after: side }),
    'Runs of words; none of a page that came or went as a whole. A run is listed where it is, or else where it was.',
  ),
  visualDifference: {
    type: ['number', 'null'],
    minimum: 0,
    maximum: 1,
    description: 'Share of the pixels that differ; `null` where there is nothing to lay it over, or nobody looked.',
  },
});

const field = orNull(
  record({
    kind: text,
    value: {},
    default: {},
    options: list({}),
    required: { type: 'boolean' },
    readOnly: { type: 'boolean' },
    multiline: { type: 'boolean' },
    comb: { type: 'boolean' },
    maxLength: { type: ['integer', 'null'] },
    page: { type: ['integer', 'null'] },
  }),
);
const annotation = orNull(
  record({
    page,
    type: text,
    box,
    text: textOrNull,
    author: textOrNull,
    target: { ...textOrNull, description: 'Where a link leads to; `#` for a place in the document.' },
  }),
);
const attachment = orNull(record({ bytes: { type: 'integer' }, sha256: text }));
const signature = orNull(record({ format: textOrNull, name: textOrNull, reason: textOrNull, sha256: text }));
const ofStructure = (items: object, description: string) => ({
  ...orNull(list(items)),
  description: `${description} \`null\` where the mode does not look at it.`,
});

/** The JSON answer of compare (docs/spec/tools.md). */
export const compareSchema = {
  ...closed,
  description: 'What differs between two documents.',
  required: ['equal', 'pages', 'metadata', 'fields', 'annotations'],
  properties: {
    equal: { type: 'boolean', description: 'That the mode finds no difference.' },
    pages: list(onePage, 'Pages of both documents in order, each with the one that it became.'),
    metadata: ofStructure(
      record({ kind, name: text, before: textOrNull, after: textOrNull }),
      'Without producer, dates and ids.',
    ),
    fields: ofStructure(record({ kind, name: text, before: field, after: field }), 'Fields of the form, by name.'),
    annotations: ofStructure(
      record({ kind, before: annotation, after: annotation }),
      'Comments, marks and links of pages that both documents have.',
    ),
    attachments: list(record({ kind, name: text, before: attachment, after: attachment })),
    signatures: list(
      record({ kind, field: text, before: signature, after: signature }),
      'The validity of signatures is not checked here.',
    ),
    fonts: list(record({ kind, name: text })),
  },
} as const;
