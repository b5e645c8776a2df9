import {
  actionsAssertion,
  dataHash,
  ingredientAssertions,
  reviewAssertion,
  service,
  type Assertion,
  type Exclusion,
  type Parent,
} from './assertions.ts';
import { encodeCbor, mapOf } from './cbor.ts';
import type { CoseAlgorithm } from './cose-algorithm.ts';
import { coseSign1 } from './cose.ts';
import { box, superBox } from './jumbf.ts';
import type { Provenance } from './provenance.ts';

/** A claim to be made. */
export interface Claim {
  /** `urn:c2pa:` and a UUID (C2PA 2.4, 8.1). */
  readonly id: string;
  readonly instanceId: string;
  readonly provenance: Provenance;
  /** The text of a visible label, or null. */
  readonly label: string | null;
  readonly parent: Parent | null;
  /** DER, the signer's first. */
  readonly certificates: readonly Uint8Array[];
  readonly algorithm: CoseAlgorithm;
}

/** The hard binding of a manifest to its file. */
export interface Binding {
  readonly exclusions: readonly Exclusion[];
  /** SHA-256 of the rest of the file. */
  readonly digest: Uint8Array;
}

/** The box of a standard manifest (C2PA 2.4, 11.2.2): assertions, a claim of version 2 (10.2), and its signature. */
export function manifestBox(claim: Claim, binding: Binding): Buffer {
  return boxOf(claim, binding, (bytes) => claim.algorithm.sign(bytes));
}

/** The length of `manifestBox` in bytes, which is the same for any binding. */
export function manifestLength(claim: Claim): number {
  const somewhere = { start: 0, length: 0 };
  return boxOf(claim, { exclusions: [somewhere, somewhere], digest: Buffer.alloc(32) }, () =>
    Buffer.alloc(claim.algorithm.length),
  ).length;
}

function boxOf(claim: Claim, { exclusions, digest }: Binding, sign: (bytes: Uint8Array) => Buffer): Buffer {
  const { id, certificates, algorithm } = claim;
  const assertions = [...assertionsOf(claim), dataHash(exclusions, digest)];
  const payload = encodeCbor(
    mapOf({
      instanceID: claim.instanceId,
      claim_generator_info: mapOf({ name: service.name }),
      signature: `self#jumbf=/c2pa/${id}/c2pa.signature`,
      created_assertions: assertions.map(({ reference }) => reference),
      alg: 'sha256',
    }),
  );
  return superBox(
    'c2ma',
    id,
    superBox('c2as', 'c2pa.assertions', ...assertions.map(({ bytes }) => bytes)),
    superBox('c2cl', 'c2pa.claim.v2', box('cbor', payload)),
    superBox('c2cs', 'c2pa.signature', box('cbor', coseSign1(payload, { certificates, algorithm, sign }))),
  );
}

function assertionsOf({ provenance, label, parent }: Claim): Assertion[] {
  const ingredients = ingredientAssertions(parent, provenance.ingredients);
  const review = provenance.humanReview === undefined ? [] : [reviewAssertion(provenance.humanReview)];
  return [actionsAssertion({ provenance, ingredients, hasParent: parent !== null, label }), ...ingredients, ...review];
}

/** A manifest store (C2PA 2.4, 11.1.4.2): the earlier manifests, and the active one last. */
export function manifestStore(earlier: readonly Uint8Array[], active: Uint8Array): Buffer {
  return superBox('c2pa', 'c2pa', ...earlier, active);
}
