import type { Certificate } from '../../cms/certificate.ts';
import { readCertificate } from '../../cms/certificate.ts';
import { encodeCbor, Tagged, type Cbor } from './cbor.ts';
import { verifyCose, type CoseAlgorithm } from './cose-algorithm.ts';
import { decodeCbor } from './read-cbor.ts';

/** Labels of headers (RFC 9052, 3.1; RFC 9360, 2), and the tag of COSE_Sign1. */
const alg = 1;
const x5chain = 33;
const sign1 = 18;

/** Certificates of a chain that are read, the signer's first. */
const maxChainCertificates = 20;

/**
 * A COSE_Sign1 (RFC 9052, 4.2) with a detached payload. The algorithm and the certificates are protected headers (C2PA
 * 2.4, 13.2). `sign` signs the Sig_structure.
 */
export function coseSign1(
  payload: Uint8Array,
  {
    certificates,
    algorithm,
    sign,
  }: { certificates: readonly Uint8Array[]; algorithm: Pick<CoseAlgorithm, 'id'>; sign: (bytes: Uint8Array) => Buffer },
): Buffer {
  const [only = null] = certificates;
  const chain: Cbor = certificates.length === 1 ? only : certificates;
  const header = encodeCbor(
    new Map<string | number, Cbor>([
      [alg, algorithm.id],
      [x5chain, chain],
    ]),
  );
  return encodeCbor(new Tagged(sign1, [header, new Map(), null, sign(toBeSigned(header, payload))]));
}

/** Sig_structure (RFC 9052, 4.4). */
function toBeSigned(header: Uint8Array, payload: Uint8Array): Buffer {
  return encodeCbor(['Signature1', header, Buffer.alloc(0), payload]);
}

/** The verdict on a COSE_Sign1. */
export interface CoseVerdict {
  /** Null for a valid one. */
  readonly mistake: string | null;
  /** The signer's certificate; null where the signature does not include it. */
  readonly certificate: Certificate | null;
}

/** Verifies a COSE_Sign1 with a detached payload. Does not judge trust. */
export function verifyCoseSign1(bytes: Uint8Array, payload: Uint8Array): CoseVerdict {
  try {
    const value = decodeCbor(bytes);
    const parts = value instanceof Tagged && value.tag === sign1 ? value.value : value;
    const [header, open, , signature] = Array.isArray(parts) && parts.length === 4 ? (parts as readonly Cbor[]) : [];
    if (!(header instanceof Uint8Array) || !(signature instanceof Uint8Array))
      return { mistake: 'it is no COSE_Sign1', certificate: null };
    const headers = decodeCbor(header);
    const id = headers instanceof Map ? (headers as ReadonlyMap<unknown, Cbor>).get(alg) : null;
    const [first] = chainIn(headers) ?? chainIn(open) ?? [];
    const certificate = first === undefined ? null : readCertificate(Buffer.from(first));
    if (certificate === null || typeof id !== 'number')
      return { mistake: 'it has no certificate or no algorithm', certificate };
    const right = verifyCose(id, certificate.x509.publicKey, toBeSigned(header, payload), signature);
    return {
      mistake:
        right === true
          ? null
          : right === null
            ? 'its algorithm is not one that claims are signed with'
            : 'its value does not fit its certificate',
      certificate,
    };
  } catch {
    return { mistake: 'it can not be read', certificate: null };
  }
}

/** The header by its number, or, in older manifests, by its name. */
function chainIn(headers: Cbor | undefined): readonly Uint8Array[] | null {
  const map = headers instanceof Map ? (headers as ReadonlyMap<unknown, Cbor>) : null;
  const chain = map?.get(x5chain) ?? map?.get('x5chain') ?? null;
  const all = Array.isArray(chain) ? (chain as readonly Cbor[]) : [chain];
  return all.length <= maxChainCertificates && all.every((one) => one instanceof Uint8Array) ? all : null;
}
