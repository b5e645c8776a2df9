import { randomBytes } from 'node:crypto';
import { PDFDocument } from 'pdf-lib';
import { newEncryption, type Permission } from '../pdf/crypt/new-encryption.ts';
import type { DocumentInfo } from '../pdf/info.ts';
import { openPdf } from '../pdf/open.ts';
import { orderPages } from '../pdf/order-pages.ts';
import { pruneOutline, type Unbookmarked } from '../pdf/prune-outline.ts';
import { printedPages } from '../pdf/printed.ts';
import { repack } from '../pdf/repack.ts';
import { isName, Stream, type Obj } from '../pdf/raw/objects.ts';
import { stamp, type Stamp } from '../pdf/stamp.ts';
import { writePdf } from '../pdf/write.ts';

/** AES-256 (ISO 32000-2, 7.6); permissions by the contract's names. */
export interface Encryption {
  readonly userPassword?: string;
  readonly ownerPassword?: string;
  readonly permissions?: readonly Permission[];
}
const allPermissions: readonly Permission[] = ['print', 'modify', 'copy', 'annotate', 'fill', 'accessibility', 'assemble', 'print-high'];

/** Everything that happens to printed pages until they are a finished document. Plain data: it runs on another thread. */
export interface FinishJob {
  /** What was printed, in order; more than one where remote pages stand between the document's own. */
  readonly parts: readonly Uint8Array[];
  /** The order of the pages (from 0), where it is not that of the print; else `null`. */
  readonly order: readonly number[] | null;
  readonly stamps: readonly Stamp[];
  readonly info: DocumentInfo;
  /** Texts of the headings that were composed. */
  readonly headings: readonly string[];
  /** Headings that are not to stand in the outline. */
  readonly unbookmarked: readonly Unbookmarked[];
  readonly compress: boolean;
  readonly deterministic: boolean;
  readonly encryption: Encryption | null;
}

export interface Finished {
  readonly pdf: Uint8Array;
  readonly pages: number;
}

/** Joins, orders, stamps, describes, compresses and encrypts, each where it is asked for; the plain case parses no object at all. */
export async function finish(job: FinishJob): Promise<Finished> {
  const [first = new Uint8Array(), ...others] = job.parts;
  const pages = isUntouched(job) ? first : await edit(first, others, job);
  const packed = repack(pages, { compress: job.compress, deterministic: job.deterministic, info: job.info, headings: job.headings });
  return {
    pdf: job.encryption === null ? packed : encrypt(packed, job.encryption, job.compress),
    pages: printedPages(pages),
  };
}

/** True when finishing costs about a millisecond, which is less than handing it to a thread: few pages that are packed as they were printed. */
export function isLightFinish(job: FinishJob): boolean {
  return isUntouched(job) && job.encryption === null && (job.parts[0]?.byteLength ?? 0) < lightBytes;
}

const lightBytes = 128 * 1024;

function isUntouched({ parts, order, stamps, unbookmarked }: FinishJob): boolean {
  return parts.length === 1 && order === null && stamps.length === 0 && unbookmarked.length === 0;
}

async function edit(first: Uint8Array, others: readonly Uint8Array[], job: FinishJob): Promise<Uint8Array> {
  const document = await PDFDocument.load(first, { updateMetadata: false });
  for (const other of others) {
    const source = await PDFDocument.load(other, { updateMetadata: false });
    for (const page of await document.copyPages(source, source.getPageIndices())) document.addPage(page);
  }
  if (job.order !== null) orderPages(document, job.order);
  for (const each of inOrder(job.stamps)) await stamp(document, each);
  if (job.unbookmarked.length > 0) pruneOutline(document, job.unbookmarked);
  return document.save({ useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false });
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
