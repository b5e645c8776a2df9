const text = { type: 'string' };
const textOrNull = { type: ['string', 'null'] };
const flag = { type: 'boolean' };
const number = { type: 'number' };
const page = { type: 'integer', minimum: 1 };
const closed = { type: 'object', additionalProperties: false } as const;
const list = (items: object, description?: string) => ({
  type: 'array',
  items,
  ...(description !== undefined && { description }),
});

/** The ways of hiding text. */
const ways = ['invisible', 'off-page', 'clipped', 'covered', 'layer-off'];

const box = {
  ...closed,
  description: 'Points from the top-left corner of the page as it is shown.',
  required: ['x', 'y', 'width', 'height'],
  properties: { x: number, y: number, width: number, height: number },
};

const block = {
  ...closed,
  required: ['text', 'box', 'font', 'size', 'lang', 'role'],
  properties: {
    text,
    box,
    font: { ...text, description: 'The font of most of its characters.' },
    size: { ...number, description: 'Points, as shown.' },
    lang: { ...textOrNull, description: 'BCP 47.' },
    role: {
      ...textOrNull,
      description: 'Standard structure type, or `Artifact`; `null` where the text is not tagged.',
    },
    hidden: { type: 'string', enum: ways, description: 'Why nobody sees it.' },
  },
};

const onePage = {
  ...closed,
  required: ['number', 'width', 'height', 'text'],
  properties: {
    number: page,
    width: number,
    height: number,
    text,
    blocks: list(block, 'The blocks, lines or words, by `granularity`.'),
  },
};

const metadata = {
  ...closed,
  required: [
    'title',
    'author',
    'subject',
    'keywords',
    'creator',
    'producer',
    'created',
    'modified',
    'pages',
    'lang',
    'tagged',
    'encrypted',
  ],
  properties: {
    ...Object.fromEntries(
      ['title', 'author', 'subject', 'keywords', 'creator', 'producer', 'created', 'modified', 'lang'].map((name) => [
        name,
        textOrNull,
      ]),
    ),
    pages: { type: 'integer', minimum: 0, description: 'Pages of the document, not of the extract.' },
    tagged: flag,
    encrypted: flag,
  },
};

const structure = {
  ...closed,
  description: 'Where `structure` was requested: the content of the tags, in their order.',
  required: ['headings', 'lists', 'tables'],
  properties: {
    headings: list({
      ...closed,
      required: ['level', 'text', 'page'],
      properties: { level: { type: 'integer', minimum: 1 }, text, page },
    }),
    lists: list({ ...closed, required: ['page', 'items'], properties: { page, items: list(text) } }),
    tables: list({ ...closed, required: ['page', 'rows'], properties: { page, rows: list(list(text)) } }),
  },
};

const warning = {
  ...closed,
  required: ['code', 'message'],
  properties: {
    code: { type: 'string', enum: ['page-broken', 'scan', ...ways.map((way) => `hidden-${way}`)] },
    message: text,
  },
};

/** The JSON answer of extract-text (docs/spec/tools.md). */
export const extractedTextSchema = {
  ...closed,
  description: 'The text of the pages, and the metadata of the document.',
  required: ['pages', 'metadata', 'warnings'],
  properties: {
    pages: list(onePage),
    metadata,
    structure,
    warnings: list(warning, 'What the reader of the text should know.'),
  },
};
