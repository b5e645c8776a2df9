import { invalidRequest, type Input } from '../../../../input.ts';
import { AppError, type Mistake } from '../../../../problems.ts';
import { bytesOf } from '../../../../render/assets.ts';
import { also, checked, exactlyOne, joi, type Report } from '../../../../render/fields.ts';
import { length, type Length } from '../../../../render/length.ts';
import { documentInput } from '../../../document-input.ts';
import { documentField, passwordField, type GivenDocument } from '../../../documents.ts';
import { pem, pems } from './pem-fields.ts';

/** The body of a signing, with its defaults filled in (contract 12). */
export interface Sign {
  readonly document: GivenDocument;
  readonly password?: string;
  readonly certificate?: string;
  readonly privateKey?: string;
  readonly pkcs12?: string;
  readonly passphrase?: string;
  readonly chain?: string | readonly string[];
  readonly reason?: string;
  readonly location?: string;
  readonly contact?: string;
  readonly name?: string;
  readonly field?: string;
  readonly appearance?: Appearance;
  readonly certify?: keyof typeof certifications;
  readonly hash?: 'SHA-256' | 'SHA-384' | 'SHA-512';
  readonly breakSignatures: boolean;
}

export interface Appearance {
  readonly page: number;
  readonly box?: { readonly x: Length; readonly y: Length; readonly width: Length; readonly height: Length };
  readonly text?: string;
  readonly image?: string;
}

/** P of DocMDP (ISO 32000-2, table 257). */
export const certifications = { 'no-changes': 1, 'form-filling': 2, annotations: 3 } as const;

const words = (what: string) => joi.string().min(1).max(1000).pattern(/\S/).description(what);

/** Bytes of a PKCS#12 file or of an image, as base64. */
const base64 = (what: string, most: number) =>
  checked({
    jsonSchema: { type: 'string', minLength: 1, maxLength: most, description: what },
    check(value, report) {
      if (typeof value !== 'string') report([], 'must be a string: base64 or a data URI');
      else if (value.length > most) report([], `has ${value.length} characters; ${most} are allowed`);
      else if (bytesOf(value) === undefined) report([], 'must be base64 or a data URI');
    },
  });

/** Widget annotations reach beyond the page; a field does not have to. */
const box = joi.object({ x: length({ min: -14_400 }).required(), y: length({ min: -14_400 }).required(), width: length({ min: 1 }).required(), height: length({ min: 1 }).required() });

const appearance = joi.object<Appearance>({
  page: joi.number().integer().min(1).max(1_000_000).default(1).description('From 1.'),
  box: box.description('From the top-left corner of the page as it is shown. For a new field; a field that is there has its place.'),
  text: joi.string().min(1).max(2000).pattern(/\S/).description('Lines, in any script. With neither `text` nor `image`: who signed, when, why and where.'),
  image: base64('PNG, JPEG, WebP, AVIF, GIF or SVG, as base64 or a data URI.', 16_000_000),
});

const body = joi.object<Sign>({
  document: documentField(),
  password: passwordField('Opens an encrypted document. One that opens with the empty password needs none.'),
  certificate: pem('Of who signs, as PEM; further certificates in it count as `chain`.'),
  privateKey: pem('Its key, as PEM: PKCS#8, PKCS#1 or SEC 1; RSA, RSASSA-PSS, or ECDSA on P-256 or P-384.'),
  pkcs12: base64('Certificate, key and chain in one PKCS#12 file (`.p12`, `.pfx`), as base64.', 1_000_000),
  passphrase: joi.string().allow('').max(1000).description('Opens `privateKey` or `pkcs12`.'),
  chain: pems('Certificates of those who issued `certificate`: a PEM bundle, or an array of PEMs.'),
  reason: words('Why it is signed.'),
  location: words('Where it is signed.'),
  contact: words('How who signs can be reached.'),
  name: words('Who signs, where the certificate does not say it as it should be read.'),
  field: joi.string().min(1).max(500).pattern(/^[^.\0]+(\.[^.\0]+)*$/).messages({ 'string.pattern.base': '{{#label}} has a part without a name: groups and fields are parted by single dots' }).description('The full name of an empty signature field, or of a new one (`group.name` for one in a group). A new one of a free name where it is left out.'),
  appearance: appearance.description('Makes the signature visible. Without it a new field is not to be seen, and a field with a place says who signed and when.'),
  certify: joi.string().valid(...Object.keys(certifications)).description('Makes it a certification: what may change afterwards.'),
  hash: joi.string().valid('SHA-256', 'SHA-384', 'SHA-512').description('SHA-256, unless the key is bound to another.'),
  breakSignatures: joi.boolean().default(false).description('Signs even where that makes an earlier signature invalid.'),
});

/** What one field asks of another. */
function together(value: object, report: Report): void {
  const { certificate, privateKey, pkcs12, appearance: look, field } = value as Partial<Record<keyof Sign, unknown>>;
  if (pkcs12 === undefined && certificate !== undefined && privateKey === undefined) report(['privateKey'], '`privateKey` is required with `certificate`');
  if (pkcs12 === undefined && privateKey !== undefined && certificate === undefined) report(['certificate'], '`certificate` is required with `privateKey`');
  if (field === undefined && typeof look === 'object' && look !== null && !('box' in look)) report(['appearance', 'box'], '`appearance.box` is required for a new field: name a `field` that is there, or say where the new one goes');
}

/** The same, for the reference. */
const togetherSchema = {
  dependentRequired: { certificate: ['privateKey'], privateKey: ['certificate'] },
  anyOf: [{ required: ['field'] }, { not: { required: ['appearance'] } }, { properties: { appearance: { required: ['box'] } } }],
};

const checkedBody = documentInput(also(exactlyOne(body, ['certificate', 'privateKey'], ['pkcs12']), together));

/** Names of what other levels of PAdES take. */
const beyond = /timestamp|time[-_]?stamp|^tsa|ltv|ltm|lta|ocsp|crl|revocation|^dss$|^level$|^profile$|^policy|^signingTime$|counter/i;

/** The body, and a word why there is nothing beyond baseline-B. */
export const signInput: Input<Sign> = {
  jsonSchema: { ...checkedBody.jsonSchema, ...togetherSchema },
  validate(request) {
    try {
      return checkedBody.validate(request);
    } catch (error) {
      throw error instanceof AppError && error.slug === 'invalid-request' ? invalidRequest(error.errors.map(explained)) : error;
    }
  },
};

function explained({ pointer, message }: Mistake): Mistake {
  const name = pointer.slice(1);
  if (!message.includes('is not allowed') || !beyond.test(name)) return { pointer, message };
  return { pointer, message: `\`${name.slice(0, 100)}\` is not allowed: signatures are PAdES baseline-B and nothing beyond it (no time stamps, no revocation data, no signature policies)` };
}
