import { AppError } from '../../problems.ts';
import { Dict, Name, PdfString, type Obj, type PdfArray } from '../objects/objects.ts';
import { encodeTextString } from '../objects/text-string.ts';
import { Encryption, type EncryptionParts, type Method } from './encryption.ts';
import { newKey } from './password-aes.ts';
import { oldKey } from './password-rc4.ts';

type Resolve = (obj: Obj) => Obj;

/**
 * Opens the encryption of a file with the password of the user or the owner, or with the empty one if that is right
 * (ISO 32000-2, 7.6.4).
 * @throws AppError `encrypted-pdf`, `wrong-password`, or `invalid-pdf`
 */
export function readEncryption(encrypt: Dict, id: Buffer, password: string | undefined, resolve: Resolve): Encryption {
  const dict = flat(encrypt, resolve, 0);
  const handler = dict.get('Filter');
  if (handler instanceof Name && handler.value !== 'Standard') {
    throw new AppError(
      'encrypted-pdf',
      `The document is encrypted for certificates or by a handler of its own (${handler.text}); only documents ` +
        'with passwords can be opened.',
    );
  }
  const version = numberIn(dict, 'V', 0);
  const revision = numberIn(dict, 'R', 0);
  if (![1, 2, 3, 4, 5].includes(version) || revision < 2 || revision > 6) {
    throw new AppError(
      'encrypted-pdf',
      `The document is encrypted in a way that is not known (version ${version}, revision ${revision}).`,
    );
  }
  const methods = version >= 4 ? cryptFilters(dict, version) : allRc4;
  return new Encryption({
    dict,
    id,
    methods,
    ...(tryPasswords(dict, id, password) ?? locked(methods, password)),
    encryptMetadata: version < 4 || dict.get('EncryptMetadata') !== false,
    permissions: numberIn(dict, 'P', -1) | 0,
  });
}

const allRc4: EncryptionParts['methods'] = { streams: 'rc4', strings: 'rc4', files: 'rc4', named: new Map() };

/** If only attachments are encrypted, the document opens without them (EFF: ISO 32000-2, 7.6.6). */
function locked(
  { streams, strings }: EncryptionParts['methods'],
  password: string | undefined,
): Pick<EncryptionParts, 'key' | 'as'> {
  if (password !== undefined)
    throw new AppError(
      'wrong-password',
      'The password is neither that of the user nor that of the owner of the document.',
    );
  if (streams === 'none' && strings === 'none') return { key: null, as: 'none' };
  throw new AppError('encrypted-pdf', 'The document is encrypted and needs a password. Send it as `password`.');
}

function tryPasswords(
  dict: Dict,
  id: Buffer,
  password: string | undefined,
): { key: Buffer; as: 'user' | 'owner' } | null {
  const modern = numberIn(dict, 'R', 0) >= 5;
  for (const secret of candidates(password, modern)) {
    const opened = modern ? tryNew(dict, secret) : tryOld(dict, id, secret);
    if (opened !== null) return opened;
  }
  return null;
}

/**
 * The password in the encoding of the revision, then in the other one, which some writers used; then the empty
 * password, with which many files open.
 */
function candidates(password: string | undefined, modern: boolean): Buffer[] {
  const given = password ?? '';
  const utf8 = [Buffer.from(given.normalize('NFKC'), 'utf8'), Buffer.from(given, 'utf8')];
  const old = [encodeTextString(given), Buffer.from(given, 'latin1')];
  const all = [...(modern ? [...utf8, ...old] : [...old, ...utf8]), Buffer.alloc(0)];
  return all.filter((bytes, index) => all.findIndex((other) => other.equals(bytes)) === index);
}

function tryNew(dict: Dict, secret: Buffer): ReturnType<typeof newKey> {
  const [owner, user, ownerKey, userKey] = [
    bytesIn(dict, 'O'),
    bytesIn(dict, 'U'),
    bytesIn(dict, 'OE'),
    bytesIn(dict, 'UE'),
  ];
  if (owner.length < 48 || user.length < 48 || ownerKey.length < 32 || userKey.length < 32) throw broken();
  return newKey(secret, { revision: numberIn(dict, 'R', 6), owner, ownerKey, user, userKey });
}

/** Some files state a wrong key length, or one in bytes: tries the likely ones. */
function tryOld(dict: Dict, id: Buffer, secret: Buffer): ReturnType<typeof oldKey> {
  const [owner, user] = [bytesIn(dict, 'O'), bytesIn(dict, 'U')];
  if (owner.length < 32 || user.length < 16) throw broken();
  const revision = numberIn(dict, 'R', 2);
  const written = numberIn(dict, 'Length', revision >= 4 ? 128 : 40);
  const bits = written < 40 ? written * 8 : written;
  const lengths = revision === 2 ? [5] : [...new Set([Math.min(16, Math.max(5, bits >> 3)), 16, 5])];
  for (const keyBytes of numberIn(dict, 'V', 1) === 1 ? [5, ...lengths] : lengths) {
    const permissions = numberIn(dict, 'P', -1);
    const opened = oldKey(secret, {
      revision,
      keyBytes,
      owner,
      user,
      permissions,
      encryptMetadata: dict.get('EncryptMetadata') !== false,
      id,
    });
    if (opened !== null) return opened;
  }
  return null;
}

/** ISO 32000-2, 7.6.6. */
function cryptFilters(dict: Dict, version: number): EncryptionParts['methods'] {
  const filters = dict.get('CF');
  const named = new Map<string, Method>([['Identity', 'none']]);
  for (const [name, filter] of filters instanceof Dict ? filters.entries() : []) {
    const method = filter instanceof Dict ? filter.get('CFM') : null;
    if (name !== 'Identity') named.set(name, methodNamed(method instanceof Name ? method.value : 'None'));
  }
  const chosen = (key: string, absent: Method): Method => {
    const name = dict.get(key);
    if (!(name instanceof Name)) return absent;
    return named.get(name.value) ?? (version >= 5 ? 'aes-256' : 'aes-128');
  };
  const streams = chosen('StmF', 'none');
  return { streams, strings: chosen('StrF', 'none'), files: chosen('EFF', streams), named };
}

function methodNamed(name: string): Method {
  if (name === 'V2') return 'rc4';
  if (name === 'AESV2') return 'aes-128';
  return name === 'AESV3' ? 'aes-256' : 'none';
}

/** The dictionary without references, as it is copied to another file. */
function flat(dict: Dict, resolve: Resolve, depth: number): Dict {
  const value = (entry: Obj): Obj => {
    const resolved = resolve(entry);
    if (resolved instanceof Dict) return depth < 4 ? flat(resolved, resolve, depth + 1) : null;
    return Array.isArray(resolved) ? resolved.slice(0, 64).map((item): Obj => simple(resolve(item))) : simple(resolved);
  };
  return new Dict([...dict.entries()].map(([key, entry]) => [key, value(entry)] as const));
}

function simple(value: Obj): Exclude<Obj, Dict | PdfArray> {
  return value instanceof Dict || Array.isArray(value) ? null : value;
}

function numberIn(dict: Dict, key: string, absent: number): number {
  const value = dict.get(key);
  return typeof value === 'number' ? value : absent;
}

function bytesIn(dict: Dict, key: string): Buffer {
  const value = dict.get(key);
  return value instanceof PdfString ? value.bytes : Buffer.alloc(0);
}

function broken(): AppError {
  return new AppError('invalid-pdf', 'The encryption dictionary of the document is not complete.');
}
