import { idOfName } from '../../pdf/objects/id-of-name.ts';
import { anyDocumentAddress } from '../../pdf/printed/link-actions.ts';
import { otherPart } from './contents.ts';
import type { Document } from '../model/document.ts';
import type { CompleteSegment, FlowSegment, Sheet } from '../model/segments.ts';
import { attribute } from '../html/html.ts';
import { idsIn, mapLinks } from './tags.ts';

/**
 * Resolves links to ids of other segments. Each segment is a print of its own, and Chromium drops links to ids that it
 * does not contain: such links get an address that is resolved when the prints are joined (see join-parts.ts), and the
 * ids become destinations. Where several segments have an id, the link's own segment comes first, then the first of the
 * others.
 */
export function leadAcross({ segments }: Document): void {
  if (segments.length < 2) return;
  const flows = segments
    .filter((segment) => segment.kind === 'flow' || segment.kind === 'complete')
    .map((segment) => ({ segment, ids: idsOf(segment), anchors: new Set(segment.anchors) }));
  const owners = new Map(flows.toReversed().flatMap((flow) => Array.from(flow.ids, (id) => [id, flow] as const)));
  for (const { segment, ids } of flows) {
    const lead = (given: string): string | null => {
      const id = idOfName(given);
      const owner = ids.has(id) ? undefined : owners.get(id);
      owner?.anchors.add(id);
      return owner === undefined ? null : `${otherPart}#${given}`;
    };
    if (segment.kind === 'complete') leadFrom(segment, lead);
    else for (const sheet of segment.sheets) changeSheet(sheet, (html) => mapLinks(html, lead));
  }
  for (const { segment, anchors } of flows) segment.anchors.splice(0, segment.anchors.length, ...anchors);
}

/** An absolute address, because a complete document may have a base address of its own. */
function leadFrom({ html, edits }: CompleteSegment, lead: (id: string) => string | null): void {
  for (const { id, start, end } of html.links) {
    const address = lead(id);
    if (address !== null)
      edits.push({ start, end, text: attribute('href', new URL(address, anyDocumentAddress).href).trim() });
  }
}

/** Changes the HTML of a sheet in place, piece by piece, with the pieces of its long tables. */
export function changeSheet({ html, tables }: Sheet, change: (html: string) => string): void {
  html.forEach((piece, index) => {
    const changed = change(piece);
    if (changed === piece) return;
    html[index] = changed;
    const table = tables.get(index);
    if (table !== undefined)
      tables.set(
        index,
        table.map((part) => (typeof part === 'string' ? change(part) : { ...part, row: change(part.row) })),
      );
  });
}

function idsOf(segment: FlowSegment | CompleteSegment): ReadonlySet<string> {
  if (segment.kind === 'complete') return segment.html.ids;
  const { sheets } = segment;
  const ids = new Set<string>();
  for (const { html } of sheets) for (const piece of html) for (const id of idsIn(piece)) ids.add(id);
  return ids;
}
