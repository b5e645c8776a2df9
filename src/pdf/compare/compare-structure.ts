import { Source } from '../facts/source.ts';
import { openPdf } from '../file/open.ts';
import { naming } from './naming.ts';
import { annotationDifferences, annotationsOf, type ComparedAnnotation } from './structure/annotations.ts';
import { comparedAttachments, type ComparedAttachment } from './structure/attachments.ts';
import { byName, type Difference, differences, maxDifferences } from './structure/difference.ts';
import { comparedFields, type ComparedField } from './structure/fields.ts';
import { comparedFonts, type ComparedFont } from './structure/fonts.ts';
import { metadataEntries, type MetadataEntry } from './structure/metadata.ts';
import { comparedSignatures, type ComparedSignature } from './structure/signatures.ts';

/** Differences outside the content of pages. */
export interface StructureCompared {
  readonly metadata: readonly Difference<MetadataEntry>[];
  readonly fields: readonly Difference<ComparedField>[];
  readonly annotations: readonly Difference<ComparedAnnotation>[];
  readonly attachments: readonly Difference<ComparedAttachment>[];
  readonly signatures: readonly Difference<ComparedSignature>[];
  readonly fonts: readonly Difference<ComparedFont>[];
}

/** Two documents, and their matching pages. */
export interface StructureOptions {
  readonly before: { readonly bytes: Uint8Array; readonly password?: string | undefined };
  readonly after: { readonly bytes: Uint8Array; readonly password?: string | undefined };
  /** Matching 1-based pages, null on the side without one. Fonts and annotations of these pages are compared. */
  readonly pairs: readonly { readonly before: number | null; readonly after: number | null }[];
}

/**
 * Compares metadata (without producer, dates and identifiers), fields, annotations, attachments, signatures and fonts.
 * Skips annotations of added and removed pages. Takes long for large documents: for worker threads.
 * @throws AppError those of `openPdf`, and of attachments with a password of their own, naming the document
 */
export async function compareStructure({ before, after, pairs }: StructureOptions): Promise<StructureCompared> {
  const one = await naming(1, () =>
    partsOf(
      before,
      pairs.map((pair) => pair.before),
    ),
  );
  const other = await naming(2, () =>
    partsOf(
      after,
      pairs.map((pair) => pair.after),
    ),
  );
  return {
    metadata: differences(one.metadata, other.metadata),
    fields: differences(one.fields, other.fields).filter(({ before: own, after: come }) => !onlyPage(own, come)),
    annotations: pairs
      .flatMap(({ before: i, after: j }) =>
        i === null || j === null
          ? []
          : annotationDifferences(annotationsOf(one.source, i), annotationsOf(other.source, j)),
      )
      .slice(0, maxDifferences),
    attachments: differences(one.attachments, other.attachments),
    signatures: differences(one.signatures, other.signatures),
    fonts: differences(one.fonts, other.fonts),
  };
}

/** The compared parts of a document; fonts of the given pages. */
function partsOf({ bytes, password }: StructureOptions['before'], numbers: readonly (number | null)[]) {
  const source = new Source(openPdf(bytes, { password }));
  const pages = numbers.flatMap((number) => source.pages[(number ?? 0) - 1] ?? []);
  return {
    source,
    metadata: byName(metadataEntries(source), ({ name }) => name),
    fields: byName(comparedFields(source), ({ name }) => name),
    attachments: byName(comparedAttachments(source), ({ name }) => name),
    signatures: byName(comparedSignatures(source.file), ({ field }) => field),
    fonts: byName(comparedFonts(source.file, pages), ({ name }) => name),
  };
}

/** True for a field that has only moved to another page. */
function onlyPage(before: ComparedField | null, after: ComparedField | null): boolean {
  return (
    before !== null &&
    after !== null &&
    JSON.stringify({ ...before, page: null }) === JSON.stringify({ ...after, page: null })
  );
}
