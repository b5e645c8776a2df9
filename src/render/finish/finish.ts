import { attachmentObjects } from '../../pdf/edit/attachments/attachment-objects.ts';
import { claimOf, hasObjectStreams, type Claim } from '../../pdf/xmp/claim.ts';
import { requestedEncryption, type RequestedEncryption } from '../../pdf/crypt/new-encryption.ts';
import type { DocumentInfo } from '../../pdf/xmp/info.ts';
import { joinEdited, joinPacked } from '../../pdf/printed/join/join-printed.ts';
import { openPdf } from '../../pdf/file/open.ts';
import { printedPages } from '../../pdf/printed/printed.ts';
import { isName, Stream, type Obj } from '../../pdf/objects/objects.ts';
import { repackInParallel } from '../../pdf/printed/compress-objects.ts';
import { writePdf } from '../../pdf/file/writing/write.ts';
import { renamed } from '../model/attachments.ts';
import { drawStamps } from './draw-stamps.ts';
import { checkClaim } from './check-claim.ts';
import type { Warning } from '../model/types/warning.ts';
import { edit, editSegments, printedPart, segmentsOf } from './edit-pages.ts';
import type { FinishJob } from './finish-job.ts';
import { isUntouched, repackOptions, titled, type Finished } from './finish-light.ts';

/**
 * Joins, orders, stamps, describes, conforms, compresses and encrypts, each where requested. Without any of these
 * requests no object is parsed. Throws AppError `conformance-not-reached`.
 */
export async function finish(job: FinishJob): Promise<Finished> {
  const claim = claimOf(job.conformance?.standards ?? []);
  const info = titled(job, claim);
  if (isOnePrint(job, claim)) return finishParts(job, info, claim);
  const segments = segmentsOf(job);
  const [first] = segments;
  const whole = first !== undefined && segments.length === 1 && first.printed && isUntouched(job) ? first : null;
  const { pdf: pages, warnings } =
    whole === null ? await editSegments(job, segments) : { pdf: whole.pdf, warnings: [] };
  const packed = await repackInParallel(pages, {
    ...repackOptions(job, info, claim),
    untouched: whole?.mended === false,
    printed: segments.every(({ printed }) => printed),
  });
  const stamped = await drawStamps(packed, job, { info, claim });
  if (claim !== null && job.conformance !== null) checkClaim(stamped.pdf, claim, job.conformance);
  return {
    pdf: job.encryption === null ? stamped.pdf : encrypt(stamped.pdf, job.encryption, job.compress),
    pages: printedPages(pages),
    warnings: [...warnings, ...stamped.warnings],
  };
}

/** True for the parts of one print, which are joined without having all of them in memory. */
function isOnePrint({ parts, order, stamps, compress }: FinishJob, claim: Claim | null): boolean {
  const [first] = parts;
  return (
    first?.piece === true &&
    parts.every(({ segment }) => segment === first.segment) &&
    order === null &&
    stamps.length === 0 &&
    compress &&
    hasObjectStreams(claim)
  );
}

async function finishParts(job: FinishJob, info: DocumentInfo, claim: Claim | null): Promise<Finished> {
  const { parts, headings, attachments, deterministic, encryption, conformance } = job;
  const attached = attachments.length === 0 ? null : await attachmentObjects(attachments, info.date);
  const given = parts.map(printedPart);
  const options = { info, headings, deterministic, claim, attachments: attached };
  let warnings: readonly Warning[] = [];
  const edited = async (skeleton: Uint8Array, highest: number) => {
    const edits = await edit(skeleton, { ...job, attachments: [] }, { highest });
    warnings = edits.warnings;
    return edits.pdf;
  };
  const { pdf: joined, pages } = isUntouched({ ...job, attachments: [] })
    ? joinPacked(given, options)
    : await joinEdited(given, options, edited);
  const { pdf, warnings: ofStamps } = await drawStamps(joined, job, { info, claim });
  if (claim !== null && conformance !== null) checkClaim(pdf, claim, conformance);
  return {
    pdf: encryption === null ? pdf : encrypt(pdf, encryption, true),
    pages,
    warnings: [
      ...(attached?.renamed ?? []).map(({ name, given: own }) => renamed(name, own)),
      ...warnings,
      ...ofStamps,
    ],
  };
}

/** Encrypts a file. */
function encrypt(pdf: Uint8Array, requested: RequestedEncryption, compress: boolean): Uint8Array {
  const file = openPdf(pdf);
  const encryption = requestedEncryption(requested);
  const frame = (object: Obj, types: readonly string[]) =>
    object instanceof Stream && types.some((type) => isName(object.dict.get('Type') ?? null, type));
  const objects = (numbers: readonly number[], frames: readonly string[]) =>
    numbers.map((number): [number, Obj] => [number, file.get(number)]).filter(([, object]) => !frame(object, frames));
  const written = { trailer: file.trailer, version: '2.0', compress, encrypt: encryption };
  if (!compress) return writePdf({ ...written, objects: objects(file.numbers(), ['ObjStm', 'XRef']) });
  // Object streams are encrypted as a whole (ISO 32000-2, 7.5.7), so their objects need not be read.
  const places = file.numbers().map((number) => [number, file.where(number)] as const);
  const packed = places.flatMap(([number, at]) =>
    at?.kind === 'object-stream' ? [[number, at.container, at.index] as const] : [],
  );
  return writePdf({
    ...written,
    packed,
    objects: objects(
      places.flatMap(([number, at]) => (at?.kind === 'offset' ? [number] : [])),
      ['XRef'],
    ),
  });
}
