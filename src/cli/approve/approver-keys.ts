import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import { parseApprovers } from '../../calls/approval/approvers.ts';

/** An entry of SERVICE_APPROVERS_FILE (RFC 8037). */
export interface PublicJwk {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly kid: string;
  readonly x: string;
  readonly use: 'sig';
  readonly alg: 'EdDSA';
  /** The approver. The service accepts approvals of this key from nobody else. */
  readonly approver: string;
}

/**
 * The whole key pair of an approver (RFC 8037, section 2): `d` is the private key in base64url, and stays with the
 * approver.
 */
export interface PrivateJwk extends PublicJwk {
  readonly d: string;
}

/** Makes a key pair for an approver. Throws when the name is invalid. */
export function makeApproverKey(approver: string): { readonly publicJwk: PublicJwk; readonly privateJwk: PrivateJwk } {
  if (approver.trim() === '' || approver.length > 100 || /\p{Cc}/u.test(approver))
    throw new Error('--approver has to be a name of 1 to 100 characters, for example --approver anna@example.com.');
  const { x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const kid = `${
    approver
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '') || 'approver'
  }-${randomBytes(4).toString('hex')}`;
  const publicJwk = { kty: 'OKP', crv: 'Ed25519', kid, x, use: 'sig', alg: 'EdDSA', approver } as const;
  return { publicJwk, privateJwk: { ...publicJwk, d } };
}

/** Writes the private key, readable for its owner only. Rejects when the file exists, so that no key is overwritten. */
export async function writePrivateKey(path: string, jwk: PrivateJwk): Promise<void> {
  await writeFile(path, `${JSON.stringify(jwk, null, 2)}\n`, { mode: 0o600, flag: 'wx' }).catch((error: unknown) => {
    throw new Error(
      (error as NodeJS.ErrnoException).code === 'EEXIST'
        ? `${path} is there already; a key is not overwritten. Choose another place with --out.`
        : `${path} can not be written (${codeOf(error)}).`,
    );
  });
}

/** Reads a private key. Rejects when others can read the file too, or when it contains no private key. */
export async function readPrivateKey(path: string): Promise<PrivateJwk> {
  const { mode } = await stat(path).catch((error: unknown) => {
    throw new Error(
      `${path} can not be read (${codeOf(error)}). It is the private key that \`approve -- keys\` wrote.`,
    );
  });
  if ((mode & 0o077) !== 0)
    throw new Error(`Others can read ${path}, and so could approve in your name. To mend it: chmod 600 ${path}`);
  const jwk = jsonOf(await readFile(path, 'utf8')) as Partial<PrivateJwk> | null;
  if (
    jwk?.kty !== 'OKP' ||
    jwk.crv !== 'Ed25519' ||
    ![jwk.kid, jwk.x, jwk.d, jwk.approver].every((value) => typeof value === 'string')
  ) {
    throw new Error(
      `${path} is not the private key of an approver: a JWK of Ed25519 with kid, x, d and approver, as ` +
        `\`approve -- keys\` writes it.`,
    );
  }
  return jwk as PrivateJwk;
}

/**
 * Adds a public key to a JWK set in one step, and makes the set if it does not exist. A service that reads it meanwhile
 * gets the old set or the new one.
 */
export async function addToSet(path: string, jwk: PublicJwk): Promise<void> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return '{"keys":[]}';
    throw new Error(`${path} can not be read (${codeOf(error)}).`);
  });
  parseApprovers(text, path);
  const { keys } = JSON.parse(text) as { keys: unknown[] };
  const target = await realpath(path).catch(() => path); // a link stays a link
  const written = `${target}.${randomBytes(4).toString('hex')}`;
  await writeFile(written, `${JSON.stringify({ keys: [...keys, jwk] }, null, 2)}\n`, { mode: 0o644, flag: 'wx' });
  await rename(written, target);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown error';
}
