import { tagsIn } from '../../compose/tags.ts';
import { attributesOf } from '../tag-attributes.ts';

/** An element with the attribute `data-index` in serialized HTML. */
export interface FoundMark {
  readonly term: string;
  /** Its own id, or `undefined`. */
  readonly id: string | undefined;
  /** Offset at which an attribute of its start tag may be inserted. */
  readonly attributesAt: number;
}

/** The elements of serialized HTML that have a term of the index. */
export function findMarks(html: string): FoundMark[] {
  if (!html.includes(' data-index="')) return [];
  const found: FoundMark[] = [];
  for (const { name, isEnd, isWhole, start, end } of tagsIn(html)) {
    const tag = isEnd || !isWhole ? '' : html.slice(start, end);
    if (!tag.includes(' data-index="')) continue;
    const own = attributesOf(tag);
    const term = own.get('data-index')?.trim() ?? '';
    const id = own.get('id') ?? '';
    if (term !== '') found.push({ term, id: id === '' ? undefined : id, attributesAt: start + 1 + name.length });
  }
  return found;
}
