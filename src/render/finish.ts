import { PDFDocument } from 'pdf-lib';
import type { DocumentInfo } from '../pdf/info.ts';
import { orderPages } from '../pdf/order-pages.ts';
import { pruneOutline } from '../pdf/prune-outline.ts';
import { readPrinted } from '../pdf/printed.ts';
import { repack } from '../pdf/repack.ts';
import { stamp, type Stamp } from '../pdf/stamp.ts';

/** AES-256 (ISO 32000-2, 7.6); permissions by the contract's names. */
export interface Encryption {
  readonly userPassword?: string;
  readonly ownerPassword?: string;
  readonly permissions?: readonly Permission[];
}
export type Permission = 'print' | 'modify' | 'copy' | 'annotate' | 'fill' | 'accessibility' | 'assemble' | 'print-high';

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
  /** Titles that are not to stand in the outline. */
  readonly unbookmarked: readonly string[];
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
  const untouched = others.length === 0 && job.order === null && job.stamps.length === 0 && job.unbookmarked.length === 0;
  const pages = untouched ? first : await edit(first, others, job);
  const packed = repack(pages, { compress: job.compress, deterministic: job.deterministic, info: job.info, headings: job.headings });
  return {
    pdf: job.encryption === null ? packed : await encrypt(packed, job.encryption, job.compress),
    pages: readPrinted(pages).pages,
  };
}

async function edit(first: Uint8Array, others: readonly Uint8Array[], job: FinishJob): Promise<Uint8Array> {
  const document = await PDFDocument.load(first, { updateMetadata: false });
  for (const other of others) {
    const source = await PDFDocument.load(other, { updateMetadata: false });
    for (const page of await document.copyPages(source, source.getPageIndices())) document.addPage(page);
  }
  if (job.order !== null) orderPages(document, job.order);
  for (const each of job.stamps) await stamp(document, each);
  if (job.unbookmarked.length > 0) pruneOutline(document, job.unbookmarked);
  return document.save({ useObjectStreams: false, addDefaultPage: false, updateFieldAppearances: false });
}

async function encrypt(pdf: Uint8Array, { userPassword, ownerPassword, permissions }: Encryption, compress: boolean): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  document.encrypt({
    userPassword: userPassword ?? '',
    ownerPassword: ownerPassword ?? userPassword ?? '',
    algorithm: 'AES-256',
    permissions: permitted(permissions ?? null),
  });
  return document.save({ useObjectStreams: compress, addDefaultPage: false, updateFieldAppearances: false });
}

/** Without a list everything is permitted; with one, what it names. */
function permitted(permissions: readonly Permission[] | null) {
  const may = (permission: Permission) => permissions === null || permissions.includes(permission);
  return {
    printing: may('print-high') ? ('highResolution' as const) : may('print') ? ('lowResolution' as const) : false,
    modifying: may('modify'),
    copying: may('copy'),
    annotating: may('annotate'),
    fillingForms: may('fill'),
    contentAccessibility: may('accessibility'),
    documentAssembly: may('assemble'),
  };
}
