import { randomBytes } from 'node:crypto';
import { PDFDocument } from 'pdf-lib';
import { addBookmarks } from '../pdf/add-bookmarks.ts';
import { markPrinted } from '../pdf/artifacts/mark-printed.ts';
import { addAttachments } from '../pdf/attachments/add-attachments.ts';
import type { Attachment } from '../pdf/attachments/attachment.ts';
import { attachmentObjects } from '../pdf/attachments/attachment-objects.ts';
import { claimOf, hasObjectStreams, type Claim } from '../pdf/conform/claim.ts';
import { newEncryption, type Permission } from '../pdf/crypt/new-encryption.ts';
import { addFields, type AddedFields } from '../pdf/forms/add-fields.ts';
import type { FontFolder } from '../pdf/fonts/installed-fonts.ts';
import type { FormWidget } from '../pdf/forms/form-field.ts';
import type { DocumentInfo } from '../pdf/info.ts';
import { openPdf } from '../pdf/open.ts';
import { joinParts } from '../pdf/join-parts.ts';
import { joinPacked, joinPrinted } from '../pdf/join/join-printed.ts';
import type { Continues, PrintedPart } from '../pdf/join/part.ts';
import { mergePdfs } from '../pdf/merge.ts';
import { orderPages } from '../pdf/order-pages.ts';
import { pruneOutline, type Unbookmarked } from '../pdf/prune-outline.ts';
import { printedPages } from '../pdf/printed.ts';
import { repack } from '../pdf/repack.ts';
import { isName, Stream, type Obj } from '../pdf/raw/objects.ts';
import { stamp, type Stamp } from '../pdf/stamp.ts';
import { writePdf } from '../pdf/write.ts';
import { renamed } from './attachments.ts';
import { checkClaim, type AskedConformance } from './check-claim.ts';
import type { Bookmark, Warning } from './document.ts';
import { bytesOf, type KeptFile } from './long/kept-files.ts';
import type { KeptStamp } from './print-overlays.ts';

/** AES-256 (ISO 32000-2, 7.6); permissions by the contract's names. */
export interface Encryption {
  readonly userPassword?: string;
  readonly ownerPassword?: string;
  readonly permissions?: readonly Permission[];
}
const allPermissions: readonly Permission[] = ['print', 'modify', 'copy', 'annotate', 'fill', 'accessibility', 'assemble', 'print-high'];

/** Pages that stand together in the document. */
export interface FinishPart {
  readonly pdf: Uint8Array | KeptFile;
  /** True where it was printed here; one from elsewhere does not have the shape that printed files have. */
  readonly printed: boolean;
  /** Parts of one segment are one print in pieces. */
  readonly segment: number;
  readonly continues: Continues;
  readonly levels: readonly number[];
  /** Names of its destinations. */
  readonly names: readonly string[];
  /** What lies on its pages alone. */
  readonly stamps: readonly KeptStamp[];
}

/** Everything that happens to printed pages until they are a finished document. Plain data: it runs on another thread. */
export interface FinishJob {
  /** The pages, in order; more than one where remote or existing pages stand between the document's own, or it is long. */
  readonly parts: readonly FinishPart[];
  /** The order of the pages (from 0), where it is not that of the print; else `null`. */
  readonly order: readonly number[] | null;
  readonly stamps: readonly Stamp[];
  readonly info: DocumentInfo;
  /** Texts of the headings that were composed. */
  readonly headings: readonly string[];
  /** Headings that are not to stand in the outline. */
  readonly unbookmarked: readonly Unbookmarked[];
  /** Outline entries that are no headings. */
  readonly bookmarks: readonly Bookmark[];
  readonly attachments: readonly Attachment[];
  /** Widgets, and the address that the links in their places lead to. */
  readonly fields: { readonly widgets: readonly FormWidget[]; readonly address: string; readonly fonts: readonly FontFolder[]; /** Only some of the pages are here. */ readonly partial: boolean };
  readonly compress: boolean;
  readonly deterministic: boolean;
  readonly encryption: Encryption | null;
  /** The standards that the document is to conform to; `null` = none. */
  readonly conformance: AskedConformance | null;
}

