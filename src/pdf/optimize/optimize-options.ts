import type { LevelName } from './levels.ts';

/** A document to make smaller, and how. */
export interface OptimizeOptions {
  readonly bytes: Uint8Array;
  readonly password?: string | undefined;
  readonly level: LevelName;
  /** These override the level. */
  readonly maxImagePpi?: number | undefined;
  readonly imageQuality?: number | undefined;
  readonly subsetFonts?: boolean | undefined;
  /** Converts everything on pages to greyscale. */
  readonly grayscale: boolean;
  readonly linearize: boolean;
  readonly removeMetadata: boolean;
  readonly removeThumbnails: boolean;
  readonly breakSignatures: boolean;
  readonly decrypt: boolean;
}
