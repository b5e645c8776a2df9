import type { Cbor, CborMap } from './cbor.ts';
import { readBoxes, readSuperBox, JumbfError, type SuperBox } from './jumbf.ts';
import { CborError, decodeCbor } from './read-cbor.ts';

/** A manifest that was read. */
export interface Manifest {
  readonly label: string;
  readonly box: SuperBox;
  readonly claim: CborMap;
  /** The signed bytes of the claim. */
  readonly payload: Buffer;
  readonly claimBox: SuperBox;
  /** COSE_Sign1. */
  readonly signature: Buffer;
  readonly signatureBox: SuperBox;
  readonly assertions: readonly SuperBox[];
}

/** Limits, because each may have to be validated: manifests, assertions of one and of all, ingredients of all. */
const maxCount = { manifests: 100, assertions: 300, inAll: 5000, ingredients: 100 };

/** The manifests of a store, the active one last (C2PA 2.4, 15.5); null for an unreadable store. */
export function readStore(bytes: Buffer): Manifest[] | null {
  try {
    const [store, more] = readBoxes(bytes);
    if (store === undefined || more !== undefined) return null;
    const { kind, boxes } = readSuperBox(store);
    if (kind !== 'c2pa' || boxes.length === 0 || boxes.length > maxCount.manifests) return null;
    const manifests: Manifest[] = [];
    let left = maxCount.inAll;
    for (const one of boxes) {
      const manifest = readManifest(readSuperBox(one));
      left -= manifest.assertions.length;
      if (left < 0) return null;
      manifests.push(manifest);
    }
    const ingredients = manifests.flatMap(({ assertions }) =>
      assertions.filter(({ label }) => label.startsWith('c2pa.ingredient')),
    );
    return ingredients.length > maxCount.ingredients ? null : manifests;
  } catch (error) {
    if (error instanceof JumbfError || error instanceof CborError || error instanceof TypeError) return null;
    throw error;
  }
}

function readManifest(own: SuperBox): Manifest {
  const parts = own.boxes.map(readSuperBox);
  const part = (label: RegExp) => {
    const found = parts.filter((one) => label.test(one.label));
    const [only] = found;
    if (only === undefined || found.length > 1)
      throw new JumbfError('a manifest has no claim, no signature or no assertions, or several');
    return only;
  };
  const claimBox = part(/^c2pa\.claim(?:\.v2)?$/);
  const signatureBox = part(/^c2pa\.signature$/);
  const payload = contentOf(claimBox);
  const claim = decodeCbor(payload);
  if (!(claim instanceof Map)) throw new CborError('a claim is no map');
  const { boxes } = part(/^c2pa\.assertions$/);
  if (boxes.length > maxCount.assertions) throw new JumbfError('a manifest has too many assertions');
  return {
    label: own.label,
    box: own,
    claim: claim as CborMap,
    payload,
    claimBox,
    signature: contentOf(signatureBox),
    signatureBox,
    assertions: boxes.map(readSuperBox),
  };
}

/**
 * The CBOR content of a superbox.
 * @throws JumbfError
 */
export function contentOf({ boxes }: SuperBox): Buffer {
  const [only] = boxes;
  if (boxes.length !== 1 || only?.type !== 'cbor') throw new JumbfError('a box has no CBOR, or more than that');
  return only.content;
}

/** An entry of a map; undefined for other values and absent entries. */
export function entryOf(value: Cbor | undefined, key: string): Cbor | undefined {
  return value instanceof Map ? (value as CborMap).get(key) : undefined;
}

/** The items of an array; empty for other values. */
export function itemsOf(value: Cbor | undefined): readonly Cbor[] {
  return Array.isArray(value) ? (value as readonly Cbor[]) : [];
}

/** A text string; null for other values. */
export function textOf(value: Cbor | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
