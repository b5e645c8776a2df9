/** Where the code list of IPTC NewsCodes is. */
const home = 'http://cv.iptc.org/newscodes/digitalsourcetype/';

/** The Digital Source Types of IPTC NewsCodes (release of 2024 Q3 and later) by their terms, as IPTC names them. */
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

/** Terms that IPTC took back, and what it names in their place. */
const retired = {
  digitalArt: { name: 'Digital art', instead: 'digitalCreation' },
  minorHumanEdits: { name: 'Original media with minor human edits', instead: 'humanEdits' },
  softwareImage: { name: 'Created by software', instead: 'digitalCreation' },
} as const;

export const sourceTypes: readonly string[] = [...Object.keys(inUse), ...Object.keys(retired)];

export interface DigitalSourceType {
  readonly uri: string;
  /** In English. */
  readonly name: string;
  /** The term that IPTC wants instead, of one that it took back. */
  readonly instead: string | null;
}

/** The source type that a URI of IPTC or its last term names; null for another. */
export function sourceTypeOf(text: string): DigitalSourceType | null {
  const term = text.replace(/^https?:\/\/cv\.iptc\.org\/newscodes\/digitalsourcetype\//, '');
  const uri = `${home}${term}`;
  if (Object.hasOwn(inUse, term)) return { uri, name: inUse[term as keyof typeof inUse], instead: null };
  return Object.hasOwn(retired, term) ? { uri, ...retired[term as keyof typeof retired] } : null;
}
