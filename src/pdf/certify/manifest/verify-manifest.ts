import { createHash } from 'node:crypto';
import type { Certificate } from '../../cms/certificate.ts';
import type { Exclusion } from './assertions.ts';
import type { Cbor } from './cbor.ts';
import { verifyCoseSign1 } from './cose.ts';
import type { SuperBox } from './jumbf.ts';
import { decodeCbor } from './read-cbor.ts';
import { contentOf, entryOf, itemsOf, textOf, type Manifest } from './read-store.ts';

/** The result of one check, by the status codes of C2PA 2.4, 15.2.2. */
export interface Status {
  readonly code: string;
  /** JUMBF URI of the checked part. */
  readonly url: string;
  readonly kind: 'success' | 'informational' | 'failure';
}

/** The result of validating a manifest. */
export interface ManifestVerdict {
  readonly statuses: readonly Status[];
  readonly certificate: Certificate | null;
  /** Exclusions of the hard binding. */
  readonly exclusions: readonly Exclusion[];
}

const algorithms: ReadonlySet<string> = new Set(['sha256', 'sha384', 'sha512']);

/**
 * Validates a manifest of a store (C2PA 2.4, 15.6 to 15.12): its signature, and the hashes of its assertions and of the
 * manifests that it refers to. With the bytes of its file it also validates the hard binding. Does not judge trust: no
 * list of roots is consulted.
 */
export function verifyManifest(
  manifest: Manifest,
  store: readonly Manifest[],
  file: Uint8Array | null,
): ManifestVerdict {
  const home = `self#jumbf=/c2pa/${manifest.label}`;
  const { mistake, certificate } = verifyCoseSign1(manifest.signature, manifest.payload);
  const binding = file === null ? null : verifyBinding(manifest, file);
  const statuses: Status[] = [
    {
      code: mistake === null ? 'claimSignature.validated' : 'claimSignature.mismatch',
      url: `${home}/c2pa.signature`,
      kind: mistake === null ? 'success' : 'failure',
    },
    ...verifyReferences(manifest, home),
    ...manifest.assertions.flatMap((one) => verifyIngredient(one, store, home)),
    ...(binding === null
      ? []
      : [
          {
            code: `assertion.dataHash.${binding.right ? 'match' : 'mismatch'}`,
            url: `${home}/c2pa.assertions/c2pa.hash.data`,
            kind: binding.right ? ('success' as const) : ('failure' as const),
          },
        ]),
  ];
  return { statuses, certificate, exclusions: binding?.exclusions ?? [] };
}

/** References of a claim that are followed; more than a manifest can have. */
const maxReferences = 2000;

