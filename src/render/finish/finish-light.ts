import { repack, type RepackOptions } from '../../pdf/printed/compress-objects.ts';
import { printedPages } from '../../pdf/printed/printed.ts';
import type { Claim } from '../../pdf/xmp/claim.ts';
import type { DocumentInfo } from '../../pdf/xmp/info.ts';
import type { Warning } from '../model/types/warning.ts';
import type { FinishJob } from './finish-job.ts';

/** The finished file, the number of its pages, and the warnings of the finish. */
export interface Finished {
  readonly pdf: Uint8Array;
  readonly pages: number;
  readonly warnings: readonly Warning[];
}

/**
 * True where finishing takes about a millisecond, less than sending the work to a thread: few pages that are packed as
 * printed.
 */
export function isLightFinish(job: FinishJob): boolean {
  const [first, ...others] = job.parts;
  return (
    others.length === 0 &&
    job.marks.length === 0 &&
    job.paper === null &&
    first?.printed === true &&
    !first.piece &&
    isUntouched(job) &&
    job.encryption === null &&
    job.conformance === null &&
    first.pdf instanceof Uint8Array &&
    first.pdf.byteLength < lightBytes
  );
}

/** Maximum number of bytes of a print that is processed inline. */
export const lightBytes = 128 * 1024;

/** Finishes a job for which `isLightFinish` is true. It needs few modules, so that the main thread loads no others. */
export function finishLight(job: FinishJob): Finished {
  const pdf = bytesOf(job);
  const packed = repack(pdf, { ...repackOptions(job, titled(job, null), null), untouched: true, printed: true });
  return { pdf: packed, pages: printedPages(pdf), warnings: [] };
}

function bytesOf({ parts: [first] }: FinishJob): Uint8Array {
  if (!(first?.pdf instanceof Uint8Array)) throw new Error('a light finish has one print in memory');
  return first.pdf;
}

/** The options of a job for `repack`, without those that depend on its pages. */
export function repackOptions(
  { compress, deterministic, lang, headings }: FinishJob,
  info: DocumentInfo,
  claim: Claim | null,
): Omit<RepackOptions, 'untouched' | 'printed'> {
  return { compress, deterministic, info, lang, headings, claim };
}

/** True where nothing is added to the joined pages. */
export function isUntouched({ order, labels, fields, ...changes }: FinishJob): boolean {
  const { stamps, unbookmarked, bookmarks, attachments } = changes;
  return (
    order === null &&
    labels === null &&
    [stamps, unbookmarked, bookmarks, attachments, fields.widgets].every(({ length }) => length === 0)
  );
}

/** Adds the title that accessible documents need (ISO 14289-1, 7.1): the first heading where no title is given. */
export function titled({ info, firstHeading }: FinishJob, claim: Claim | null): DocumentInfo {
  return claim?.accessible === true && (info.title ?? '').trim() === '' ? { ...info, title: firstHeading } : info;
}
