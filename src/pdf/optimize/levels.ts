/** Levels of optimization. */
export const levelNames = ['lossless', 'web', 'print', 'archive'] as const;

/** A level of optimization. */
export type LevelName = (typeof levelNames)[number];

/** The changes that a level allows, and the similarity that it requires. */
export interface Level {
  /** Pictures keep their samples, which are only recompressed. */
  readonly lossless: boolean;
  /** Greatest resolution of pictures at their largest use, in pixels per inch. */
  readonly maxImagePpi: number;
  /** JPEG quality, 1 to 100. */
  readonly imageQuality: number;
  /** Fonts lose their hinting instructions. */
  readonly dropHints: boolean;
  /** Fonts are subset, unless the request states otherwise. */
  readonly subsetFonts: boolean;
  /** Deviation of drawings in points; 0 for none. Glyphs may deviate by 6/10,000 of their size, if that is more. */
  readonly slack: number;
  /** Glyphs of a line are joined to one string, with a deviation of 5/1,000,000 of their size, or as `slack` allows. */
  readonly joined: boolean;
  /** Least structural similarity of every page, 0 to 1; 1 requires equal pixels. */
  readonly similarity: number;
}

/** Measured by `bench/optimize.ts`: see docs/optimizing.md. */
export const levels: Readonly<Record<LevelName, Level>> = {
  lossless: {
    lossless: true,
    joined: false,
    maxImagePpi: Infinity,
    imageQuality: 100,
    dropHints: false,
    subsetFonts: true,
    slack: 0,
    similarity: 1,
  },
  archive: {
    lossless: false,
    joined: true,
    maxImagePpi: 400,
    imageQuality: 92,
    dropHints: false,
    subsetFonts: false,
    slack: 0,
    similarity: 0.995,
  },
  print: {
    lossless: false,
    joined: true,
    maxImagePpi: 300,
    imageQuality: 85,
    dropHints: false,
    subsetFonts: true,
    slack: 0.002,
    similarity: 0.99,
  },
  web: {
    lossless: false,
    joined: true,
    maxImagePpi: 150,
    imageQuality: 75,
    dropHints: true,
    subsetFonts: true,
    slack: 0.005,
    similarity: 0.987,
  },
};
