import { authorWords } from '../../pdf/conformance/author-words.ts';
import { findingsOf, type Finding } from '../../pdf/printed/conform/findings.ts';
import type { Claim } from '../../pdf/xmp/claim.ts';
import { AppError, type Mistake } from '../../problems.ts';

/** The requested standards, and the origins of content for messages. Plain data. */
export interface RequestedConformance {
  /** Names as in requests. */
  readonly standards: readonly string[];
  /** JSON Pointers to the missing alternative texts of pictures. */
  readonly pictures: readonly string[];
  /**
   * For every page of the document, the JSON Pointer to the operation that took the page from another document; empty
   * where no operation did.
   */
  readonly sources: readonly (string | null)[];
  /**
   * JSON Pointers to the operations that made headings, by the heading texts in the outline; empty where the outline
   * may lack a heading.
   */
  readonly headings: ReadonlyMap<string, string>;
}

/** Maximum number of findings in `detail`; `findings` has more. */
const maxReported = 5;

/**
 * Checks that a finished file conforms to the standards that it claims. Throws AppError `conformance-not-reached` with
 * the findings.
 */
export function checkClaim(pdf: Uint8Array, claim: Claim, requested: RequestedConformance): void {
  const { findings, count } = judged(pdf, claim, requested);
  const silent = silentPictures(requested);
  if (count + silent.length > 0) throw notReached([...silent, ...findings], count + silent.length, requested);
}

/**
 * Pictures without alternative text that are not marked as decoration. Chromium would print them as decoration, but
 * PDF/UA requires a decision of the author (ISO 14289-1, 7.3).
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

/** The problem with these findings; `count` is the number of all places. */
export function notReached(findings: readonly Finding[], count: number, requested: RequestedConformance): AppError {
  const sentences = [
    ...new Set(findings.map((finding) => `${placed(finding)}${finding.message} ${finding.fix}`.trimEnd())),
  ];
  const more =
    count > findings.length || sentences.length > maxReported
      ? ` There is more, ${count} places in all: \`findings\` lists them.`
      : '';
  return new AppError(
    'conformance-not-reached',
    `The document does not reach ${requested.standards.join(' and ')}. ` +
      `${sentences.slice(0, maxReported).join(' ')}${more}`,
    {
      errors: mistakesOf(findings, requested),
      extra: { findings },
    },
  );
}

/** Stands in for a check that reached a limit: the result is unknown. */
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

/** Fields of the request that can correct findings, where they are known. */
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
    ? [{ pointer: '/output/conformance', message: 'the content does not allow it; `findings` lists the places' }]
    : [...known.values()];
}
