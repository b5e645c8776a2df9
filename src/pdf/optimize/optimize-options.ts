import type { LevelName } from './levels.ts';

export interface OptimizeOptions {
  readonly bytes: Uint8Array;
  readonly password?: string | undefined;
  readonly level: LevelName;
  /** In place of what the level says. */
  readonly maxImagePpi?: number | undefined;
  readonly imageQuality?: number | undefined;
  readonly subsetFonts?: boolean | undefined;
  /** Takes the colours out of all that pages show. */
  readonly grayscale: boolean;
  readonly linearize: boolean;
  readonly removeMetadata: boolean;
  readonly removeThumbnails: boolean;
  readonly breakSignatures: boolean;
  readonly decrypt: boolean;
}
