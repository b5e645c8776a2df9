import { Source } from '../copy/source.ts';
import { openPdf } from '../open.ts';
import type { PdfPage } from '../raw/pdf-file.ts';
import { annotationDifferences, annotationsOf, type ComparedAnnotation } from './structure/annotations.ts';
import { comparedAttachments, type ComparedAttachment } from './structure/attachments.ts';
import { byName, type Difference, differences, mostDifferences } from './structure/difference.ts';
import { comparedFields, type ComparedField } from './structure/fields.ts';
import { comparedFonts, type ComparedFont } from './structure/fonts.ts';
import { metadataEntries, type MetadataEntry } from './structure/metadata.ts';
import { comparedSignatures, type ComparedSignature } from './structure/signatures.ts';

/** What is different about two documents beside what is on their pages. */
export interface StructureCompared {
  readonly metadata: readonly Difference<MetadataEntry>[];
  readonly fields: readonly Difference<ComparedField>[];
  readonly annotations: readonly Difference<ComparedAnnotation>[];
  readonly attachments: readonly Difference<ComparedAttachment>[];
  readonly signatures: readonly Difference<ComparedSignature>[];
  readonly fonts: readonly Difference<ComparedFont>[];
}

export interface StructureOptions {
  readonly before: { readonly bytes: Uint8Array; readonly password?: string | undefined };
  readonly after: { readonly bytes: Uint8Array; readonly password?: string | undefined };
  /** 1-based pages that belong together, null where a side does not have one. Fonts and annotations are of these. */
  readonly pairs: readonly { readonly before: number | null; readonly after: number | null }[];
}

/**
 * Compares metadata (without producer, dates and ids), fields, annotations, attachments, signatures and fonts. Annotations of a page that came or went
 * are not told. Synchronous: for worker threads.
 * @throws AppError those of `openPdf`
 */
export function compareStructure({ before, after, pairs }: StructureOptions): StructureCompared {
  const [one, other] = [new Source(openPdf(before.bytes, before)), new Source(openPdf(after.bytes, after))];
  const named = <T>(read: (source: Source) => T[], nameOf: (thing: T) => string) => differences(byName(read(one), nameOf), byName(read(other), nameOf));
  const pagesOf = (source: Source, side: 'before' | 'after'): PdfPage[] => pairs.flatMap((pair) => source.pages[(pair[side] ?? 0) - 1] ?? []);
  return {
    metadata: named(metadataEntries, ({ name }) => name),
    fields: named(comparedFields, ({ name }) => name).filter(({ before: own, after: come }) => !onlyPage(own, come)),
    annotations: pairs.flatMap(({ before: i, after: j }) => (i === null || j === null ? [] : annotationDifferences(annotationsOf(one, i), annotationsOf(other, j)))).slice(0, mostDifferences),
    attachments: named(comparedAttachments, ({ name }) => name),
    signatures: named(({ file }) => comparedSignatures(file), ({ field }) => field),
    fonts: differences(byName(comparedFonts(one.file, pagesOf(one, 'before')), ({ name }) => name), byName(comparedFonts(other.file, pagesOf(other, 'after')), ({ name }) => name)),
  };
}

/** A field that only stands on another page is the same. */
function onlyPage(before: ComparedField | null, after: ComparedField | null): boolean {
  return before !== null && after !== null && JSON.stringify({ ...before, page: null }) === JSON.stringify({ ...after, page: null });
}
