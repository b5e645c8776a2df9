import { AppError } from '../../problems.ts';
import { readCredential, type Credential, type CredentialInput } from '../cms/credential.ts';
import { subjectOf } from '../cms/certificate.ts';
import { signatureAlgorithm, type Hash, type SignatureAlgorithm } from '../cms/signature-algorithm.ts';
import { signedData } from '../cms/signed-data.ts';
import type { FontFolder } from '../fonts/installed-fonts.ts';
import { openPdf } from '../open.ts';
import type { PdfFile } from '../raw/pdf-file.ts';
import { rewritePdf } from '../rewrite.ts';
import { Changes } from '../update/changes.ts';
import { updateObstacle, updatePdf } from '../update.ts';
import { prepareSignature, type Prepared, type SignatureRequest } from './prepare-signature.ts';
import { wouldBreak } from './respect.ts';
import { seal } from './seal.ts';
import { readSignatures } from './signatures.ts';
import { verifySignature } from './verify.ts';

export interface SignOptions extends SignatureRequest {
  readonly bytes: Uint8Array;
  /** Of the document. */
  readonly password?: string | undefined;
  readonly credential: CredentialInput;
  /** SHA-256 unless the key is bound to another. */
  readonly hash?: Hash | undefined;
  /** Where fonts of visible signatures are. */
  readonly fonts: readonly FontFolder[];
}

export interface SignResult {
  readonly pdf: Uint8Array;
  readonly pages: number;
  readonly warnings: readonly string[];
  /** What was made. */
  readonly signature: { readonly field: string; readonly signer: string; readonly hash: Hash; readonly certified: boolean; readonly visible: boolean };
  /** Earlier signatures that were broken, as the request allowed. */
  readonly broken: readonly string[];
}

/** Bytes that signatures of one key differ by: two integers of an ECDSA signature may each be some shorter. */
const slack = 32;
/** As many as the longest digest has. */
const nothingBytes = 64;

/**
 * Signs a document (PAdES baseline-B, ETSI EN 319 142-1) by an incremental update, and verifies the result before it is returned.
 * @throws AppError those of `openPdf` and `readCredential`, `signature-would-break`, `field-not-found`, `field-value-invalid`, `page-out-of-range`, `invalid-image`
 */
export async function signPdf(options: SignOptions): Promise<SignResult> {
  const credential = readCredential(options.credential, options.now);
  const algorithm = signatureAlgorithm(credential.key, options.hash);
  const room = roomFor(credential, algorithm);
  const given = openPdf(options.bytes, { password: options.password });
  const { file, prepared, rewritten } = await prepare(given, { ...options, room, signer: subjectOf(credential.certificate) });
  const { bytes, offsets } = updatePdf(prepared.changes);
  seal(bytes, { object: offsets.get(prepared.signature.num) ?? 0, room }, algorithm.hash, (digest) => signedData(credential, algorithm, digest));
  verify(bytes, { prepared, credential, password: options.password });
  return {
    pdf: bytes, pages: file.pages().length, warnings: [...(rewritten ? [rewrittenWarning] : []), ...prepared.warnings],
    signature: { field: prepared.field, signer: subjectOf(credential.certificate), hash: algorithm.hash, certified: options.certify !== undefined, visible: prepared.visible },
    broken: rewritten || prepared.breaks ? readSignatures(given).map(({ field }) => field) : [],
  };
}

/** Found by signing, which also tells whether the key can. */
function roomFor(credential: Credential, algorithm: SignatureAlgorithm): number {
  try {
    return signedData(credential, algorithm, Buffer.alloc(nothingBytes)).length + slack;
  } catch {
    throw new AppError('invalid-certificate', 'The private key can not sign: it is damaged, or too small for the hash. Send another.', { errors: [{ pointer: '/privateKey', message: 'can not sign' }] });
  }
}

const rewrittenWarning = 'The cross-reference of the document was broken, so that it was written anew before it was signed: its bytes before the signature are not those that were sent.';

interface Ready {
  readonly file: PdfFile;
  readonly prepared: Prepared;
  readonly rewritten: boolean;
}

/** Everything but the signature itself. Damage may show only once that is done; then it is done again, on a file written anew. */
async function prepare(file: PdfFile, request: SignatureRequest & Pick<SignOptions, 'fonts' | 'password'> & { room: number; signer: string }): Promise<Ready> {
  const prepared = updateObstacle(file) === null ? await prepareSignature(file, request) : null;
  const obstacle = updateObstacle(file);
  if (prepared !== null && obstacle === null) return { file, prepared, rewritten: false };
  if (readSignatures(file).length > 0 && !request.breakSignatures) {
    throw wouldBreak(`The document is signed and its cross-reference is broken (${obstacle ?? 'damaged'}), so that only writing it anew would do, which its signatures do not outlive.`);
  }
  const changes = new Changes(file);
  const anew = openPdf(rewritePdf(changes), { password: request.password });
  const again = await prepareSignature(anew, { ...request, breakSignatures: true, above: changes.size });
  if (updateObstacle(anew) !== null) throw new AppError('invalid-pdf', 'The document is damaged so that it can not be signed. Repair it first.');
  return { file: anew, prepared: again, rewritten: true };
}

/** The result as another reader has it: opened anew, its signature verified over the whole file. */
function verify(bytes: Buffer, { prepared, credential, password }: { prepared: Prepared; credential: Credential; password: string | undefined }): void {
  const file = openPdf(bytes, { password });
  const own = readSignatures(file).find(({ dict }) => dict === file.dict(prepared.signature));
  const verdict = own === undefined ? null : verifySignature(bytes, own);
  const good = verdict?.mistakes.length === 0 && verdict.whole && verdict.certificate?.der.equals(credential.certificate.der) === true;
  if (!good || file.repaired !== null) {
    throw new AppError('invalid-pdf', `The signed document could not be verified (${verdict?.mistakes[0] ?? file.repaired ?? 'its signature is not found'}), so that it is not returned. Repair the document first.`);
  }
}
