import { longestTitle, type Finding } from '../../pdf/printed/conform/findings.ts';
import { AppError } from '../../problems.ts';
import { notReached, type RequestedConformance } from './check-claim.ts';
import type { Composed } from '../compose/compose-job.ts';
import type { Diagnosis } from './diagnostics/diagnose.ts';
import type { PrintedDocument } from '../print/print-document.ts';
import type { RenderRequest } from '../model/types/render-request.ts';

/** `output.conformance` with the origins of its content; `null` where none is requested. */
export function requestedConformance(
  { document, segments }: Composed,
  { output }: RenderRequest,
  { parts, pages }: Pick<PrintedDocument, 'parts' | 'pages'>,
): RequestedConformance | null {
  if (output.conformance === undefined) return null;
  const pictures = document.warnings.flatMap(({ code, pointer }) =>
    code === 'image-without-alt' && pointer !== undefined ? [pointer] : [],
  );
  const pointers = parts.flatMap(({ segment, pages: count }): (string | null)[] => {
    const of = segments[segment];
    return Array.from({ length: count }, () => (of?.kind === 'existing' ? of.pages.pointer : null));
  });
  const sources = pointers.every((pointer) => pointer === null)
    ? []
    : (pages.order?.map((page) => pointers[page] ?? null) ?? pointers);
  return {
    standards: [output.conformance].flat(),
    pictures,
    sources,
    headings: output.outline ? makersOf(document.headings) : new Map(),
  };
}

/**
 * JSON Pointers to the operations that made headings, by heading text. Texts of several operations are ambiguous and
 * left out. Empty where a heading has no outline entry.
 */
function makersOf(headings: Composed['document']['headings']): Map<string, string> {
  if (headings.some(({ text, bookmarked }) => !bookmarked || text === '')) return new Map();
  const makers = new Map<string, string>();
  const unclear = new Set<string>();
  for (const { text, pointer } of headings) {
    const title = text.slice(0, longestTitle);
    if ((makers.get(title) ?? pointer) !== pointer) unclear.add(title);
    makers.set(title, pointer);
  }
  for (const title of unclear) makers.delete(title);
  return makers;
}

/** Rethrows a problem; one about missing glyphs gets the names of the characters, which the diagnosis finds. */
export async function nameGlyphs(
  error: unknown,
  requested: RequestedConformance | null,
  diagnose: () => Promise<Diagnosis>,
): Promise<never> {
  if (!(error instanceof AppError) || error.slug !== 'conformance-not-reached' || requested === null) throw error;
  const findings = (error.extra.findings ?? []) as readonly Finding[];
  const missing = findings.find(({ rule }) => rule === 'no-notdef');
  if (missing === undefined) throw error;
  const { warnings } = await diagnose();
  const named = warnings.flatMap(({ code, message }): Finding[] =>
    code === 'glyph-missing' ? [{ ...missing, page: null, message, fix: '' }] : [],
  );
  if (named.length === 0) throw error;
  const all = [...findings.filter(({ rule }) => rule !== 'no-notdef'), ...named];
  throw notReached(all, all.length, requested);
}
