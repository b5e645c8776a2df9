import { basename } from 'node:path';
import { failuresOf, modelOf } from '../../../src/pdf/conformance/check.ts';
import { standards, type Standard } from '../../../src/pdf/xmp/standards.ts';
import { corpusFiles, readCorpus } from '../../support/corpora.ts';

/** A document that other people made, with the verdict that it is to get: both are in its name. */
export interface Labelled {
  readonly path: string;
  readonly name: string;
  readonly standard: Standard;
  /** "6.2.4.3"; null for those that are named after something else. */
  readonly clause: string | null;
  readonly pass: boolean;
}

/** Which standard a file is about, by its folder or its name. */
const about: readonly (readonly [RegExp, (found: RegExpExecArray) => string])[] = [
  [/PDF_A-(\d)([abuef]?)\//, ([, part = '', level = '']) => `PDF/A-${part}${level}`],
  [/PDF_UA-(\d)\//, ([, part = '']) => `PDF/UA-${part}`],
  [/pdfa(\d)-/, ([, part = '']) => `PDF/A-${part}b`],
  [/ISO 32000-1\/.*6-8-2-2/, () => 'PDF/A-1a'],
  [/ISO 32000-1\//, () => 'PDF/A-1b'],
  [/ISO 32000-2\//, () => 'PDF/A-4'],
];

function labelOf(path: string): Labelled[] {
  const name = basename(path, '.pdf');
  const verdict = /-(pass|fail)(?:-|$)/.exec(name)?.[1];
  for (const [pattern, nameOf] of about) {
    const found = pattern.exec(path);
    const standard = found === null ? undefined : standards.get(nameOf(found));
    if (verdict === undefined || standard === undefined) continue;
    return [
      {
        path,
        name,
        standard,
        clause: /(?:suite |pdfa\d-|^)(\d[\d.-]*?)(?:-bfo)?-t\d+/.exec(name)?.[1]?.replaceAll('-', '.') ?? null,
        pass: verdict === 'pass',
      },
    ];
  }
  return [];
}

export function labelled(folder: string): Labelled[] {
  return corpusFiles(`${folder}/**/*.pdf`).flatMap(labelOf);
}

/** Clauses that a document does not keep. */
export function clausesOf({ path, standard }: Pick<Labelled, 'path' | 'standard'>): string[] {
  return failuresOf(modelOf(readCorpus(path)), standard).map(({ clause }) => clause);
}
