import { longestTitle, type Finding } from '../../pdf/printed/conform/findings.ts';
import { AppError } from '../../problems.ts';
import { notReached, type RequestedConformance } from './check-claim.ts';
import type { Composed } from '../compose/compose-job.ts';
import type { Diagnosis } from './diagnostics/diagnose.ts';
import type { PrintedDocument } from '../print/print-document.ts';
import type { RenderRequest } from '../model/types/render-request.ts';

/** `output.conformance`, with what is known of where its document came from; `null` where nothing is asked for. */
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
 * The operations that made headings, by the texts of these: of one text that several made none is the one that is
 * meant. Empty where a heading has no entry in the outline.
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

/**
 * Throws the same problem, with the characters that no font has by their names where it is about some: only a look at
 * fonts and content tells them.
 */
export async function nameGlyphs(
  error: unknown,
  asked: RequestedConformance | null,
  diagnose: () => Promise<Diagnosis>,
): Promise<never> {
  if (!(error instanceof AppError) || error.slug !== 'conformance-not-reached' || asked === null) throw error;
  const findings = (error.extra.findings ?? []) as readonly Finding[];
  const missing = findings.find(({ rule }) => rule === 'no-notdef');
  if (missing === undefined) throw error;
  const { warnings } = await diagnose();
  const named = warnings.flatMap(({ code, message }): Finding[] =>
    code === 'glyph-missing' ? [{ ...missing, page: null, message, fix: '' }] : [],
  );
  if (named.length === 0) throw error;
  const all = [...findings.filter(({ rule }) => rule !== 'no-notdef'), ...named];
  throw notReached(all, all.length, asked);
}
