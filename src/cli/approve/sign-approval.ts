import { randomUUID } from 'node:crypto';
import { CompactSign, importJWK } from 'jose';
import { tokenHeader } from '../../calls/approval/approval-token.ts';
import {
  audience,
  isSameName,
  maxLifeSeconds,
  type ApprovalSubject,
  type Claims,
} from '../../calls/approval/claims.ts';
import type { PrivateJwk } from './approver-keys.ts';

/** The subject of an approval, and its duration. */
export interface Approving extends ApprovalSubject {
  readonly reason: string;
  /** Seconds for which the approval is valid. */
  readonly life: number;
  /** Milliseconds since the epoch. */
  readonly now?: number;
}

/**
 * The approval (docs/spec/keys-and-editions.md): a compact JWS for the header `Approval`. Throws a message for people
 * when the service would refuse it.
 */
export async function signApproval(
  { client, tool, digest, reason, life, now = Date.now() }: Approving,
  jwk: PrivateJwk,
): Promise<string> {
  if (!/^sha256:[0-9a-f]{64}$/.test(digest))
    throw new Error(`'${digest}' is not a digest. It is in \`approval\` of the problem: sha256: and 64 hex digits.`);
  if (isSameName(client, jwk.approver))
    throw new Error(`The approver '${jwk.approver}' is the client itself; somebody else has to approve.`);
  if (!(life > 0 && life <= maxLifeSeconds))
    throw new Error(`An approval is good for ${maxLifeSeconds / 60} minutes at most.`);
  const iat = Math.floor(now / 1000);
  const claims: Claims = {
    iss: 'colophon approve',
    aud: audience,
    sub: jwk.approver,
    client,
    tool,
    digest,
    decision: 'approve',
    reason,
    iat,
    exp: iat + Math.ceil(life),
    jti: randomUUID(),
  };
  return signClaims(claims, jwk);
}

/** Signs claims without a check. */
export async function signClaims(claims: Claims, jwk: PrivateJwk): Promise<string> {
  const { alg, typ } = tokenHeader;
  return new CompactSign(Buffer.from(JSON.stringify(claims)))
    .setProtectedHeader({ alg, typ, kid: jwk.kid })
    .sign(await importJWK({ ...jwk }, alg));
}
