import { invalidRequest, isSchema, type Input, type JsonSchema } from '../../../../input/input.ts';
import { AppError, type Mistake } from '../../../../problems.ts';
import { also, exactlyOne, joi, type Report } from '../../../../input/fields.ts';
import {
  credentialFields,
  credentialGroups,
  credentialTogether,
  credentialTogetherSchema,
  type GivenCredential,
} from '../../../credential-fields.ts';
import { coverRules, type CoverRule } from '../../../../pdf/sign/look-choices.ts';
import { appearanceConditions, appearanceField, checkAppearance, type Appearance } from './appearance-input.ts';
import { documentInput } from '../../../../input/document-input.ts';
import { documentField, passwordField, type GivenDocument } from '../../../documents.ts';

/** The body of a signing, with its defaults filled in (docs/spec/tools.md). */
export interface Sign extends GivenCredential {
  readonly document: GivenDocument;
  readonly password?: string;
  readonly reason?: string;
  readonly location?: string;
  readonly contact?: string;
  readonly name?: string;
  readonly field?: string;
  readonly appearance?: Appearance;
  readonly onCover: CoverRule;
  readonly certify?: keyof typeof certifications;
  readonly breakSignatures: boolean;
  readonly decrypt: boolean;
}

/** The values of P of DocMDP (ISO 32000-2, table 257). */
export const certifications = { 'no-changes': 1, 'form-filling': 2, annotations: 3 } as const;

const words = (what: string) => joi.string().min(1).max(1000).pattern(/\S/).description(what);

const body = joi.object<Sign>({
  document: documentField(),
  password: passwordField('Opens an encrypted document. One that opens with the empty password needs none.'),
  ...credentialFields,
  reason: words('Why it is signed.'),
  location: words('Where it is signed.'),
  contact: words('How the signer can be reached.'),
  name: words('The name of the signer, where it should differ from the name in the certificate.'),
  field: joi
    .string()
    .min(1)
    .max(500)
    .pattern(/^[^.\0]+(\.[^.\0]+)*$/)
    .messages({
      'string.pattern.base': '{{#label}} has a part without a name: groups and fields are parted by single dots',
    })
    .description(
      'The full name of an empty signature field, or of a new one (`group.name` for one in a group). A new one ' +
        'of a free name where it is left out.',
    ),
  appearance: appearanceField.description(
    'Makes the signature visible. Without it a new field is invisible, and a field with a place shows who ' +
      'signed and when.',
  ),
  onCover: joi
    .string()
    .valid(...coverRules)
    .default('warn')
    .description(
      'Where a visible signature covers text of its page: the warning `signature-covers-text`, a 422 of that name ' +
        '(`refuse`), or neither.',
    ),
  certify: joi
    .string()
    .valid(...Object.keys(certifications))
    .description('Makes it a certification: what may change afterwards.'),
  breakSignatures: joi
    .boolean()
    .default(false)
    .description('Signs even where that makes an earlier signature invalid.'),
  decrypt: joi
    .boolean()
    .default(false)
    .description(
      'Leaves the result unencrypted where the document was encrypted. This rewrites the document, which makes ' +
        'earlier signatures invalid.',
    ),
});

/** Checks the conditions between fields. */
function checkConditions(value: object, report: Report): void {
  credentialTogether(value, report);
  const { appearance: look, field } = value as Partial<Record<keyof Sign, unknown>>;
  if (typeof look !== 'object' || look === null) return;
  checkAppearance(look, report);
  if (field === undefined && !('box' in look))
    report(
      ['appearance', 'box'],
      '`appearance.box` is required for a new field: name an existing `field`, or give the place of the new one',
    );
}

/** These conditions as a JSON Schema, for the reference. */
const conditionsSchema = {
  ...credentialTogetherSchema,
  anyOf: [
    { required: ['field'] },
    { not: { required: ['appearance'] } },
    { properties: { appearance: { required: ['box'] } } },
  ],
};

const checkedBody = documentInput(also(exactlyOne(body, ...credentialGroups), checkConditions));

/** Names of fields that belong to other levels of PAdES. */
const beyond =
  /timestamp|time[-_]?stamp|^tsa|ltv|ltm|lta|ocsp|crl|revocation|^dss$|^level$|^profile$|^policy|^signingTime$|counter/i;

/** The schema of the body, with all conditions. */
function conditionedSchema(schema: JsonSchema): JsonSchema {
  const { properties } = schema;
  if (!isSchema(properties) || !isSchema(properties.appearance)) throw new Error('the body has no appearance');
  const appearance = { ...properties.appearance, ...appearanceConditions };
  return { ...schema, ...conditionsSchema, properties: { ...properties, appearance } };
}

/** The body, with an explanation that no level beyond baseline-B is supported. */
export const signInput: Input<Sign> = {
  jsonSchema: conditionedSchema(checkedBody.jsonSchema),
  validate(request) {
    try {
      return checkedBody.validate(request);
    } catch (error) {
      throw error instanceof AppError && error.slug === 'invalid-request'
        ? invalidRequest(error.errors.map(explained))
        : error;
    }
  },
};

function explained({ pointer, message }: Mistake): Mistake {
  const name = pointer.slice(1);
  if (!message.includes('is not allowed') || !beyond.test(name)) return { pointer, message };
  return {
    pointer,
    message:
      `\`${name.slice(0, 100)}\` is not allowed: signatures are PAdES baseline-B and nothing beyond it (no time ` +
      'stamps, no revocation data, no signature policies)',
  };
}
