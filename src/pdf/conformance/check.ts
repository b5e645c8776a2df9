import { AppError } from '../../problems.ts';
import { openPdf } from '../file/open.ts';
import { Model } from './model/model.ts';
import { clausesIn, type Breach } from './rule.ts';
import { rules } from './rules/rules.ts';
import { standards, type Part, type Standard } from '../xmp/standards.ts';
import { propertyOf, simpleText } from '../xmp/reading/packet.ts';
import { namespaces } from '../xmp/namespaces.ts';

/** A requirement that a document does not meet. */
export interface Failure {
  /** Identifier of the rule. */
  readonly rule: string;
  /** "6.2.4.3" */
  readonly clause: string;
  readonly test: number;
  readonly requirement: string;
  /** The fault, as a sentence. */
  readonly message: string;
  readonly fix: string;
  readonly breaches: readonly Breach[];
  /** Number of all places; `breaches` are the first of them. */
  readonly count: number;
}

/** Places that are reported of one failure. */
const maxBreaches = 100;

/** The failures of a document for one standard; empty for a document that conforms. */
export function failuresOf(model: Model, standard: Standard): Failure[] {
  const failures: Failure[] = [];
  for (const rule of rules) {
    const clauses = clausesIn(rule, standard);
    if (clauses.length === 0) continue;
    const breaches: Breach[] = [];
    let count = 0;
    for (const breach of rule.breaches(model, standard)) {
      count += 1;
      if (breaches.length < maxBreaches) breaches.push(breach);
    }
    if (count === 0) continue;
    for (const named of clauses) {
      const dash = named.lastIndexOf('-');
      failures.push({
        rule: rule.id,
        clause: named.slice(0, dash),
        test: Number(named.slice(dash + 1)),
        requirement: rule.requirement,
        message: rule.fault,
        fix: rule.fix,
        breaches,
        count,
      });
    }
  }
  return failures;
}

/** Depth of documents within documents that are checked. */
const maxEmbeddingDepth = 3;

/**
 * Opens a document to be checked.
 * @throws AppError those of `openPdf`
 */
export function modelOf(bytes: Uint8Array, password?: string, depth = 0): Model {
  return new Model(
    openPdf(bytes, password === undefined ? {} : { password }),
    (embedded, part) => depth < maxEmbeddingDepth && conforms(embedded, part, depth + 1),
  );
}

/** Parts of PDF/A that documents of each part may embed (ISO 19005-2, 6.8; ISO 19005-4, 6.9). */
const embeddable: Readonly<Partial<Record<Part, readonly Part[]>>> = { 2: ['1', '2'], 4: ['1', '2', '4'] };

function conforms(bytes: Uint8Array, part: Part, depth: number): boolean {
  try {
    const model = modelOf(bytes, undefined, depth);
    return claimedStandards(model).some(
      (standard) => embeddable[part]?.includes(standard.part) && failuresOf(model, standard).length === 0,
    );
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** Standards that the metadata of a document claim. */
export function claimedStandards(model: Model): Standard[] {
  return claimedNames(model).flatMap((name) => standards.get(name) ?? []);
}

/** Characters of a part or level in a claim that are repeated in a response. */
const maxClaimCharacters = 20;

/** Names of the standards that the metadata of a document claim, including nonexistent ones, as `PDF/A-9z`. */
export function claimedNames(model: Model): string[] {
  const packet = model.metadata.find(({ main }) => main)?.packet;
  if (packet === undefined) return [];
  const value = (namespace: string, name: string) =>
    (simpleText(propertyOf(packet, namespace, name)?.value)?.trim() ?? '').slice(0, maxClaimCharacters).toWellFormed();
  const archive = `${value(namespaces.pdfaid, 'part')}${value(namespaces.pdfaid, 'conformance').toLowerCase()}`;
  const accessible = value(namespaces.pdfuaid, 'part');
  return [...(archive === '' ? [] : [`PDF/A-${archive}`]), ...(accessible === '' ? [] : [`PDF/UA-${accessible}`])];
}
