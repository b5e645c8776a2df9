import { sourceTypes } from '../../../../pdf/certify/digital-source-types.ts';
import { labelPositions, type LabelPosition } from '../../../../pdf/certify/label-positions.ts';
import type { Input } from '../../../../input/input.ts';
import { also, checked, either, exactlyOne, joi } from '../../../../input/fields.ts';
import { length, type Length } from '../../../../input/length.ts';
import { langSchema } from '../../../../input/language-tag.ts';
import { pageRange } from '../../../../input/range.ts';
import {
  credentialFields,
  credentialGroups,
  credentialTogether,
  credentialTogetherSchema,
  type GivenCredential,
} from '../../../credential-fields.ts';
import { documentInput } from '../../../../input/document-input.ts';
import { documentField, passwordField, type GivenDocument } from '../../../documents.ts';

/** The body of an ai-certify, with its defaults filled in (docs/spec/tools.md). */
export interface Certify {
  readonly document: GivenDocument;
  readonly password?: string;
  readonly provenance: GivenProvenance;
  readonly credential: GivenCredential;
  readonly level: 'certified' | 'claim';
  readonly visibleLabel?: string | GivenLabel;
  readonly decrypt: boolean;
  readonly breakSignatures: boolean;
}

/** `provenance` of a request: the origin of the content, by IPTC and C2PA. */
export interface GivenProvenance {
  /** A URI of IPTC, or its last part. */
  readonly digitalSourceType: string;
  readonly generator?: { readonly name: string; readonly version?: string; readonly vendor?: string };
  readonly created?: string;
  readonly ingredients: readonly {
    readonly name: string;
    readonly sha256?: string;
    readonly format?: string;
    readonly relationship: 'inputTo' | 'componentOf';
  }[];
  readonly humanReview?: { readonly reviewer: string; readonly statement: string };
}

/** The visible label of a request, with its defaults. `pages` is a page range, `lang` a BCP 47 tag. */
export interface GivenLabel {
  readonly text: string;
  readonly pages: string;
  readonly position: LabelPosition;
  readonly size: Length;
  readonly lang?: string;
}

/** The defaults of a label that is only a text. */
export const labelDefaults = { pages: '1', position: 'bottom-right', size: 9 } as const;

const words = (max: number, description: string) => joi.string().min(1).max(max).pattern(/\S/).description(description);

const sourceType = joi
  .string()
  .pattern(new RegExp(`^(?:https?://cv\\.iptc\\.org/newscodes/digitalsourcetype/)?(?:${sourceTypes.join('|')})$`))
  .messages({
    'string.pattern.base':
      '{{#label}} must be a digital source type of IPTC NewsCodes, by its URI or its last term, for example ' +
      '`trainedAlgorithmicMedia`',
  })
  .description(
    `How the content came to be, by IPTC's digital source types: the URI, or its last term: ` +
      `${sourceTypes.map((term) => `\`${term}\``).join(', ')}.`,
  );

const generator = joi.object({
  name: words(300, 'Of the program or the model.').required(),
  version: words(300, 'Its version.'),
  vendor: words(300, 'Who makes it.'),
});

const ingredient = joi.object({
  name: words(300, 'As readers display it.').required(),
  sha256: joi
    .string()
    .pattern(/^[0-9a-f]{64}$/)
    .messages({ 'string.pattern.base': '{{#label}} must be a SHA-256 in lower-case hex' })
    .description('Of its bytes.'),
  format: joi
    .string()
    .max(100)
    .pattern(/^\w+\/[-+.\w]+$/)
    .messages({ 'string.pattern.base': '{{#label}} must be a media type' })
    .description('Its media type.'),
  relationship: joi
    .string()
    .valid('inputTo', 'componentOf')
    .default('inputTo')
    .description(
      '`inputTo`: what went into a process that made the content, such as a prompt or a model. `componentOf`: ' +
        'a part of the document.',
    ),
});

const timeForm =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** A time of RFC 3339 on an existing day; JavaScript reads the 30th of February as the 2nd of March. */
const time = (description: string) =>
  checked({
    jsonSchema: { type: 'string', pattern: timeForm.source, description },
    check(value, report) {
      if (typeof value !== 'string' || !timeForm.test(value))
        report([], 'must be a time by RFC 3339, for example `2026-11-21T09:30:00Z`');
      else if (new Date(value.slice(0, 10)).getUTCDate() !== Number(value.slice(8, 10)))
        report([], `names a day that the calendar does not have, ${value.slice(0, 10)}`);
    },
  });

const provenance = joi.object<GivenProvenance>({
  digitalSourceType: sourceType.required(),
  generator: generator.description('What made the content.'),
  created: time('When the content was made: RFC 3339.'),
  ingredients: joi
    .array()
    .items(ingredient)
    .max(100)
    .default([])
    .description('What the content was made from. The manifest that the document has already becomes one by itself.'),
  humanReview: joi
    .object({
      reviewer: words(300, 'Who reviewed it.').required(),
      statement: words(2000, 'What the reviewer states.').required(),
    })
    .description('That a human reviewed it, in their words.'),
});

const label = joi.object<GivenLabel>({
  text: words(1000, 'Lines, in any script.').required(),
  pages: pageRange()
    .default(labelDefaults.pages)
    .description(
      'The pages that have it. In a tagged document it is content of the first of them, and an artifact of the others.',
    ),
  position: joi
    .string()
    .valid(...labelPositions)
    .default(labelDefaults.position),
  size: length({ min: 4, max: 72 }).default(labelDefaults.size).description('Of the text.'),
  lang: langSchema().description('Of the text, where it is not that of the document.'),
});

const credential = also(
  exactlyOne(joi.object<GivenCredential>(credentialFields), ...credentialGroups),
  credentialTogether,
);

const body = joi.object<Certify>({
  document: documentField(),
  password: passwordField('Opens an encrypted document. One that opens with the empty password needs none.'),
  provenance: provenance.required().description('The assertions about the document. They are not checked.'),
  credential: credential
    .required()
    .description(
      'Who asserts it. The certificate is issued by another, and for e-mail protection, document signing or ' +
        'C2PA claim signing.',
    ),
  level: joi
    .string()
    .valid('certified', 'claim')
    .default('certified')
    .description(
      '`certified`: the manifest, and a certification after which nothing may change. `claim`: the manifest, ' +
        'and an ordinary signature.',
    ),
  visibleLabel: either(
    label,
    words(1000, 'The text.').messages({ 'string.base': '{{#label}} must be a text, or an object with one' }),
  ).description('A label on the page: a text, or an object with text and place.'),
  decrypt: joi
    .boolean()
    .default(false)
    .description(
      'Leaves an encrypted document unencrypted. Many readers of manifests do not look into encrypted ones.',
    ),
  breakSignatures: joi
    .boolean()
    .default(false)
    .description('Certifies even where that makes an earlier signature invalid.'),
});

const checkedBody = documentInput(body);

/** The body. The schema of the reference also has the conditions between fields of the credential. */
export const certifyInput: Input<Certify> = { ...checkedBody, jsonSchema: withCredential(checkedBody.jsonSchema) };

function withCredential(schema: Input<Certify>['jsonSchema']): Input<Certify>['jsonSchema'] {
  const properties = schema.properties as Readonly<Record<string, object>>;
  return {
    ...schema,
    properties: { ...properties, credential: { ...properties.credential, ...credentialTogetherSchema } },
  };
}
