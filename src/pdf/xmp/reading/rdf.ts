import type { XmlAttribute, XmlElement } from './xml.ts';

/** Why RDF is not of the kind that XMP allows: a sentence without its full stop. */
export class RdfError extends Error {}

/** The namespace of RDF (ISO 16684-1, 7.4). */
export const rdfNamespace = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
const xmlNamespace = 'http://www.w3.org/XML/1998/namespace';

/** A value of XMP (ISO 16684-1, 6). */
export type XmpValue =
  | { readonly kind: 'text'; readonly text: string; readonly lang: string | null; readonly qualified: boolean }
  | { readonly kind: 'structure'; readonly fields: readonly XmpProperty[] }
  | { readonly kind: 'array'; readonly form: 'Seq' | 'Bag' | 'Alt'; readonly items: readonly XmpValue[] };

/** A property or a field, by its expanded name. */
export interface XmpProperty {
  readonly namespace: string;
  readonly prefix: string;
  readonly name: string;
  readonly value: XmpValue;
}

/**
 * Properties of the RDF in an XMP packet (ISO 16684-1, 7).
 * @throws RdfError
 */
export function readRdf(root: XmlElement): XmpProperty[] {
  const rdf = find(root);
  if (rdf === null) throw new RdfError('there is no rdf:RDF element');
  return rdf.children.flatMap((child) => {
    if (!isRdf(child, 'Description')) throw new RdfError('there is something else than rdf:Description in rdf:RDF');
    return fieldsOf(child);
  });
}

function find(element: XmlElement): XmlElement | null {
  if (isRdf(element, 'RDF')) return element;
  for (const child of element.children) {
    const found = find(child);
    if (found !== null) return found;
  }
  return null;
}

function isRdf(node: XmlElement | XmlAttribute, name: string): boolean {
  return node.namespace === rdfNamespace && node.name === name;
}

/** Properties of an rdf:Description, or of an element in its place: its attributes and its children. */
function fieldsOf(element: XmlElement): XmpProperty[] {
  const attributes = ownAttributes(element).map(({ namespace, prefix, name, value }): XmpProperty => ({
    namespace,
    prefix,
    name,
    value: plain(value),
  }));
  return [
    ...attributes,
    ...element.children.map((child) => ({
      namespace: child.namespace,
      prefix: child.prefix,
      name: child.name,
      value: valueOf(child),
    })),
  ];
}

/** Attributes of RDF that old packets write without a prefix. */
const unprefixed: ReadonlySet<string> = new Set(['about', 'ID', 'nodeID', 'resource', 'parseType', 'datatype']);

/** Attributes that are properties. */
function ownAttributes(element: XmlElement): XmlAttribute[] {
  const bare = element.attributes.find(({ namespace, name }) => namespace === '' && !unprefixed.has(name));
  if (bare !== undefined) throw new RdfError(`the attribute ${bare.name} has no namespace`);
  return element.attributes.filter(
    ({ namespace, name }) =>
      namespace !== rdfNamespace && namespace !== xmlNamespace && namespace !== '' && name !== '',
  );
}

const plain = (text: string, lang: string | null = null): XmpValue => ({ kind: 'text', text, lang, qualified: false });

function valueOf(element: XmlElement): XmpValue {
  const attribute = (name: string) => element.attributes.find((one) => isRdf(one, name))?.value;
  const lang =
    element.attributes.find(({ namespace, name }) => namespace === xmlNamespace && name === 'lang')?.value ?? null;
  if (attribute('parseType') === 'Resource') return structure(fieldsOf(element));
  const [child, more] = element.children;
  if (child === undefined) {
    const resource = attribute('resource');
    const own = ownAttributes(element);
    if (resource !== undefined) return plain(resource, lang);
    return own.length > 0 ? structure(fieldsOf(element)) : plain(element.text, lang);
  }
  if (more !== undefined) throw new RdfError(`the property ${element.prefix}:${element.name} has more than one value`);
  if (isRdf(child, 'Description')) return structure(fieldsOf(child));
  for (const form of ['Seq', 'Bag', 'Alt'] as const) {
    if (isRdf(child, form))
      return {
        kind: 'array',
        form,
        items: child.children.map((item) => (isRdf(item, 'li') ? valueOf(item) : notItem(item))),
      };
  }
  throw new RdfError(`the property ${element.prefix}:${element.name} has a value that XMP does not know`);
}

function notItem(item: XmlElement): never {
  throw new RdfError(`there is ${item.prefix}:${item.name} where rdf:li should be`);
}

/** A value with qualifiers is a structure with rdf:value (7.8). */
function structure(fields: readonly XmpProperty[]): XmpValue {
  const value = fields.find(({ namespace, name }) => namespace === rdfNamespace && name === 'value')?.value;
  if (value === undefined) return { kind: 'structure', fields };
  return value.kind === 'text' ? { ...value, qualified: true } : value;
}
