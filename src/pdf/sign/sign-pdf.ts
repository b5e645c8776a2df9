import { AppError } from '../../problems.ts';
import { judgeCover, type CoverWarning } from './covered-text.ts';
import type { CoverRule } from './look-choices.ts';
import { readCredential, type Credential, type CredentialInput } from '../cms/credential.ts';
import { subjectOf } from '../cms/certificate.ts';
import { isOwnForm } from '../cms/canonical-der.ts';
import { signatureAlgorithm, type Hash, type SignatureAlgorithm } from '../cms/signature-algorithm.ts';
import { signedData } from '../cms/signed-data.ts';
import type { FontFolder } from '../fonts/installed-fonts.ts';
import { openPdf } from '../file/open.ts';
import type { PdfFile } from '../file/pdf-file.ts';
import { rewritePdf } from '../file/writing/rewrite.ts';
import { Changes } from '../file/changes.ts';
import { updateObstacle, updatePdf } from '../file/writing/update.ts';
import { prepareSignature, type Prepared, type SignatureRequest } from './prepare-signature.ts';
import { wouldBreak } from '../facts/signatures/signature-permissions.ts';
import { seal } from './seal.ts';
import { readSignatures } from '../facts/signatures/signatures.ts';
import { straySignatures } from '../facts/signatures/stray-signatures.ts';
import { coverOf, verifySignature, type SignatureVerdict } from './verify.ts';

/** A document to sign, the signature, and the signer. */
export interface SignOptions extends SignatureRequest {
  readonly bytes: Uint8Array;
  /** Password of the document. */
  readonly password?: string | undefined;
  /** Removes the encryption of the document, which requires rewriting it. */
  readonly decrypt?: boolean | undefined;
  readonly credential: CredentialInput;
  /** SHA-256, unless the key requires another. */
  readonly hash?: Hash | undefined;
  /** Folders with fonts for visible signatures. */
  readonly fonts: readonly FontFolder[];
  /** What happens where the signature covers text; `allow` unless given. */
  readonly onCover?: CoverRule | undefined;
}

/** A signed document. */
export interface SignResult {
  readonly pdf: Uint8Array;
  readonly pages: number;
  readonly warnings: readonly string[];
  readonly coverWarnings: readonly CoverWarning[];
  /** The signature that was made. */
  readonly signature: {
    readonly field: string;
    readonly signer: string;
    readonly hash: Hash;
    readonly certified: boolean;
    readonly visible: boolean;
  };
  /** Fields of earlier signatures that were broken, as the request allowed. */
  readonly broken: readonly string[];
  /** Offsets of broken signatures that no field refers to. */
  readonly strays: readonly number[];
}

/**
 * Bytes by which signatures of one key may differ in length, because the two integers of an ECDSA signature may be
 * shorter.
 */
const slack = 32;
/** Length of the longest digest, in bytes. */
const nothingBytes = 64;

/**
 * Signs a document (PAdES baseline-B, ETSI EN 319 142-1) by an incremental update, and verifies the result before it is
 * returned.
 * @throws AppError those of `openPdf` and `readCredential`, `signature-would-break`, `field-not-found`,
 * `field-value-invalid`, `page-out-of-range`, `invalid-image`, `signature-covers-text`
 */
export async function signPdf(options: SignOptions): Promise<SignResult> {
  const credential = readCredential(options.credential, options.now);
  const algorithm = signatureAlgorithm(credential.key, options.hash);
  const room = roomFor(credential, algorithm);
  const given = openPdf(options.bytes, { password: options.password });
  const { file, prepared, rewritten } = await prepare(given, {
    ...options,
    room,
    signer: subjectOf(credential.certificate),
  });
  const { widgets } = prepared;
  const rule = options.onCover ?? 'allow';
  const coverWarnings = await judgeCover({ file, password: options.password, widgets, rule });
  const { bytes, offsets } = updatePdf(prepared.changes);
  seal(bytes, {
    place: { object: offsets.get(prepared.signature.num) ?? 0, room },
    hash: algorithm.hash,
    sign: (digest) => signedData(credential, algorithm, digest),
  });
  verify(bytes, { prepared, credential, password: options.password });
  return {
    pdf: bytes,
    pages: file.pages().length,
    warnings: [
      ...(rewritten === null ? [] : [rewritten === 'damaged' ? damagedWarning : decryptedWarning]),
      ...prepared.warnings,
    ],
    coverWarnings,
    signature: {
      field: prepared.field,
      signer: subjectOf(credential.certificate),
      hash: algorithm.hash,
      certified: options.certify !== undefined,
      visible: prepared.visible,
    },
    broken: (rewritten === null ? prepared.broken : readSignatures(given)).map(({ field }) => field),
    strays:
      rewritten !== null && updateObstacle(given) !== null ? straySignatures(given.bytes, readSignatures(given)) : [],
  };
}

