/** Why a text is no well-formed XML: a sentence without its full stop. */
export class XmlError extends Error {}

/** An attribute, by its expanded name. */
export interface XmlAttribute {
  readonly prefix: string;
  readonly namespace: string;
  readonly name: string;
  readonly value: string;
}

/** An element, by its expanded name. */
export interface XmlElement {
  readonly prefix: string;
  readonly namespace: string;
  readonly name: string;
  readonly attributes: readonly XmlAttribute[];
  readonly children: XmlElement[];
  /** Its characters, without those of children. */
  text: string;
}

/** A document, with the processing instructions that stand in it: their whole text between `<?` and `?>`. */
export interface XmlTree {
  readonly root: XmlElement;
  readonly instructions: readonly string[];
}

/** Elements within each other, and in all. */
const maxCount = { depth: 128, elements: 200_000 };

const name = '[\\p{L}_:][\\p{L}\\p{N}\\p{M}_:.\\-\\u00B7]*';
const attribute = new RegExp(`\\s+(${name})\\s*=\\s*(?:"([^<"]*)"|'([^<']*)')`, 'uy');
const startTag = new RegExp(`<(${name})`, 'uy');
const endTag = new RegExp(`</(${name})\\s*>`, 'uy');
const tagEnd = /\s*(\/?)>/y;
const xml = 'http://www.w3.org/XML/1998/namespace';

interface Open {
  readonly element: XmlElement;
  readonly written: string;
  readonly namespaces: ReadonlyMap<string, string>;
}

/**
 * Reads XML 1.0 with namespaces into a tree. A document type declaration is skipped: nothing it declares is believed.
 * @throws XmlError
 */
export function parseXml(text: string): XmlTree {
  const open: Open[] = [];
  const instructions: string[] = [];
  let root: XmlElement | null = null;
  let at = 0;
  let elements = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  const past = (start: string, end: string, what: string): string => {
    const stop = text.indexOf(end, at + start.length);
    if (stop < 0) throw new XmlError(`${what} does not end`);
    const inner = text.slice(at + start.length, stop);
    at = stop + end.length;
    return inner;
  };
  while (at < text.length) {
    const around = open.at(-1);
    if (text.charCodeAt(at) !== 0x3c) {
      const next = text.indexOf('<', at);
      const characters = text.slice(at, next < 0 ? undefined : next);
      at += characters.length;
      if (around) around.element.text += unescaped(characters);
      else if (characters.replace(/[\uFEFF\0]/g, '').trim() !== '')
        throw new XmlError('there is text outside of the root element');
    } else if (text.startsWith('<!--', at)) past('<!--', '-->', 'a comment');
    else if (text.startsWith('<?', at)) instructions.push(past('<?', '?>', 'a processing instruction'));
    else if (text.startsWith('<![CDATA[', at) && around)
      around.element.text += past('<![CDATA[', ']]>', 'a CDATA section');
    else if (text.startsWith('<!', at)) past('<!', '>', 'a declaration');
    else if (text.startsWith('</', at)) {
      const written = take(endTag)?.[1];
      if (written === undefined || open.pop()?.written !== written)
        throw new XmlError('an end tag does not fit its start tag');
    } else {
      const element = start(take, around?.namespaces ?? new Map([['xml', xml]]));
      if (around) around.element.children.push(element.open.element);
      else if (root === null) root = element.open.element;
      else throw new XmlError('there is a second root element');
      if (!element.empty) open.push(element.open);
      elements += 1;
      if (open.length > maxCount.depth || elements > maxCount.elements) throw new XmlError('it has too many elements');
    }
  }
  if (open.length > 0) throw new XmlError('an element does not end');
  if (root === null) throw new XmlError('it has no element');
  return { root, instructions };
}

function start(
  take: (pattern: RegExp) => RegExpExecArray | null,
  around: ReadonlyMap<string, string>,
): { open: Open; empty: boolean } {
  const written = take(startTag)?.[1];
  if (written === undefined) throw new XmlError("a '<' begins nothing");
  const attributes = new Map<string, string>();
  for (let found = take(attribute); found; found = take(attribute)) {
    if (attributes.has(found[1] ?? '')) throw new XmlError(`the attribute ${found[1]} is given twice`);
    attributes.set(found[1] ?? '', unescaped(found[2] ?? found[3] ?? ''));
  }
  const end = take(tagEnd);
  if (!end) throw new XmlError(`the start tag of ${written} is broken`);
  const namespaces = new Map(around);
  for (const [key, value] of attributes) {
    if (key === 'xmlns') namespaces.set('', value);
    else if (key.startsWith('xmlns:')) namespaces.set(key.slice(6), value);
  }
  const own: XmlAttribute[] = [];
  for (const [key, value] of attributes) {
    if (key === 'xmlns' || key.startsWith('xmlns:')) continue;
    const [prefix, local] = split(key);
    own.push({ prefix, name: local, value, namespace: prefix === '' ? '' : namespaceOf(prefix, namespaces) });
  }
  const [prefix, local] = split(written);
  const element: XmlElement = {
    prefix,
    name: local,
    namespace: prefix === '' ? (namespaces.get('') ?? '') : namespaceOf(prefix, namespaces),
    attributes: own,
    children: [],
    text: '',
  };
  return { open: { element, written, namespaces }, empty: end[1] === '/' };
}

function split(written: string): [prefix: string, name: string] {
  const colon = written.indexOf(':');
  return colon < 0 ? ['', written] : [written.slice(0, colon), written.slice(colon + 1)];
}

function namespaceOf(prefix: string, namespaces: ReadonlyMap<string, string>): string {
  const uri = namespaces.get(prefix);
  if (uri === undefined) throw new XmlError(`the prefix ${prefix} is not declared`);
  return uri;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w+));|&/g,
    (whole, decimal?: string, hex?: string, entity?: string) => {
      const code = decimal !== undefined ? Number(decimal) : hex !== undefined ? Number.parseInt(hex, 16) : -1;
      if (code >= 0 && code <= 0x10ffff) return String.fromCodePoint(code);
      const value = entity === undefined ? undefined : entities[entity];
      if (value === undefined) throw new XmlError(`there is a wrong reference ${whole.slice(0, 20)}`);
      return value;
    },
  );
}
