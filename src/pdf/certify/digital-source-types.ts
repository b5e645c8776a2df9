/** Address of the code list of IPTC NewsCodes. */
const home = 'http://cv.iptc.org/newscodes/digitalsourcetype/';

/**
 * The Digital Source Types of IPTC NewsCodes (release of 2024 Q3 and later) by their terms, with the names that IPTC
 * gives them.
 */
const inUse = {
  trainedAlgorithmicMedia: 'Created using Generative AI',
  compositeWithTrainedAlgorithmicMedia: 'Edited using Generative AI',
  compositeSynthetic: 'Composite including generative AI elements',
  algorithmicMedia: 'Pure algorithmic media',
  algorithmicallyEnhanced: 'Algorithmically-altered media',
  dataDrivenMedia: 'Data-driven media',
  virtualRecording: 'Virtual event recording',
  digitalCreation: 'Digital creation',
  humanEdits: 'Human-edited media',
  composite: 'Composite of elements',
  compositeCapture: 'Composite of captured elements',
  digitalCapture: 'Digital capture sampled from real life',
  computationalCapture: 'Multi-frame computational capture sampled from real life',
  screenCapture: 'Screen capture',
  negativeFilm: 'Digitised from a transparent negative',
  positiveFilm: 'Digitised from a transparent positive',
  print: 'Digitised from a non-transparent medium',
} as const;

/** Retired terms, and their replacements. */
const retired = {
  digitalArt: { name: 'Digital art', instead: 'digitalCreation' },
  minorHumanEdits: { name: 'Original media with minor human edits', instead: 'humanEdits' },
  softwareImage: { name: 'Created by software', instead: 'digitalCreation' },
} as const;

/** All terms, retired ones included. */
export const sourceTypes: readonly string[] = [...Object.keys(inUse), ...Object.keys(retired)];

/** A term of the code list of IPTC. */
export interface DigitalSourceType {
  readonly uri: string;
  /** In English. */
  readonly name: string;
  /** For a retired term the replacement that IPTC names. */
  readonly instead: string | null;
}

/** The source type of an IPTC URI, or of its last term alone; null for any other text. */
export function sourceTypeOf(text: string): DigitalSourceType | null {
  const term = text.replace(/^https?:\/\/cv\.iptc\.org\/newscodes\/digitalsourcetype\//, '');
  const uri = `${home}${term}`;
  if (Object.hasOwn(inUse, term)) return { uri, name: inUse[term as keyof typeof inUse], instead: null };
  return Object.hasOwn(retired, term) ? { uri, ...retired[term as keyof typeof retired] } : null;
}
