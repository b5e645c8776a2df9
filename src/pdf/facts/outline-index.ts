import type { Dict } from '../objects/objects.ts';
import { isName } from '../objects/objects.ts';
import { outlineItems, type OutlinePlace } from './trees/outline-items.ts';
import { pageOfTarget, type WithDestinations } from './destinations.ts';

/** An outline item (ISO 32000-2, 12.3.3). */
export interface OutlineItem {
  readonly dict: Dict;
  readonly parent: OutlineItem | null;
  /** Its place among all items, a parent before its kids. */
  readonly order: number;
  /** 1 for items of the outermost level. */
  readonly level: number;
  readonly title: string;
  /** Index of the page that it leads to. */
  readonly page: number | null;
  /** Whether its kids are shown. */
  readonly open: boolean;
}

/** All items, a parent before its kids. */
export function readOutline(source: WithDestinations): OutlineItem[] {
  const { file } = source;
  const items: OutlineItem[] = [];
  const known = new Map<OutlinePlace, OutlineItem>();
  for (const place of outlineItems(file, file.catalog.get('Outlines'))) {
    const { dict, level } = place;
    const item: OutlineItem = {
      dict,
      parent: place.parent === null ? null : (known.get(place.parent) ?? null),
      order: items.length,
      level,
      title: file.string(dict.get('Title'))?.text ?? '',
      page: pageOfItem(source, dict),
      open: (file.number(dict.get('Count')) ?? 0) > 0,
    };
    known.set(place, item);
    items.push(item);
  }
  return items;
}

function pageOfItem(source: WithDestinations, dict: Dict): number | null {
  const { file } = source;
  if (dict.has('Dest')) return pageOfTarget(source, dict.get('Dest'));
  const action = file.dict(dict.get('A'));
  return action !== null && isName(file.resolve(action.get('S')), 'GoTo')
    ? pageOfTarget(source, action.get('D'))
    : null;
}
