/** A part of ISO 19005, or of ISO 14289: rules are shared between the levels of a part. */
export type Part = '1' | '2' | '3' | '4' | 'ua1' | 'ua2';

/** One standard that a document can be checked against. */
export interface Standard {
  /** As requests and answers name it: `PDF/A-2b`, `PDF/UA-1`. */
  readonly name: string;
  readonly part: Part;
  /**
   * Conformance level in lower case; empty where the part has no levels, or for the part without an extension
   * (PDF/A-4).
   */
  readonly level: string;
}

const named = (name: string, part: Part, level = ''): readonly [string, Standard] => [name, { name, part, level }];

/** All standards that documents can be checked against, by name. */
export const standards: ReadonlyMap<string, Standard> = new Map([
  named('PDF/A-1a', '1', 'a'),
  named('PDF/A-1b', '1', 'b'),
  named('PDF/A-2a', '2', 'a'),
  named('PDF/A-2b', '2', 'b'),
  named('PDF/A-2u', '2', 'u'),
  named('PDF/A-3a', '3', 'a'),
  named('PDF/A-3b', '3', 'b'),
  named('PDF/A-3u', '3', 'u'),
  named('PDF/A-4', '4'),
  named('PDF/A-4e', '4', 'e'),
  named('PDF/A-4f', '4', 'f'),
  named('PDF/UA-1', 'ua1'),
  named('PDF/UA-2', 'ua2'),
]);

/** ISO 19005. */
export function isArchive({ part }: Standard): boolean {
  return !part.startsWith('ua');
}
