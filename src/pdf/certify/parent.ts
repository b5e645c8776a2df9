import type { Parent } from './manifest/assertions.ts';
import { hashedUri } from './manifest/assertions.ts';
import { mapOf, type CborMap } from './manifest/cbor.ts';
import { entryOf, itemsOf, textOf, type Manifest } from './manifest/read-store.ts';
import { ingredientIn, verifyManifest, type Status } from './manifest/verify-manifest.ts';

/**
 * The manifest of a document as the parent of a new one, with its validation results (C2PA 2.4, 18.16.12). No list of
 * roots is consulted, so that its credential counts as untrusted.
 */
export function parentOf(store: readonly Manifest[], file: Uint8Array): Parent | null {
  const active = store.at(-1);
  if (active === undefined) return null;
  const home = homeOf(active.label);
  return {
    label: active.label,
    manifest: hashedUri(home, active.box.bytes),
    signature: hashedUri(`${home}/c2pa.signature`, active.signatureBox.bytes),
    results: mapOf({ activeManifest: codesOf(statusesOf(active, store, file)), ingredientDeltas: deltasOf(store) }),
  };
}

const homeOf = (label: string) => `self#jumbf=/c2pa/${label}`;

function statusesOf(manifest: Manifest, store: readonly Manifest[], file: Uint8Array | null): Status[] {
  return [
    ...verifyManifest(manifest, store, file).statuses,
    { code: 'signingCredential.untrusted', url: `${homeOf(manifest.label)}/c2pa.signature`, kind: 'failure' },
  ];
}

/**
 * Validation results of the ingredients of these manifests that differ from the recorded ones (C2PA 2.4, 18.16.12.4.3).
 */
function deltasOf(store: readonly Manifest[]): CborMap[] | undefined {
  const verdicts = new Map<Manifest, Status[]>();
  const deltas = store.flatMap(({ label, assertions }) =>
    assertions.flatMap((assertion): CborMap[] => {
      const ingredient = ingredientIn(assertion);
      const named = store.find((one) => homeOf(one.label) === ingredient?.manifest);
      if (ingredient === null || named === undefined) return [];
      const known = new Set(
        (['success', 'informational', 'failure'] as const).flatMap((kind) =>
          itemsOf(entryOf(ingredient.results, kind)).map(
            (one) => `${kind} ${textOf(entryOf(one, 'code'))} ${textOf(entryOf(one, 'url'))}`,
          ),
        ),
      );
      const verdict = verdicts.get(named) ?? statusesOf(named, store, null);
      verdicts.set(named, verdict);
      const news = verdict.filter(({ kind, code, url }) => !known.has(`${kind} ${code} ${url}`));
      return [
        mapOf({
          ingredientAssertionURI: `${homeOf(label)}/c2pa.assertions/${assertion.label}`,
          validationDeltas: codesOf(news),
        }),
      ];
    }),
  );
  return deltas.length === 0 ? undefined : deltas;
}

function codesOf(statuses: readonly Status[]): CborMap {
  const of = (wanted: Status['kind']) =>
    statuses.filter(({ kind }) => kind === wanted).map(({ code, url }) => mapOf({ code, url }));
  return mapOf({ success: of('success'), informational: of('informational'), failure: of('failure') });
}
