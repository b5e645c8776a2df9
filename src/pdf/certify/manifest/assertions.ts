import { createHash } from 'node:crypto';
import { dateTime, encodeCbor, mapOf, type CborMap } from './cbor.ts';
import { box, readBoxes, superBox } from './jumbf.ts';
import type { Generator, Ingredient, Provenance } from './provenance.ts';

/** An assertion of a manifest (C2PA 2.4, 6). */
export interface Assertion {
  readonly label: string;
  /** Its superbox. */
  readonly bytes: Buffer;
  /** The hashed URI by which claims and actions refer to it (C2PA 2.4, 8.4.2). */
  readonly reference: CborMap;
}

/** The hashed URI of a written superbox (C2PA 2.4, 8.4.2.3). */
export function hashedUri(url: string, bytes: Buffer): CborMap {
  const [own] = readBoxes(bytes);
  return mapOf({
    url,
    hash: createHash('sha256')
      .update(own?.content ?? bytes)
      .digest(),
  });
}

function assertion(label: string, value: CborMap): Assertion {
  const bytes = superBox('cbor', label, box('cbor', encodeCbor(value)));
  return { label, bytes, reference: hashedUri(`self#jumbf=c2pa.assertions/${label}`, bytes) };
}

/** Bytes that the hard binding does not hash: offset and length. */
export interface Exclusion {
  readonly start: number;
  readonly length: number;
}

/** Bytes of a number of an exclusion in CBOR, for files below 4 GB; shorter numbers are padded. */
const widest = 5;
const leastPadding = 24;

/**
 * The hard binding (C2PA 2.4, 18.5): the digest of the file without the exclusions. It has the same length for all
 * numbers below 4 GB.
 */
export function dataHash(exclusions: readonly Exclusion[], digest: Uint8Array): Assertion {
  const numbers = exclusions.flatMap(({ start, length }) => [start, length]);
  const spare = numbers.reduce((sum, number) => sum + widest - encodeCbor(number).length, 0);
  return assertion(
    'c2pa.hash.data',
    mapOf({
      exclusions: exclusions.map(({ start, length }) => mapOf({ start, length })),
      name: 'jumbf manifest',
      alg: 'sha256',
      hash: digest,
      pad: Buffer.alloc(leastPadding + spare),
    }),
  );
}

/** The previous manifest of the document, which becomes the parent of the new one. */
export interface Parent {
  /** `urn:c2pa:...` */
  readonly label: string;
  /** Hashed URIs of its manifest, and of its signature. */
  readonly manifest: CborMap;
  readonly signature: CborMap;
  /** Its `validationResults`. */
  readonly results: CborMap;
}

/** Ingredient assertions (C2PA 2.4, 18.16), the parent first. */
export function ingredientAssertions(parent: Parent | null, ingredients: readonly Ingredient[]): Assertion[] {
  const values = [
    ...(parent === null
      ? []
      : [
          mapOf({
            'dc:format': 'application/pdf',
            relationship: 'parentOf',
            validationResults: parent.results,
            activeManifest: parent.manifest,
            claimSignature: parent.signature,
          }),
        ]),
    ...ingredients.map(({ name, sha256, format, relationship }) =>
      mapOf({
        'dc:title': name,
        'dc:format': format,
        relationship,
        instanceID: sha256 === undefined ? undefined : digestUri(sha256),
      }),
    ),
  ];
  return values.map((value, index) => assertion(`c2pa.ingredient.v3${index === 0 ? '' : `__${index}`}`, value));
}

/** A digest as a URI (RFC 6920). */
function digestUri(sha256: string): string {
  return `ni:///sha-256;${Buffer.from(sha256, 'hex').toString('base64url')}`;
}

/** The review that the caller states. C2PA has no assertion for it, so it has our own label. */
export function reviewAssertion({ reviewer, statement }: NonNullable<Provenance['humanReview']>): Assertion {
  return assertion('dev.colophon.human-review', mapOf({ reviewer, statement }));
}

/** Actions on the document that the caller states, and the label that this service adds. */
export interface Actions {
  readonly provenance: Provenance;
  readonly ingredients: readonly Assertion[];
  readonly hasParent: boolean;
  /** The text of a visible label, or null. */
  readonly label: string | null;
}

/**
 * The actions (C2PA 2.4, 18.15): `c2pa.created` with the ingredients of its making, or `c2pa.opened`, which may name
 * only the parent, for a document with a manifest; then placed ingredients and the label.
 */
export function actionsAssertion({ provenance, ingredients, hasParent, label }: Actions): Assertion {
  const { sourceType, generator, created, ingredients: given } = provenance;
  const own = hasParent ? ingredients.slice(1) : ingredients;
  const of = (relationship: Ingredient['relationship']) =>
    own.filter((_, index) => given[index]?.relationship === relationship);
  const first = mapOf({
    action: hasParent ? 'c2pa.opened' : 'c2pa.created',
    when: created === undefined ? undefined : dateTime(created),
    softwareAgent: generator === undefined ? undefined : agent(generator),
    digitalSourceType: sourceType.uri,
    parameters: parameters(hasParent ? ingredients.slice(0, 1) : of('inputTo')),
  });
  const placed = parameters(of('componentOf'));
  return assertion(
    'c2pa.actions.v2',
    mapOf({
      actions: [
        first,
        ...(placed === undefined ? [] : [mapOf({ action: 'c2pa.placed', parameters: placed })]),
        ...(label === null
          ? []
          : [mapOf({ action: 'c2pa.addedText', description: label, softwareAgent: agent(service) })]),
      ],
    }),
  );
}

/** The generator of the claim. */
export const service: Generator = { name: 'Colophon' };

function agent({ name, version, vendor }: Generator): CborMap {
  return mapOf({ name, version, vendor });
}

function parameters(ingredients: readonly Assertion[]): CborMap | undefined {
  return ingredients.length === 0 ? undefined : mapOf({ ingredients: ingredients.map(({ reference }) => reference) });
}
