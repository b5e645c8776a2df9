import { createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Log } from '../../log.ts';
import { watchKeys } from '../access/watched-keys.ts';

/** A public key that approvals are signed with. */
export interface Approver {
  readonly kid: string;
  /** Whose key it is: every approval that it signs has to name them; `null` = the file does not name them. */
  readonly approver: string | null;
  readonly key: KeyObject;
}

/** The approvers; the file is read again when it changes, and one that is broken or gone leaves the last good set. */
export interface Approvers {
  find(kid: string): Approver | null;
  close(): void;
}

/** Every mistake in the settings and the file of approvals, one a line: the service does not start. */
export class ApprovalsError extends Error {
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(['The approvals have mistakes:', ...mistakes.map((mistake) => `  ${mistake}`)].join('\n'));
    this.name = 'ApprovalsError';
    this.mistakes = mistakes;
  }
}

const source = 'SERVICE_APPROVERS_FILE';

/** Opens SERVICE_APPROVERS_FILE; `null` = there is none, and nobody can approve. Throws ApprovalsError. */
export function openApprovers({
  file,
  log,
  interval,
}: {
  readonly file: string | null;
  readonly log: Log;
  readonly interval: number;
}): Approvers {
  const read = (): ReadonlyMap<string, Approver> =>
    file === null ? new Map<string, Approver>() : parseApprovers(textOf(file), source);
  const keys = watchKeys({ file, interval, name: 'approvers', read, log });
  return { find: (kid) => keys.current.get(kid) ?? null, close: () => keys.close() };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ApprovalsError([
      `${source}: the file can not be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}).`,
    ]);
  }
}

const kidShape = /^[\x21-\x7e]{1,200}$/;
/** Values that these fields may have; `undefined` = the field may be absent (RFC 7517, 4; RFC 8037, 2). */
const fixed = {
  kty: ['OKP'],
  crv: ['Ed25519'],
  use: ['sig', undefined],
  alg: ['EdDSA', 'Ed25519', undefined],
} as const;

/**
 * Reads a JWK set (RFC 7517) of Ed25519 keys (RFC 8037), by their kid; `source` names where it comes from. Throws
 * ApprovalsError with every mistake.
 */
export function parseApprovers(text: string, source: string): ReadonlyMap<string, Approver> {
  const set = jsonOf(text.replace(/^\uFEFF/, ''));
  if (!isFields(set) || !Array.isArray(set.keys))
    throw new ApprovalsError([`${source}: it is no JWK set: a JSON object with \`keys\`, an array of JWKs.`]);
  const mistakes: string[] = [];
  const approvers = new Map<string, Approver>();
  for (const [index, jwk] of (set.keys as unknown[]).entries()) {
    const found = mistakesIn(jwk);
    const { kid, x, approver } = isFields(jwk) ? jwk : {};
    if (typeof kid === 'string' && approvers.has(kid)) found.push('its `kid` is that of a key before it.');
    const key = found.length === 0 ? keyOf(String(x)) : null;
    if (key !== null && typeof kid === 'string')
      approvers.set(kid, { kid, approver: typeof approver === 'string' ? approver : null, key });
    else if (found.length === 0) found.push('its `x` is no public key of Ed25519.');
    const name = typeof kid === 'string' && kidShape.test(kid) ? ` (${kid})` : '';
    mistakes.push(...found.map((mistake) => `${source}, key ${index + 1}${name}: ${mistake}`));
  }
  if (mistakes.length > 0) throw new ApprovalsError(mistakes);
  return approvers;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function mistakesIn(jwk: unknown): string[] {
  if (!isFields(jwk)) return ['it is no JWK: a JSON object.'];
  const mistakes: string[] = [];
  for (const [name, allowed] of Object.entries(fixed)) {
    if (!(allowed as readonly unknown[]).includes(jwk[name]))
      mistakes.push(
        `its \`${name}\` is not ${allowed
          .filter((value) => value !== undefined)
          .map((value) => `\`${value}\``)
          .join(' or ')}.`,
      );
  }
  if (typeof jwk.kid !== 'string' || !kidShape.test(jwk.kid))
    mistakes.push('its `kid` is not 1 to 200 characters of printable ASCII.');
  if (typeof jwk.x !== 'string' || !/^[\w-]{43}$/.test(jwk.x)) mistakes.push('its `x` is not 32 bytes as base64url.');
  if ('d' in jwk)
    mistakes.push(
      'it holds a private key, `d`. Take that out, and make a new key: whoever could read this file can ' +
        'approve with it.',
    );
  if (jwk.approver !== undefined && (typeof jwk.approver !== 'string' || jwk.approver.trim() === ''))
    mistakes.push('its `approver` is not a name.');
  return mistakes;
}

function keyOf(x: string): KeyObject | null {
  try {
    return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  } catch {
    return null;
  }
}
