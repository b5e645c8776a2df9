/** Comments and elements whose text is not escaped, which are passed over, or a start tag, as HTML is serialized (HTML, 13.3). */
const markup = /<!--[\s\S]*?-->|<(script|style|xmp|iframe|noembed|noframes|plaintext|noscript)\b[\s\S]*?<\/\1>|<([a-z][^\s>/]*)(?:\s+[^\s"'<>/=]+(?:="[^"]*")?)*\s*\/?>/gi;
const idAttribute = /\sid="([^"]+)"/;
const linkToId = /\shref="#([^"]+)"/;

/** HTML with each start tag as `change` answers it. */
function mapTags(html: string, change: (tag: string, name: string) => string): string {
  return html.replace(markup, (found, _bare: string | undefined, name: string | undefined) => (name === undefined ? found : change(found, name.toLowerCase())));
}

/** HTML with links to ids (`#id`) as `lead` answers their address; `null` leaves one as it is. */
export function mapLinks(html: string, lead: (id: string) => string | null): string {
  if (!html.includes(' href="#')) return html;
  return mapTags(html, (tag, name) => {
    const id = name === 'a' || name === 'area' ? linkToId.exec(tag)?.[1] : undefined;
    const address = id === undefined ? null : lead(id);
    return address === null ? tag : tag.replace(linkToId, () => ` href="${address}"`);
  });
}

/** The ids that links in HTML lead to, in order. */
export function linksIn(html: string): string[] {
  const links: string[] = [];
  mapLinks(html, (id) => {
    links.push(id);
    return null;
  });
  return links;
}

/** The ids of the elements in HTML, in order. */
export function idsIn(html: string): string[] {
  if (!html.includes(' id="')) return [];
  const ids: string[] = [];
  mapTags(html, (tag) => {
    const id = idAttribute.exec(tag)?.[1];
    if (id !== undefined) ids.push(id);
    return tag;
  });
  return ids;
}
