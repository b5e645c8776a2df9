import type { XmlElement } from '../../xmp/reading/xml.ts';

/** The value of an attribute without a prefix; undefined without one. */
export function attributeOf(element: XmlElement, name: string): string | undefined {
  return element.attributes.find((attribute) => attribute.namespace === '' && attribute.name === name)?.value;
}

/** The elements at a path of local names, separated by `/`. */
export function elementsAt(from: XmlElement, path: string): XmlElement[] {
  return path
    .split('/')
    .reduce<XmlElement[]>(
      (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
      [from],
    );
}

/** The first text at a path of elements, or of an attribute (`path/@name`), that is not blank; '' without one. */
export function textAt(from: XmlElement, path: string): string {
  const [elements = path, attribute] = path.split('/@');
  return (
    elementsAt(from, elements)
      .map((element) => (attribute === undefined ? element.text : (attributeOf(element, attribute) ?? '')).trim())
      .find((found) => found !== '') ?? ''
  );
}
