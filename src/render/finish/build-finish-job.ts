import type { FontFolder } from '../../pdf/fonts/installed-fonts.ts';
import type { DocumentInfo } from '../../pdf/xmp/info.ts';
import type { Composed } from '../compose/compose-job.ts';
import { fieldAddress } from '../content/forms/field-address.ts';
import type { RenderRequest } from '../model/types/render-request.ts';
import type { PrintedDocument } from '../print/print-document.ts';
import type { FinishJob } from './finish-job.ts';
import { requestedConformance } from './requested-conformance.ts';

/** A printed document with the other input of its finish. */
export interface PrintedRender {
  readonly composed: Composed;
  readonly printed: PrintedDocument;
  readonly request: RenderRequest;
  /** Base address of its prints, see `Supply.base`. */
  readonly base: string;
  /** Time of the request: the dates in the document's metadata, unless it is deterministic. */
  readonly now: Date;
  /** Of the service, for the `Producer`. */
  readonly version: string;
  /** Folders with the fonts of form fields. */
  readonly fonts: readonly FontFolder[];
}

/** Describes all that is left to do for a printed document. */
export function buildFinishJob(render: PrintedRender): FinishJob {
  const { composed, printed, request, base, fonts } = render;
  const { output } = request;
  return {
    ...printed.pages,
    info: infoOf(render),
    lang: langOf(composed),
    headings: composed.headings,
    firstHeading: composed.document.headings.find(({ plainText }) => plainText !== '')?.plainText ?? null,
    attachments: composed.document.attachments,
    fields: {
      widgets: [...composed.document.fields, ...printed.widgets],
      address: fieldAddress(base),
      fonts,
      partial: output.pages !== undefined,
    },
    compress: output.compress,
    deterministic: output.deterministic,
    encryption: output.encryption ?? null,
    conformance: requestedConformance(composed, request, printed),
  };
}

/** `null` where the print itself has the language: that of its HTML, or the browser's. */
function langOf({ document: { lang, stated }, segments }: Composed): string | null {
  return stated.lang || segments.some(({ kind }) => kind === 'complete') ? lang : null;
}

function infoOf({ composed, request: { output }, now, version }: PrintedRender): DocumentInfo {
  const { metadata, lang, invoice } = composed.document;
  return {
    title: metadata.title ?? null,
    author: metadata.author ?? null,
    subject: metadata.subject ?? null,
    keywords: metadata.keywords ?? [],
    creator: metadata.creator ?? 'Colophon',
    producer: `Colophon ${version} (Chromium, Skia/PDF)`,
    custom: metadata.custom ?? {},
    lang,
    date: output.deterministic ? null : now,
    invoice,
  };
}
