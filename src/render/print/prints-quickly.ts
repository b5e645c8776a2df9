import type { Composed } from '../compose/compose-job.ts';

/** Characters of HTML that ordinary documents are printed from within a fraction of a second. */
const maxCharacters = 50_000;

/** What may load something, or may hide that it does; also what only looks so. */
const mayLoad =
  /url|image|src|poster|background\s*=|@import|<(?:link|object|embed|svg|math)\b|\\|&(?!amp;|lt;|gt;|quot;|nbsp;|#39;)/i;

/**
 * True for a short document of text and tables, which is likely to be printed at once: it has no scripts, loads
 * nothing, and needs one print. It is a guess: a document may still have many pages.
 */
export function printsQuickly({ segments, document }: Pick<Composed, 'segments' | 'document'>): boolean {
  const { runningContent, overlays, stamps, contents, references } = document;
  if (overlays.length + stamps.length + contents.length + references.length > 0) return false;
  if (runningContent.some(({ content }) => 'html' in content)) return false;
  let characters = 0;
  return segments.every((segment) => {
    if (segment.kind !== 'flow' && segment.kind !== 'complete') return false;
    if (segment.scripts || segment.waitFor.length > 0) return false;
    if (segment.kind === 'flow' && (segment.long !== null || segment.probes.length > 0)) return false;
    characters += segment.html.length;
    return characters <= maxCharacters && !mayLoad.test(segment.html);
  });
}
