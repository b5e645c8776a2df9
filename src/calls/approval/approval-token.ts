import { compactVerify, errors, type CompactJWSHeaderParameters } from 'jose';
import { AppError } from '../../problems.ts';
import type { Approver, Approvers } from './approvers.ts';
import { claimsOf, faultOf, invalid, type ApprovalSubject, type Claims } from './claims.ts';

/** The header of every approval (docs/spec/keys-and-editions.md). */
export const tokenHeader = { alg: 'EdDSA', typ: 'approval+jwt' } as const;

/** A good approval, and the key that it was signed with. */
export interface ReadApproval {
  readonly kid: string;
  readonly claims: Claims;
}

/**
 * Reads the `Approval` of a request for `subject`. Throws AppError `approval-invalid`, which names the fault.
 */
export async function readApproval(
  token: string,
  subject: ApprovalSubject,
  approvers: Approvers,
  now = Date.now(),
): Promise<ReadApproval> {
  if (!isCompact(token)) throw invalid('It is not one compact JWS (RFC 7515).');
  const signer: { by: Approver | null } = { by: null };
  const verified = await compactVerify(token, (header) => (signer.by = signerOf(header, approvers)).key, {
    algorithms: [tokenHeader.alg],
  }).catch(refuse);
  const claims = claimsOf(verified.payload);
  const { kid = '', approver = null } = signer.by ?? {};
  const fault = faultOf(claims, { subject, approver, now: now / 1000 });
  if (fault !== null) throw invalid(fault);
  return { kid, claims };
}

/**
 * Three parts in base64url without padding, none with unused bits: of two different tokens, at most one is valid.
 */
function isCompact(token: string): boolean {
  const parts = token.split('.');
  return (
    parts.length === 3 &&
    parts.every((part) => part !== '' && Buffer.from(part, 'base64url').toString('base64url') === part)
  );
}

function signerOf({ typ, kid }: CompactJWSHeaderParameters, approvers: Approvers): Approver {
  if (typ !== tokenHeader.typ) throw invalid(`Its \`typ\` is not \`${tokenHeader.typ}\`.`);
  const found = typeof kid === 'string' ? approvers.find(kid) : null;
  if (found === null) throw invalid('Its `kid` is the key of no approver of this deployment.');
  return found;
}

function refuse(error: unknown): never {
  if (error instanceof AppError) throw error;
  if (error instanceof errors.JOSEAlgNotAllowed) throw invalid(`It is not signed with \`${tokenHeader.alg}\`.`);
  if (error instanceof errors.JWSSignatureVerificationFailed)
    throw invalid('Its signature is not that of the key that it names.');
  if (error instanceof errors.JOSEError) throw invalid('It is not a JWS that can be read (RFC 7515).');
  throw error;
}
