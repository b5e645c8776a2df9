import { authorWords } from '../../pdf/printed/conform/author-words.ts';
import { findingsOf, type Finding } from '../../pdf/printed/conform/findings.ts';
import type { Claim } from '../../pdf/xmp/claim.ts';
import { AppError, type Mistake } from '../../problems.ts';

/** What a document is to conform to, and what tells its author where it does not. Plain data. */
export interface RequestedConformance {
  /** As requests name them. */
  readonly standards: readonly string[];
  /** JSON Pointers to the texts that pictures were not given. */
  readonly pictures: readonly string[];
  /**
   * For every page of the document the JSON Pointer to the operation that took it from elsewhere; empty where none was.
   */
  readonly sources: readonly (string | null)[];
  /**
   * The operations that made headings, by the texts of these as the outline has them; empty where the outline may not
   * have every heading.
   */
  readonly headings: ReadonlyMap<string, string>;
}

/** Findings that `detail` has as sentences; `findings` has more of them. */
const maxReported = 5;

/**
 * Throws AppError `conformance-not-reached`, with what is in the way, unless the finished bytes are what they claim to
 * be.
 */
export function checkClaim(pdf: Uint8Array, claim: Claim, asked: RequestedConformance): void {
  const { findings, count } = judged(pdf, claim, asked);
  const silent = silentPictures(asked);
  if (count + silent.length > 0) throw notReached([...silent, ...findings], count + silent.length, asked);
}

/**
 * Pictures that nobody described and nobody called decoration: printed as that, they would pass for it. PDF/UA asks for
 * a decision (ISO 14289-1, 7.3).
 */
function silentPictures({ standards, pictures }: RequestedConformance): Finding[] {
  const { message = '', fix = '' } = authorWords['figure-text'] ?? {};
  return standards.includes('PDF/UA-1')
    ? pictures.map(() => ({
        rule: 'figure-text',
        clauses: ['PDF/UA-1 7.3'],
        page: null,
        box: null,
        heading: null,
        message,
        fix,
      }))
    : [];
}

/** The problem that tells findings, of so many places in all. */
export function notReached(findings: readonly Finding[], count: number, asked: RequestedConformance): AppError {
  const told = [...new Set(findings.map((finding) => `${placed(finding)}${finding.message} ${finding.fix}`.trimEnd()))];
  const more =
    count > findings.length || told.length > maxReported
      ? ` There is more, ${count} places in all: \`findings\` lists them.`
      : '';
  return new AppError(
    'conformance-not-reached',
    `The document does not reach ${asked.standards.join(' and ')}. ${told.slice(0, maxReported).join(' ')}${more}`,
    {
      errors: mistakesOf(findings, asked),
      extra: { findings },
    },
  );
}

/** A document that goes past a limit of the check can not be vouched for. */
function judged(pdf: Uint8Array, claim: Claim, { standards }: RequestedConformance): ReturnType<typeof findingsOf> {
  try {
    return findingsOf(pdf, claim);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(
      'conformance-not-reached',
      `Whether the document reaches ${standards.join(' and ')} can not be checked: ${error.message} Split the ` +
        `document, or leave out \`output.conformance\`.`,
      { cause: error },
    );
  }
}

function placed({ page, heading }: Finding): string {
  const under = heading === null ? '' : `under “${heading}”`;
  const where = [page === null ? '' : `page ${page}`, under].filter((part) => part !== '').join(', ');
  return where === '' ? '' : `${where.charAt(0).toUpperCase()}${where.slice(1)}: `;
}

/** The fields of the request that mend findings, as far as they are known. */
function mistakesOf(findings: readonly Finding[], { pictures, sources, headings }: RequestedConformance): Mistake[] {
  const mistakes = findings.flatMap((finding): Mistake[] => {
    const { rule, page, heading, message, fix } = finding;
    const text = `${message} ${fix}`.trimEnd();
    const source = page === null ? undefined : sources[page - 1];
    if (source != null) return [{ pointer: source, message: text }];
    if (rule === 'figure-text') return pictures.map((pointer) => ({ pointer, message: text }));
    const made = rule === 'heading-levels' && heading !== null ? headings.get(heading) : undefined;
    if (made !== undefined) return [{ pointer: made, message: text }];
    return rule === 'title' ? [{ pointer: '/document/title', message: text }] : [];
  });
  const known = new Map(mistakes.map((mistake) => [mistake.pointer + mistake.message, mistake]));
  return known.size === 0
    ? [{ pointer: '/output/conformance', message: 'the content does not allow it; `findings` says where' }]
    : [...known.values()];
}
