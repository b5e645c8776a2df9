import { createHash } from 'node:crypto';
import { textOf } from '../support/pdf.ts';
import type { Json } from '../support/service.ts';
import type { Made, Outcome, Problem } from './call.ts';

/** A problem document as an outcome. The instance is that of one answer. */
export function problemOutcome(document: Json): Outcome {
  const { type, title, status, detail, errors = [], ...others } = document;
  const { instance, ...extra } = others;
  if (typeof instance !== 'string') throw new Error('A problem has an instance.');
  return { problem: { type, title, status, detail, errors, extra } };
}

/**
 * The JSON answer of a tool as an outcome: documents, or images, beside a report, or the report alone. `contentOf` reads
 * a document that the way does not send as `data`.
 */
export function jsonOutcome(body: Json, contentOf: (entry: Json, index: number) => Promise<Uint8Array>): Outcome {
  const { reports, ...own } = body;
  const entries: Json[] = own.documents ?? own.images ?? (own.document === undefined ? [] : [own.document]);
  if (!('report' in own) || entries.length === 0) return { documents: [], report: own, ...(reports && { reports }) };
  const documents = entries.map((entry, index) => madeOf(entry, () => contentOf(entry, index)));
  return { documents, report: own.report, ...(reports && { reports }) };
}

function madeOf({ sha256, bytes, pages, page }: Json, content: () => Promise<Uint8Array>): Made {
  return { sha256, bytes, content, ...(page === undefined && { pages }) };
}

/** The bytes in `data`, in base64. */
export function dataOf({ data }: Json): Promise<Uint8Array> {
  return Promise.resolve(Buffer.from(data, 'base64'));
}

export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * What has to be the same on all ways. Bytes that vary from run to run count by their pages and their text, and their
 * reports without what is made of the bytes.
 */
export async function comparable(outcome: Outcome, varies: boolean): Promise<unknown> {
  if ('problem' in outcome) return outcome;
  const documents = await Promise.all(
    outcome.documents.map(async ({ pages, bytes, sha256, content }) =>
      varies
        ? { pages, text: await textOf(await content()) }
        : { pages, bytes, sha256: await checked(sha256, content) },
    ),
  );
  return { documents, report: varies ? withoutVarying(outcome.report) : outcome.report };
}

/** The digest of an answer, which has to be that of its bytes. */
async function checked(sha256: string | undefined, content: Made['content']): Promise<string> {
  const actual = digestOf(await content());
  if (sha256 !== undefined && sha256 !== actual) throw new Error(`The bytes have the digest ${actual}, not ${sha256}.`);
  return actual;
}

/** Fields of reports that are made of the time or of a signature. */
const varying =
  /^(signingTime|signedAt|time|digest|sha256|manifest|manifestId|instanceId|bytes|byteRange|hash|claims?)$/;

function withoutVarying(report: Json): Json {
  return JSON.parse(JSON.stringify(report, (name, value: unknown) => (varying.test(name) ? undefined : value)));
}

/** A problem as the tool's own route has it: without the place that a way gives the body of the tool. */
export function withoutPlace(problem: Problem, place: string): Problem {
  const { detail, errors } = problem;
  const own = (pointer: string): string => {
    if (!pointer.startsWith(place)) throw new Error(`${pointer} is not below ${place}.`);
    return pointer.slice(place.length);
  };
  return {
    ...problem,
    detail: place === '' ? detail : detail.replaceAll(` (at \`${place}\`)`, '').replaceAll(`\`${place}/`, '`/'),
    errors: errors.map(({ pointer, message }) => ({ pointer: own(pointer), message })),
  };
}
