import { parseFragment } from 'parse5';

/** The attributes of a start tag in serialized HTML, whatever its element. */
export function attributesOf(tag: string): ReadonlyMap<string, string> {
  const [element] = parseFragment(tag.replace(/^<[^\s/>]+/, '<div')).childNodes;
  return new Map(element && 'attrs' in element ? element.attrs.map(({ name, value }) => [name, value]) : []);
}