/** Checks that the assertions match the references of the claim, and that the claim refers to each. */
function verifyReferences({ claim, assertions }: Manifest, home: string): Status[] {
  const references = ['created_assertions', 'gathered_assertions', 'assertions']
    .flatMap((key) => itemsOf(claim.get(key)))
    .slice(0, maxReferences);
  const byLabel = new Map(assertions.map((one) => [one.label, one] as const));
  const named = new Set<SuperBox>();
  const checked = references.map((reference): Status => {
    const path = (textOf(entryOf(reference, 'url')) ?? '')
      .replace(/^self#jumbf=/, '')
      .replace(home.replace('self#jumbf=', ''), '')
      .replace(/^\//, '');
    const found = path.startsWith('c2pa.assertions/') ? byLabel.get(path.slice('c2pa.assertions/'.length)) : undefined;
    const url = `${home}/${path}`;
    if (found === undefined) return { code: 'assertion.missing', url, kind: 'failure' };
    named.add(found);
    const right = isHashOf(reference, found, textOf(claim.get('alg')));
    return { code: `assertion.hashedURI.${right ? 'match' : 'mismatch'}`, url, kind: right ? 'success' : 'failure' };
  });
  const undeclared = assertions
    .filter((one) => !named.has(one))
    .map(({ label }): Status => ({
      code: 'assertion.undeclared',
      url: `${home}/c2pa.assertions/${label}`,
      kind: 'failure',
    }));
  return [...checked, ...undeclared];
}

/** Checks a hashed URI. Its algorithm is that of the claim unless it states one. */
function isHashOf(reference: Cbor, { content }: SuperBox, common: string | null): boolean {
  const algorithm = textOf(entryOf(reference, 'alg')) ?? common ?? 'sha256';
  const hash = entryOf(reference, 'hash');
  return (
    algorithms.has(algorithm) &&
    hash instanceof Uint8Array &&
    createHash(algorithm).update(content).digest().equals(hash)
  );
}

function verifyIngredient(assertion: SuperBox, store: readonly Manifest[], home: string): Status[] {
  const ingredient = ingredientIn(assertion);
  if (ingredient === null) return [];
  const found = store.find(({ label }) => ingredient.manifest === `self#jumbf=/c2pa/${label}`);
  const right = found !== undefined && isHashOf(ingredient.reference, found.box, null);
  return [
    {
      code: `ingredient.manifest.${right ? 'validated' : found === undefined ? 'missing' : 'mismatch'}`,
      url: `${home}/c2pa.assertions/${assertion.label}`,
      kind: right ? 'success' : 'failure',
    },
  ];
}

/** The manifest that an ingredient assertion refers to, with its data; null for other assertions. */
export function ingredientIn(
  assertion: SuperBox,
): { readonly manifest: string; readonly reference: Cbor; readonly results: Cbor | undefined } | null {
  if (!assertion.label.startsWith('c2pa.ingredient')) return null;
  const value = valueOf(assertion);
  const reference = entryOf(value, 'activeManifest') ?? entryOf(value, 'c2pa_manifest');
  const manifest = textOf(entryOf(reference, 'url'));
  return reference === undefined || manifest === null
    ? null
    : { manifest, reference, results: entryOf(entryOf(value, 'validationResults'), 'activeManifest') };
}

function valueOf(assertion: SuperBox): Cbor | undefined {
  try {
    return decodeCbor(contentOf(assertion));
  } catch {
    return undefined;
  }
}

/**
 * Checks the hard binding (C2PA 2.4, 15.12.1): exclusions in order, within the file and disjoint, and the digest of the
 * other bytes.
 */
function verifyBinding({ assertions, claim }: Manifest, file: Uint8Array): { right: boolean; exclusions: Exclusion[] } {
  const [only, more] = assertions.filter(({ label }) => label === 'c2pa.hash.data');
  const value = only === undefined || more !== undefined ? undefined : valueOf(only);
  const exclusions = itemsOf(entryOf(value, 'exclusions')).map((one) => ({
    start: Number(entryOf(one, 'start')),
    length: Number(entryOf(one, 'length')),
  }));
  const algorithm = textOf(entryOf(value, 'alg')) ?? textOf(claim.get('alg')) ?? 'sha256';
  const hash = entryOf(value, 'hash');
  const digest = algorithms.has(algorithm) ? digestWithout(file, exclusions, algorithm) : null;
  return { right: digest !== null && hash instanceof Uint8Array && digest.equals(hash), exclusions };
}

/** The SHA-256 of a file without the exclusions; null for exclusions that are out of order or outside the file. */
export function digestWithout(file: Uint8Array, exclusions: readonly Exclusion[], algorithm = 'sha256'): Buffer | null {
  const hash = createHash(algorithm);
  let at = 0;
  for (const { start, length } of exclusions) {
    if (
      !Number.isSafeInteger(start) ||
      !Number.isSafeInteger(length) ||
      start < at ||
      length < 0 ||
      start + length > file.length
    )
      return null;
    hash.update(file.subarray(at, start));
    at = start + length;
  }
  return hash.update(file.subarray(at)).digest();
}
