import { randomBytes } from 'node:crypto';
import { Dict, Name, PdfString } from '../objects/objects.ts';
import { Encryption } from './encryption.ts';
import { newSecurity } from './password-aes.ts';

/** Bits of P (ISO 32000-2, table 22), counted from 1. */
const bits = {
  print: 3,
  modify: 4,
  copy: 5,
  annotate: 6,
  fill: 9,
  accessibility: 10,
  assemble: 11,
  'print-high': 12,
} as const;

/** A permission of the user (ISO 32000-2, table 22). */
export type Permission = keyof typeof bits;

/** Passwords and permissions of a new encryption. */
export interface NewEncryptionOptions {
  readonly userPassword: string;
  /** The user's password unless given. */
  readonly ownerPassword?: string;
  /** Permissions with the user's password; all unless given. */
  readonly permissions?: readonly Permission[];
  readonly encryptMetadata?: boolean;
}

/** AES-256 encryption (revision 6: ISO 32000-2, 7.6.4.4) with a new random key. */
export function newEncryption({
  userPassword,
  ownerPassword = userPassword,
  permissions,
  encryptMetadata = true,
}: NewEncryptionOptions): Encryption {
  const allowed = permissions ?? (Object.keys(bits) as Permission[]);
  // Bits 7, 8 and 13 to 32 are always 1.
  const p = allowed.reduce((sum, name) => sum | (1 << (bits[name] - 1)), 0xfffff0c0) | 0;
  const { key, security, perms } = newSecurity({
    user: secret(userPassword),
    owner: secret(ownerPassword),
    permissions: p,
    encryptMetadata,
  });
  const filter = new Dict([
    ['Type', new Name('CryptFilter')],
    ['CFM', new Name('AESV3')],
    ['AuthEvent', new Name('DocOpen')],
    ['Length', 32],
  ]);
  const dict = new Dict([
    ['Filter', new Name('Standard')],
    ['V', 5],
    ['R', 6],
    ['Length', 256],
    ['P', p],
    ['O', new PdfString(security.owner, true)],
    ['U', new PdfString(security.user, true)],
    ['OE', new PdfString(security.ownerKey, true)],
    ['UE', new PdfString(security.userKey, true)],
    ['Perms', new PdfString(perms, true)],
    ['CF', new Dict([['StdCF', filter]])],
    ['StmF', new Name('StdCF')],
    ['StrF', new Name('StdCF')],
  ]);
  if (!encryptMetadata) dict.set('EncryptMetadata', false);
  const methods = {
    streams: 'aes-256',
    strings: 'aes-256',
    files: 'aes-256',
    named: new Map([
      ['Identity', 'none'],
      ['StdCF', 'aes-256'],
    ] as const),
  } as const;
  return new Encryption({ dict, key, as: 'owner', methods, encryptMetadata, permissions: p, id: null });
}

/** Passwords and permissions as requests state them. */
export interface RequestedEncryption {
  readonly userPassword?: string | undefined;
  readonly ownerPassword?: string | undefined;
  readonly permissions?: readonly Permission[] | undefined;
}

/**
 * The encryption of a request. Without a list all permissions are granted; without an owner password a random one is
 * set, so that the permissions hold.
 */
export function requestedEncryption({
  userPassword = '',
  ownerPassword = randomBytes(32).toString('base64url'),
  permissions,
}: RequestedEncryption): Encryption {
  return newEncryption({ userPassword, ownerPassword, ...(permissions && { permissions }) });
}

function secret(password: string): Buffer {
  return Buffer.from(password.normalize('NFKC'), 'utf8');
}
