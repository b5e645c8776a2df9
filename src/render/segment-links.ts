import { idOfName } from '../pdf/id-of-name.ts';
import { otherPart } from './contents.ts';
import type { Document, FlowSegment, Sheet } from './document.ts';
import { idOf, linkTo } from './long/long-flow.ts';

/**
 * Links to an id of another segment: each segment is a print of its own, where Chromium drops a link to an id that is not there. They get the address that
 * is known when the prints are joined (see join-parts.ts), and the id a destination.
 */
export function leadAcross({ segments }: Document): void {
  if (segments.length < 2) return;
  const flows = segments.filter((segment) => segment.kind === 'flow');
  const ids = flows.map(idsOf);
  for (const [index, segment] of flows.entries()) {
    const lead = (html: string): string =>
      html.includes(linkStart)
        ? html.replace(linkTo, (link, id: string) => {
            const target = ids[index]?.has(idOfName(id)) === true ? undefined : flows.find((_, other) => ids[other]?.has(idOfName(id)));
            if (target === undefined) return link;
            if (!target.anchors.includes(idOfName(id))) target.anchors.push(idOfName(id));
            return link.replace('#', `${otherPart}#`);
          })
        : html;
    for (const sheet of segment.sheets) change(sheet, lead);
  }
}

const linkStart = ' href="#';

function change({ html, tables }: Sheet, lead: (html: string) => string): void {
  html.forEach((piece, index) => {
    if (!piece.includes(linkStart)) return;
    html[index] = lead(piece);
    const table = tables.get(index);
    if (table !== undefined) tables.set(index, table.map((part) => (typeof part === 'string' ? lead(part) : { ...part, row: lead(part.row) })));
  });
}

function idsOf({ sheets }: FlowSegment): ReadonlySet<string> {
  return new Set(sheets.flatMap(({ html }) => html.flatMap((piece) => (piece.includes(' id="') ? Array.from(piece.matchAll(idOf), ([, id = '']) => id) : []))));
}
