import { initSync, WasmReader } from '@contentauth/c2pa-wasm';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The verdict of the reader of the Content Authenticity Initiative on a document. */
export interface C2paVerdict {
  /** `Trusted`, `Valid` or `Invalid`; `Unreadable` where it finds no manifest that it can read. */
  readonly state: string;
  /** Codes of C2PA, of the active manifest. */
  readonly failures: readonly string[];
  readonly successes: readonly string[];
  /** Id of the active manifest. */
  readonly active: string;
  /** By id. */
  readonly manifests: Readonly<Record<string, any>>;
}

let ready = false;

/** `anchors`: roots that it trusts, as PEM; none, and every signer is untrusted. */
export async function c2paVerdict(pdf: Uint8Array, anchors?: string): Promise<C2paVerdict> {
  if (!ready)
    initSync({ module: readFileSync(fileURLToPath(import.meta.resolve('@contentauth/c2pa-wasm/c2pa.wasm'))) });
  ready = true;
  let reader: WasmReader;
  try {
    reader = await WasmReader.fromBytes(
      'application/pdf',
      pdf,
      anchors === undefined ? undefined : JSON.stringify({ trust: { user_anchors: anchors } }),
    );
  } catch (error) {
    return { state: 'Unreadable', failures: [String(error)], successes: [], active: '', manifests: {} };
  }
  const told = JSON.parse(reader.json());
  reader.free();
  const codes = (kind: string) =>
    (told.validation_results?.activeManifest?.[kind] ?? []).map(({ code }: { code: string }) => code);
  return {
    state: told.validation_state,
    failures: codes('failure'),
    successes: codes('success'),
    active: told.active_manifest,
    manifests: told.manifests,
  };
}
