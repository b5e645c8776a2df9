import type { Dict } from '../objects/objects.ts';
import { isName, type Obj } from '../objects/objects.ts';
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

/** All items, without recursion and each once: an outline that runs in circles ends where it meets itself. */
export function readOutline(source: WithDestinations): OutlineItem[] {
  const { file } = source;
  const items: OutlineItem[] = [];
  const visited = new Set<Dict>();
  const stack: { next: Obj; parent: OutlineItem | null }[] = [
    { next: file.dict(file.catalog.get('Outlines'))?.get('First') ?? null, parent: null },
  ];
  for (let todo = stack.pop(); todo !== undefined; todo = stack.pop()) {
    const dict = file.dict(todo.next);
    if (dict === null || visited.has(dict)) continue;
    visited.add(dict);
    const { parent } = todo;
    const item: OutlineItem = {
      dict,
      parent,
      order: items.length,
      level: (parent?.level ?? 0) + 1,
      title: file.string(dict.get('Title'))?.text ?? '',
      page: pageOfItem(source, dict),
      open: (file.number(dict.get('Count')) ?? 0) > 0,
    };
    items.push(item);
    stack.push({ next: dict.get('Next'), parent }, { next: dict.get('First'), parent: item });
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