export interface Finished {
  readonly pdf: Uint8Array;
  readonly pages: number;
  readonly warnings: readonly Warning[];
}

/**
 * Joins, orders, stamps, describes, makes conform, compresses and encrypts, each where it is asked for; the plain case parses no object at all.
 * Throws AppError `conformance-not-reached`.
 */
export async function finish(job: FinishJob): Promise<Finished> {
  const claim = claimOf(job.conformance?.standards ?? []);
  const info = titled(job, claim);
  if (isJoinedAlone(job, claim)) return finishParts(job, info, claim);
  const segments = segmentsOf(job);
  const [first] = segments;
  const whole = first !== undefined && segments.length === 1 && first.printed && isUntouched(job) ? first : null;
  const { pdf: pages, warnings } = whole === null ? await edit(job, segments) : { pdf: whole.pdf, warnings: [] };
  const packed = repack(pages, { untouched: whole?.marked === false, printed: segments.every(({ printed }) => printed), compress: job.compress, deterministic: job.deterministic, info, headings: job.headings, claim });
  if (claim !== null && job.conformance !== null) checkClaim(packed, claim, job.conformance);
  return {
    pdf: job.encryption === null ? packed : encrypt(packed, job.encryption, job.compress),
    pages: printedPages(pages),
    warnings,
  };
}

/** True for the parts of one print that are to be nothing but joined: however many there are, they are never in memory together. */
function isJoinedAlone(job: FinishJob, claim: Claim | null): boolean {
  const [first] = job.parts;
  return job.parts.length > 1 && first?.printed === true && job.parts.every(({ segment }) => segment === first.segment) && isUntouched({ ...job, attachments: [] }) && job.compress && hasObjectStreams(claim);
}

/** What is to be accessible has a title (ISO 14289-1, 7.1): where it was given none, that of its first heading. */
function titled({ info, headings }: FinishJob, claim: Claim | null): DocumentInfo {
  return claim?.accessible === true && (info.title ?? '').trim() === '' ? { ...info, title: headings.find((text) => text !== '') ?? null } : info;
}

async function finishParts({ parts, headings, attachments, deterministic, encryption, conformance }: FinishJob, info: DocumentInfo, claim: Claim | null): Promise<Finished> {
  const attached = attachments.length === 0 ? null : await attachmentObjects(attachments, info.date);
  const { pdf, pages } = joinPacked(parts.map(printedPart), { info, headings, deterministic, claim, attachments: attached });
  if (claim !== null && conformance !== null) checkClaim(pdf, claim, conformance);
  return { pdf: encryption === null ? pdf : encrypt(pdf, encryption, true), pages, warnings: (attached?.renamed ?? []).map(({ name, given }) => renamed(name, given)) };
}

const printedPart = ({ pdf, stamps, ...part }: FinishPart): PrintedPart => ({ ...part, read: () => bytesOf(pdf), stamps: stamps.map(({ pdf: own, ...stamp }) => ({ ...stamp, read: () => bytesOf(own) })) });

/** True when finishing costs about a millisecond, which is less than handing it to a thread: few pages that are packed as they were printed. */
export function isLightFinish(job: FinishJob): boolean {
  const [first, ...others] = job.parts;
  return others.length === 0 && first?.printed === true && isUntouched(job) && job.encryption === null && job.conformance === null && first.pdf instanceof Uint8Array && first.pdf.byteLength < lightBytes;
}

/** Printed bytes that are worked on at once. */
export const lightBytes = 128 * 1024;

/** True where pages stay as they are once they are together. */
function isUntouched({ order, fields, ...changes }: FinishJob): boolean {
  const { stamps, unbookmarked, bookmarks, attachments } = changes;
  return order === null && [stamps, unbookmarked, bookmarks, attachments, fields.widgets].every(({ length }) => length === 0);
}

/** The pages of a segment; `marked` where what they paint outside of the structure is. */
interface Segment {
  readonly pdf: Uint8Array;
  readonly printed: boolean;
  readonly marked: boolean;
}

