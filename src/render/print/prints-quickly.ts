import type { Composed } from '../compose/compose-job.ts';

/** Characters of HTML that are printed within a fraction of a second. */
const maxCharacters = 100_000;

/** What loads something from another host, as the service writes HTML. */
const loadsFromElsewhere =
  /(?:src|srcset|poster|data|background)="[^"]*\/\/|<link\b|url\(["']?(?:https?:)?\/\/|@import/i;
/** What may load something, however it is written. */
const mayLoad = /src|poster|background=|<(?:link|object)\b|url\(|@import|image-set\(|\\/i;

/** True for a short document that waits for nothing: it has no scripts, and nothing from another host. */
export function printsQuickly({ segments }: Pick<Composed, 'segments'>): boolean {
  let characters = 0;
  return segments.every((segment) => {
    if (segment.kind === 'existing') return true;
    if (segment.kind === 'remote' || segment.scripts) return false;
    const isFlow = segment.kind === 'flow';
    if (segment.waitFor.length > 0 || (isFlow && segment.long !== null)) return false;
    characters += segment.html.length;
    return characters <= maxCharacters && !(isFlow ? loadsFromElsewhere : mayLoad).test(segment.html);
  });
}