/**
 * The bytes to reserve for the CMS signature, found by a trial signature.
 * @throws AppError `invalid-certificate` where the key can not sign
 */
export function roomFor(credential: Credential, algorithm: SignatureAlgorithm): number {
  try {
    return signedData(credential, algorithm, Buffer.alloc(nothingBytes)).length + slack;
  } catch {
    throw new AppError(
      'invalid-certificate',
      'The private key can not sign: it is damaged, or too small for the hash. Send another.',
      { errors: [{ pointer: '/privateKey', message: '`privateKey` can not sign' }] },
    );
  }
}

const damagedWarning =
  'The cross-reference of the document was broken, so that it was rewritten before it was signed: its bytes ' +
  'before the signature differ from those that were sent.';
const decryptedWarning =
  'The document was rewritten without its encryption before it was signed, as requested: its bytes ' +
  'before the signature differ from those that were sent.';

/** A document that is prepared for its signature. */
export interface Ready {
  readonly file: PdfFile;
  readonly prepared: Prepared;
  /** The reason for rewriting the document; null for an incremental update. */
  readonly rewritten: 'damaged' | 'encrypted' | null;
}

type PrepareRequest = SignatureRequest &
  Pick<SignOptions, 'fonts' | 'password' | 'decrypt'> & { room: number; signer: string };

/**
 * Prepares everything but the signature itself. Damage may be found only while preparing; then the preparation is
 * repeated on a rewritten file.
 */
export async function prepare(file: PdfFile, request: PrepareRequest): Promise<Ready> {
  if (request.decrypt === true && file.encryption !== null) return prepareAnew(file, request, 'encrypted');
  const prepared = updateObstacle(file) === null ? await prepareSignature(file, request) : null;
  return prepared === null || updateObstacle(file) !== null
    ? prepareAnew(file, request, 'damaged')
    : { file, prepared, rewritten: null };
}

async function prepareAnew(file: PdfFile, request: PrepareRequest, why: 'damaged' | 'encrypted'): Promise<Ready> {
  if (!request.breakSignatures) refuseSigned(file, why);
  const changes = new Changes(file);
  const anew = openPdf(rewritePdf(changes, { decrypt: request.decrypt ?? false }), { password: request.password });
  const prepared = await prepareSignature(anew, { ...request, breakSignatures: true, above: changes.size });
  if (updateObstacle(anew) !== null)
    throw new AppError('invalid-pdf', 'The document is damaged so that it can not be signed. Repair it first.');
  return { file: anew, prepared, rewritten: why };
}

/**
 * Signatures become invalid when a document is rewritten.
 * @throws AppError `signature-would-break`
 */
function refuseSigned(file: PdfFile, why: 'damaged' | 'encrypted'): void {
  const signatures = readSignatures(file);
  const signed =
    signatures.length > 0 || (updateObstacle(file) !== null && straySignatures(file.bytes, signatures).length > 0);
  if (!signed) return;
  const reason =
    why === 'encrypted' ? 'is to be decrypted' : `its cross-reference is broken (${updateObstacle(file) ?? 'damaged'})`;
  throw wouldBreak(
    `The document is signed and ${reason}, so that it would have to be rewritten, which makes its signatures invalid.`,
  );
}

/**
 * Opens the result again, and verifies its signature over the whole file.
 * @throws AppError `invalid-pdf`
 */
export function verify(
  bytes: Buffer,
  { prepared, credential, password }: { prepared: Prepared; credential: Credential; password: string | undefined },
): void {
  const file = openPdf(bytes, { password });
  const own = readSignatures(file).find(({ dict }) => dict === file.dict(prepared.signature));
  const verdict = own === undefined ? null : verifySignature(bytes, own);
  const good =
    own !== undefined &&
    verdict?.mistakes.length === 0 &&
    verdict.whole &&
    isFrom(verdict, credential) &&
    isOwnForm(own.contents, coverOf(bytes, own.byteRange)?.parts ?? []);
  if (!good || file.repaired !== null) {
    throw new AppError(
      'invalid-pdf',
      'The signed document could not be verified ' +
        `(${verdict?.mistakes[0] ?? file.repaired ?? 'its signature is not found as it was made'}), so that it ` +
        'is not returned. Repair the document first.',
    );
  }
}

/** True where the certificates are those of the credential, byte for byte. */
function isFrom({ certificate, certificates }: SignatureVerdict, given: Credential): boolean {
  const [own, expected] = [certificates, [given.certificate, ...given.chain]].map((list) =>
    list
      .map(({ der }) => der.toString('base64'))
      .sort()
      .join(),
  );
  return certificate?.der.equals(given.certificate.der) === true && own === expected;
}
