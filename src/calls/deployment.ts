import type { Tier } from '../context.ts';
import type { Edition, Tool } from '../editions/edition.ts';
import type { Operation } from '../render/model/operation.ts';

/** A template as it is listed. */
export interface OfferedTemplate {
  readonly name: string;
  readonly description: string;
  /** Reads the JSON Schema of its data, and a request that uses it; `null` where the template has none. */
  readonly data?: () => Promise<{ readonly schema: unknown; readonly sample: unknown }>;
}

/** The offer of a deployment: capabilities list it, and the routes follow from it. */
export interface Deployment {
  readonly version: string;
  /** `Chromium/156.0.8078.79` */
  readonly chromium: string;
  readonly tiers: readonly Tier[];
  readonly editions: readonly Edition[];
  readonly tools: readonly Tool[];
  readonly operations: readonly Operation[];
  readonly templates: readonly OfferedTemplate[];
  /** The font families, read from their files at the first call. */
  readonly fonts: () => Promise<readonly { name: string }[]>;
}

/** A deployment before its browsers are known. */
export type Offer = Omit<Deployment, 'chromium'>;
