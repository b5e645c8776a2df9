import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompactSign, importJWK } from 'jose';
import { makeApproverKey, type PrivateJwk, type PublicJwk } from '../../src/cli/approve/approver-keys.ts';
import { bearer, problemOf, type Built } from './http.ts';

/** Claims that a test sets; `undefined` leaves one out. */
export type GivenClaims = Readonly<Record<string, unknown>>;

/** The file of approvers of a deployment under test, with one approver in it. */
export interface ApproversFile {
  readonly path: string;
  readonly publicJwk: PublicJwk;
  readonly privateJwk: PrivateJwk;
  /** Writes the file anew. */
  write(content: unknown): void;
  remove(): void;
}

export function approversFile(approver = 'anna'): ApproversFile {
  const folder = mkdtempSync(join(tmpdir(), 'colophon-approvers-'));
  const path = join(folder, 'approvers.json');
  const key = makeApproverKey(approver);
  const write = (content: unknown): void =>
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  write({ keys: [key.publicJwk] });
  return { path, ...key, write, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** An approval of the client `acme`, signed by `jwk`, with the claims and the header that a test sets. */
export async function signed(jwk: PrivateJwk, claims: GivenClaims, header: GivenClaims = {}): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const all = {
    iss: 'test',
    aud: 'colophon',
    sub: jwk.approver,
    client: 'acme',
    decision: 'approve',
    reason: 'I have read it',
    iat: now,
    exp: now + 300,
    jti: crypto.randomUUID(),
    ...claims,
  };
  return new CompactSign(Buffer.from(JSON.stringify(all)))
    .setProtectedHeader({ alg: 'EdDSA', typ: 'approval+jwt', kid: jwk.kid, ...header })
    .sign(await importJWK({ ...jwk }, 'EdDSA'));
}

/** What `approval` of a 403 names. */
export interface Named extends GivenClaims {
  readonly tool: string;
  readonly digest: string;
}

/** Reads the 403 of a request without an approval: its digest, and the claims to be approved. */
export async function askedBy(response: Response): Promise<Named & GivenClaims> {
  const { slug, approval, ...problem } = await problemOf(response);
  if (slug !== 'approval-required')
    throw new Error(`expected approval-required, got ${JSON.stringify({ slug, ...problem })}`);
  return approval as Named & GivenClaims;
}

/** Sends a file of its own to a tool that takes one, or several, as `application/pdf` or in a form. */
export function sendFiles(
  app: Built,
  path: string,
  {
    request,
    files,
    headers = {},
  }: {
    readonly request?: unknown;
    readonly files: readonly [field: string, content: Uint8Array, name: string][];
    readonly headers?: Record<string, string>;
  },
): Promise<Response> {
  const form = new FormData();
  for (const [field, content, name] of files)
    form.append(field, new Blob([new Uint8Array(content)], { type: 'application/pdf' }), name);
  if (request !== undefined) form.set('request', JSON.stringify(request));
  return app.fetch(path, { method: 'POST', headers: { authorization: bearer(), ...headers }, body: form });
}
