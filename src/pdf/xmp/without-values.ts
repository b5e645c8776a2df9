const attribute = /\s([^\s<>/=:"']+:\w+)\s*=\s*(?:"[^"]*"|'[^']*')/g;
const element = /<([^\s<>/=:"']+:\w+)(?:\s[^<>]*)?(?:\/>|>[^<]*<\/\1\s*>)/g;

/** The text of a packet without the simple properties of these names, as `pdfaid:part`: elements and attributes. */
export function withoutValues(text: string, names: ReadonlySet<string>): string {
  const unlessNamed = (written: string, name: string) => (names.has(name) ? '' : written);
  return text.replace(element, unlessNamed).replace(attribute, unlessNamed);
}
