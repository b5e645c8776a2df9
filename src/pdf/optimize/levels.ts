export const levelNames = ['lossless', 'web', 'print', 'archive'] as const;

export type LevelName = (typeof levelNames)[number];

/** What a level may do to a document, and how near to it every page has to stay. */
export interface Level {
  /** Pictures are never changed: their samples are only stored in another way. */
  readonly lossless: boolean;
  /** Pixels an inch that pictures may have where they are shown largest. */
  readonly maxImagePpi: number;
  /** Of JPEG, 1 to 100. */
  readonly imageQuality: number;
  /** Fonts lose their instructions for coarse screens. */
  readonly dropHints: boolean;
  /** Fonts keep only what is shown, unless the request says otherwise. */
  readonly subsetFonts: boolean;
  /**
   * Points that a point of a drawing may be beside its place; 0: none. Glyphs may be 6/10,000 of their size beside
   * theirs where it is more.
   */
  readonly slack: number;
  /**
   * Glyphs of a line are written as one string: they stand within 5/1,000,000 of their size, or what `slack` allows, of
   * where each was put by itself.
   */
  readonly joined: boolean;
  /** Structural similarity that every page has to keep, 0 to 1; 1 is every pixel. */
  readonly similarity: number;
}

/** Measured on `bench/optimize.ts`: see docs/optimizing.md. */
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
