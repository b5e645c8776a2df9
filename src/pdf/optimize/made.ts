import type { Subset } from './fonts/subset-fonts.ts';
import type { Shrunk } from './images/shrink-pictures.ts';
import type { Rewritten } from './content/rewrite-contents.ts';
import type { LeftAlone } from './streams/unchanged-streams.ts';
import type { Report } from '../facts/report.ts';

/** A smaller document that is not verified yet. */
export interface Made {
  readonly bytes: Uint8Array;
  /** The same data in still fewer bytes, which takes longer. */
  readonly squeezed: () => Uint8Array;
  readonly fonts: readonly Subset[];
  readonly pictures: readonly Shrunk[];
  readonly contents: readonly Rewritten[];
  readonly done: Done;
  readonly left: readonly LeftAlone[];
  readonly report: Report;
  /** The document had a C2PA manifest store for other bytes, which was removed. */
  readonly manifestDropped: boolean;
}

/** Counts of changes. */
export interface Done {
  readonly streamsRecompressed: number;
  readonly objectsRemoved: number;
  readonly objectsMerged: number;
  readonly resourcesRemoved: number;
  readonly fontsSubset: number;
  readonly imagesResampled: number;
  readonly imagesRecompressed: number;
}
