import { permits } from '../../../../pdf/forensic/revisions/diff-rules.ts';
import { findingKinds } from '../../../../pdf/forensic/findings/finding-kinds.ts';
import { categories, severities } from '../../../../pdf/forensic/findings/severity.ts';
import { verdicts } from '../../../../pdf/forensic/findings/verdict.ts';
import { placeSchema } from '../../../findings-schema.ts';

const closed = { type: 'object', additionalProperties: false } as const;
const text = { type: 'string' };
const maybeText = { type: ['string', 'null'] };
const count = { type: 'integer', minimum: 0 };
const page = { type: 'integer', minimum: 1 };
const maybePage = { type: ['integer', 'null'], minimum: 1 };
const maybeObject = { type: ['integer', 'null'], minimum: 0, description: 'Number of the indirect object.' };
const list = (items: object, description?: string) => ({
  type: 'array',
  items,
  ...(description !== undefined && { description }),
});
const whole = (properties: Readonly<Record<string, object>>) => ({
  ...closed,
  required: Object.keys(properties),
  properties,
});
const texts = { type: 'object', additionalProperties: text };

const revision = whole({
  number: { ...page, description: 'From 1, the oldest.' },
  bytes: { ...count, description: 'Length of the file as of this version.' },
  chained: { type: 'boolean', description: 'The newest cross-reference goes back to it.' },
  signedBy: list(text, 'Signature fields that cover the file as of this version.'),
  objectCount: { ...count, description: 'Objects that it changed.' },
  objects: list(
    whole({ object: count, change: { type: 'string', enum: ['added', 'changed', 'removed'] }, kind: text }),
    'The first five hundred of them.',
  ),
  pages: list(
    whole({
      page,
      change: { type: 'string', enum: ['added', 'changed', 'removed'] },
      difference: {
        type: ['number', 'null'],
        minimum: 0,
        maximum: 1,
        description: 'Share of its pixels that differ; null where they were not compared.',
      },
    }),
  ),
});

const signer = {
  anyOf: [
    whole({
      name: text,
      issuer: text,
      selfSigned: { type: 'boolean' },
      validFrom: text,
      validTo: text,
      key: text,
      chain: {
        type: 'array',
        description:
          'Who issued the certificate, and who issued that, as far as the signature has them; each link was checked.',
        items: whole({ name: text, validFrom: text, validTo: text }),
      },
      chainComplete: { type: 'boolean', description: 'The chain ends with a certificate that issued itself.' },
    }),
    { type: 'null' },
  ],
  description: 'As the certificate in the signature states. Whether that certificate is trusted was not checked.',
};

const signature = whole({
  field: text,
  kind: { type: 'string', enum: ['approval', 'certification', 'timestamp'] },
  subFilter: maybeText,
  signedAt: { ...maybeText, description: 'As the signature states; not verified.' },
  signer,
  permissions: {
    type: ['integer', 'null'],
    description: 'Of a certification: 1 permits no change, 2 filling in and signing forms, 3 also annotations.',
  },
  coverage: whole({
    kind: { type: 'string', enum: ['whole-file', 'whole-revision', 'partial', 'none'] },
    bytes: count,
    revision: maybePage,
  }),
  integrity: {
    type: 'string',
    enum: ['intact', 'altered', 'unverified'],
    description: 'Whether it matches the bytes that it covers, and its certificate. It does not state trust.',
  },
  changesAfter: list(
    whole({
      kind: { type: 'string', enum: permits },
      allowed: { type: 'boolean' },
      path: text,
      object: maybeObject,
      page: maybePage,
      field: maybeText,
    }),
  ),
  changesJudged: {
    type: 'boolean',
    description:
      'Everything after the signature was compared with the signed content. Only then an empty list proves no change.',
  },
});

const evidence = {
  ...placeSchema,
  required: [...placeSchema.required, 'excerpt'],
  properties: { ...placeSchema.properties, excerpt: maybeText },
};

const found = whole({
  id: { type: 'string', enum: Object.keys(findingKinds) },
  category: { type: 'string', enum: categories },
  severity: { type: 'string', enum: severities },
  title: text,
  evidence,
  meaning: { ...text, description: 'The significance for the document.' },
});

/** The answer of forensic-analyze (docs/spec/tools.md). */
export const reportSchema = whole({
  verdict: { type: 'string', enum: verdicts },
  risk: { type: 'integer', minimum: 0, maximum: 100 },
  revisions: list(revision),
  signatures: list(signature),
  findings: list(found, 'The gravest first.'),
  metadata: whole({
    info: texts,
    xmp: texts,
    ids: whole({ first: maybeText, second: maybeText }),
    producers: list(text),
    version: text,
  }),
  recoverable: list(
    whole({
      kind: { type: 'string', enum: ['page', 'text', 'object'] },
      revision: maybePage,
      page: maybePage,
      object: maybeObject,
      excerpt: text,
    }),
  ),
});