/** Parts of one print are joined to what that print would have been. */
function segmentsOf({ parts }: FinishJob): Segment[] {
  const groups = Map.groupBy(parts, ({ segment }) => segment);
  return [...groups.values()].map((group) => {
    const [only] = group as [FinishPart];
    return group.length === 1 ? { pdf: bytesOf(only.pdf), printed: only.printed, marked: false } : { pdf: joinPrinted(group.map(printedPart)), printed: true, marked: true };
  });
}

/** Segments become one document with all that belongs to them; the result has the shape of a printed file again. */
async function edit(job: FinishJob, segments: readonly Segment[]): Promise<Pick<Finished, 'pdf' | 'warnings'>> {
  const parts = segments.map(({ pdf, printed, marked }) => (printed && !marked ? markPrinted(pdf) : pdf));
  const [first = new Uint8Array()] = parts;
  const joined = parts.length === 1 ? first : mergePdfs({ documents: parts.map((bytes) => ({ bytes })), outline: 'keep', fields: 'rename', limits: { pages: Infinity } }).pdf;
  const document = await PDFDocument.load(joined, { updateMetadata: false });
  if (parts.length > 1 || segments[0]?.printed !== true) joinParts(document, job.info.lang);
  if (job.bookmarks.length > 0) addBookmarks(document, job.bookmarks);
  if (job.order !== null) orderPages(document, job.order);
  const added = job.fields.widgets.length === 0 ? null : await addFields(document, job.fields);
  for (const each of inOrder(job.stamps)) await stamp(document, each);
  if (job.unbookmarked.length > 0) pruneOutline(document, job.unbookmarked);
  const taken = job.attachments.length === 0 ? [] : addAttachments(document, job.attachments, job.info.date);
  const pdf = await document.save({ useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false });
  return { pdf, warnings: [...taken.map(({ name, given }) => renamed(name, given)), ...(added ? fieldWarnings(added, job.fields.partial) : [])] };
}

/** What became of names and values of fields, one warning each. */
function fieldWarnings({ renamed: others, missing, unplaced }: AddedFields, partial: boolean): Warning[] {
  const absent = partial ? [] : unplaced.slice(0, 100).map((name): Warning => ({ code: 'field-not-placed', message: `The field '${name}' is on no page: its place is hidden, or lies outside of the page.` }));
  const names = others.slice(0, 100).map(({ name, given }): Warning => ({ code: 'field-renamed', message: `There is a field '${name}' already, or its name can not be had: this one is now '${given}'.` }));
  if (missing.length === 0) return [...names, ...absent];
  return [...names, ...absent, { code: 'glyph-missing', message: `Values of form fields have characters that no installed font has (${missing.slice(0, 20).join(' ')}), so they are not drawn. The values are in the fields all the same.` }];
}

/** Lowest first as they are given: what lies under is put beneath what is there already, so the highest of those comes first. */
function inOrder(stamps: readonly Stamp[]): Stamp[] {
  return [...stamps.filter(({ layer }) => layer === 'under').reverse(), ...stamps.filter(({ layer }) => layer === 'over')];
}

/** Without a list everything is permitted; without an owner password nobody is told one, so that the permissions hold. */
function encrypt(pdf: Uint8Array, { userPassword = '', ownerPassword, permissions }: Encryption, compress: boolean): Uint8Array {
  const file = openPdf(pdf);
  const encryption = newEncryption({ userPassword, ownerPassword: ownerPassword ?? randomBytes(32).toString('base64url'), permissions: [...(permissions ?? allPermissions)] });
  const frame = (object: Obj) => object instanceof Stream && ['ObjStm', 'XRef'].some((type) => isName(object.dict.get('Type') ?? null, type));
  const objects = file.numbers().map((number): [number, Obj] => [number, file.get(number)]).filter(([, object]) => !frame(object));
  return writePdf({ objects, trailer: file.trailer, version: '2.0', compress, encrypt: encryption });
}
