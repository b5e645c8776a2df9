import type { CredentialInput } from '../pdf/cms/credential.ts';
import { bytesOf } from '../render/compose/assets.ts';
import { joi, type Report } from '../input/fields.ts';
import { base64 } from './base64-field.ts';
import { pem, pems } from '../input/pem-fields.ts';

/** The credential of a signer in a request (docs/spec/tools.md). */
export interface GivenCredential {
  readonly certificate?: string;
  readonly privateKey?: string;
  readonly pkcs12?: string;
  readonly passphrase?: string;
  readonly chain?: string | readonly string[];
  readonly hash?: 'SHA-256' | 'SHA-384' | 'SHA-512';
}

/** Joi fields of a credential, for the body of a tool. `credentialTogether` checks the conditions between them. */
export const credentialFields = {
  certificate: pem('Of who signs, as PEM; further certificates in it count as `chain`.'),
  privateKey: pem('Its key, as PEM: PKCS#8, PKCS#1 or SEC 1; RSA, RSASSA-PSS, or ECDSA on P-256 or P-384.'),
  pkcs12: base64('Certificate, key and chain in one PKCS#12 file (`.p12`, `.pfx`), as base64.', 1_000_000),
  passphrase: joi.string().allow('').max(1000).description('Opens `privateKey` or `pkcs12`.'),
  chain: pems('Certificates of those who issued `certificate`: a PEM bundle, or an array of PEMs.'),
  hash: joi.string().valid('SHA-256', 'SHA-384', 'SHA-512').description('SHA-256, unless the key is bound to another.'),
};

/** The groups of fields; a request has exactly one group. */
export const credentialGroups = [['certificate', 'privateKey'], ['pkcs12']] as const;

/** Checks the conditions between fields. */
export function credentialTogether(value: object, report: Report): void {
  const { certificate, privateKey, pkcs12 } = value as Partial<Record<keyof GivenCredential, unknown>>;
  if (pkcs12 === undefined && certificate !== undefined && privateKey === undefined)
    report(['privateKey'], '`privateKey` is required with `certificate`');
  if (pkcs12 === undefined && privateKey !== undefined && certificate === undefined)
    report(['certificate'], '`certificate` is required with `privateKey`');
}

/** These conditions as a JSON Schema, for the reference. */
export const credentialTogetherSchema = {
  dependentRequired: { certificate: ['privateKey'], privateKey: ['certificate'] },
};

/** The given credential with `pkcs12` decoded and `chain` as a list of PEMs. */
export function credentialOf({ certificate, privateKey, pkcs12, passphrase, chain }: GivenCredential): CredentialInput {
  return {
    certificate,
    privateKey,
    passphrase,
    pkcs12: pkcs12 === undefined ? undefined : bytesOf(pkcs12),
    chain: typeof chain === 'string' ? [chain] : chain,
  };
}
