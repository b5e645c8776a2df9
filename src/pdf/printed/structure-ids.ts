import { reference, type Body } from './model/body.ts';

/**
 * The names that Chromium gives structure elements: DOM node ids, which continue from page to page and are in no fixed
 * order. On a page that is printed again they have a number (see `UniqueNames`).
 */
const identifier = /\(node(\d{8,}(?:#\d+)*)\)/g;
const treeEntry = /\(node\d{8,}(?:#\d+)*\) \d+ 0 R/g;

/**
 * Renames the structure elements of a printed file in the order in which the file has them, and rewrites the tree of
 * their names (ISO 32000-2, 14.7.2, IDTree) as one sorted node. The result depends only on the content.
 */
export function renameStructureIds(bodies: readonly Body[]): Body[] {
  const names = new Map<string, string>();
  const rename = (body: string) =>
    body.replace(identifier, (_, id: string) => {
      const name = names.get(id) ?? String(names.size + 1).padStart(8, '0');
      names.set(id, name);
      return `(node${name})`;
    });
  const isLeaf = (body: string) => /\/Names \[\s*\(node/.test(body);
  const elements = bodies.map((each): Body => (isLeaf(each[1]) ? each : [each[0], rename(each[1])]));
  const root = bodies.map(([, body]) => reference(body, 'IDTree')).find((found) => found !== null);
  const entries = elements.flatMap(([, body]) => (isLeaf(body) ? (rename(body).match(treeEntry) ?? []) : []));
  if (entries.length === 0) return elements;
  entries.sort();
  const tree = `<</Names [${entries.join('\n')}]>>`;
  return elements.flatMap(([number, body]): Body[] =>
    number === root ? [[number, tree]] : isLeaf(body) ? [] : [[number, body]],
  );
}
