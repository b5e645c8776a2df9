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
  /** Structural similarity that every page has to keep, 0 to 1; 1 is every pixel. */
  readonly similarity: number;
}

/** Measured on `bench/optimize.ts`: see docs/optimizing.md. */
export const levels: Readonly<Record<LevelName, Level>> = {
  lossless: { lossless: true, maxImagePpi: Infinity, imageQuality: 100, dropHints: false, subsetFonts: true, similarity: 1 },
  archive: { lossless: false, maxImagePpi: 400, imageQuality: 92, dropHints: false, subsetFonts: false, similarity: 0.995 },
  print: { lossless: false, maxImagePpi: 300, imageQuality: 85, dropHints: false, subsetFonts: true, similarity: 0.99 },
  web: { lossless: false, maxImagePpi: 150, imageQuality: 75, dropHints: true, subsetFonts: true, similarity: 0.987 },
};
