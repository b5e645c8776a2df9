import { tiers } from '../../context.ts';

const text = { type: 'string', minLength: 1 };
const flag = { type: 'boolean' };
const count = { type: 'integer', minimum: 0 };
const closed = { type: 'object', additionalProperties: false } as const;
const tier = { type: 'string', enum: tiers };

/** The part of a report that every document has; a tool adds its own fields. */
const report = {
  type: 'object',
  description: 'The report of the tool about its work.',
  properties: {
    warnings: {
      type: 'array',
      description: 'What the reader of the document should know.',
      items: {
        ...closed,
        required: ['code', 'message'],
        properties: {
          code: text,
          message: text,
          pointer: {
            type: 'string',
            description: 'The place in the request that it is about (JSON Pointer, RFC 6901).',
          },
        },
      },
    },
    fonts: {
      type: 'array',
      description: 'Of a render: the fonts that its pages are set in, the most used first.',
      items: {
        ...closed,
        required: ['name', 'family', 'style', 'source', 'share', 'pages'],
        properties: {
          name: { type: 'string', description: 'PostScript name.' },
          family: { type: 'string' },
          style: { type: 'string' },
          source: {
            type: 'string',
            enum: ['request', 'operator', 'bundled', 'system'],
            description: 'Who brought it.',
          },
          share: { type: 'number', minimum: 0, maximum: 1, description: 'Its part of all characters.' },
          pages: { type: 'string', description: 'Page range, for example "1-3,7".' },
        },
      },
    },
  },
};

const inJson = {
  data: { type: 'string', contentEncoding: 'base64', pattern: '^[A-Za-z0-9+/]+={0,2}$', description: 'The document.' },
  pages: { type: 'integer', minimum: 1 },
  bytes: { type: 'integer', minimum: 1, description: 'The length of the document.' },
  sha256: { type: 'string', pattern: '^[0-9a-f]{64}$', description: 'The SHA-256 of the document.' },
} as const;

/** A document inside JSON (docs/spec/documents.md). */
export const documentAnswer = {
  ...closed,
  description: 'A finished document, and the report of the tool.',
  required: ['document', 'report'],
  properties: {
    document: {
      'x-name': 'FinishedDocument',
      ...closed,
      required: ['contentType', ...Object.keys(inJson)],
      properties: { contentType: { const: 'application/pdf' }, ...inJson },
    },
    report,
  },
} as const;

/** The answer of a tool that is made of others, in JSON. */
export const stepsAnswer = {
  type: 'object',
  description: 'What the route of the tool of the last step answers, and the report of each step.',
  required: ['reports'],
  properties: {
    reports: {
      type: 'array',
      description: 'The reports in the order of the steps. That of a tool that reports is its whole answer.',
      items: { type: 'object' },
    },
  },
  additionalProperties: true,
} as const;

/** The report of a request that makes no document. */
export const reportAlone = {
  type: 'object',
  description: 'The report of a request that makes no document: a dry run, or the export of a form.',
  properties: { warnings: report.properties.warnings },
  additionalProperties: true,
} as const;

/** Several documents inside JSON (docs/spec/documents.md). */
export const documentsAnswer = {
  ...closed,
  description: 'The finished documents in order, and the report of the tool.',
  required: ['documents', 'report'],
  properties: {
    documents: {
      type: 'array',
      items: {
        'x-name': 'FinishedPart',
        ...closed,
        required: ['filename', ...Object.keys(inJson)],
        properties: {
          filename: { ...text, description: 'A name that is safe and unique, as in the archive.' },
          ...inJson,
        },
      },
    },
    report,
  },
} as const;

/** The answer of `GET /api/v1/capabilities` (docs/spec/keys-and-editions.md). */
export const capabilitiesAnswer = {
  ...closed,
  description: 'What this deployment really offers.',
  required: ['service', 'tiers', 'tools', 'operations', 'templates', 'fonts', 'sessions', 'limits'],
  properties: {
    service: {
      ...closed,
      required: ['name', 'version', 'chromium'],
      properties: { name: text, version: text, chromium: text },
    },
    tiers: { type: 'array', description: 'The tiers of the installed editions.', items: tier },
    tools: {
      type: 'array',
      items: {
        ...closed,
        required: ['name', 'tier', 'path', 'approval', 'async', 'usable'],
        properties: {
          name: text,
          tier,
          path: { type: 'string', pattern: '^/api/v1/' },
          approval: { ...flag, description: 'It needs the approval of a human.' },
          async: { ...flag, description: 'It can run as a job.' },
          usable: { ...flag, description: 'The key of this request may use it.' },
        },
      },
    },
    operations: { type: 'array', description: 'The names that `operations[].op` of a render may have.', items: text },
    templates: {
      type: 'array',
      items: {
        ...closed,
        required: ['name', 'description'],
        properties: { name: text, description: { type: 'string' } },
      },
    },
    fonts: { type: 'array', items: { ...closed, required: ['name'], properties: { name: text } } },
    sessions: { ...closed, required: ['enabled'], properties: { enabled: flag } },
    limits: {
      ...closed,
      description: 'What this key may do.',
      required: ['payloadBytes', 'requestsPerMinute', 'requestTimeoutSeconds', 'maxPages'],
      properties: {
        payloadBytes: count,
        requestsPerMinute: count,
        requestTimeoutSeconds: { type: 'number', exclusiveMinimum: 0 },
        maxPages: count,
      },
    },
  },
} as const;

/** The answer of the probes. */
export const probeAnswer = {
  ...closed,
  required: ['status'],
  properties: { status: { type: 'string', enum: ['ok', 'ready'] } },
} as const;
