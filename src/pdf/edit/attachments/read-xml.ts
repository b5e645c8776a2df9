/** Why a file is no XML that a program should read: a sentence without its full stop. */
export class XmlError extends Error {}

/** An element by its local name, with what is directly in it. */
export interface XmlElement {
  readonly name: string;
  readonly namespace: string;
  /** By their names as they are written. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: XmlElement[];
  /** Its own text, without that of its children. */
  text: string;
}

/** The element that everything else stands in, and the whole as text. */
export interface XmlDocument {
  readonly root: XmlElement;
  readonly text: string;
}

/** Elements inside each other. */
const maxDepth = 256;
const encodings: ReadonlySet<string> = new Set([
  'utf-8',
  'utf-16',
  'utf-16le',
  'utf-16be',
  'us-ascii',
  'iso-8859-1',
  'iso-8859-15',
  'windows-1252',
]);

const name = '[\\p{L}_:][\\p{L}\\p{N}\\p{M}_:.\\-\\u00B7]*';
const attribute = new RegExp(`\\s+(${name})\\s*=\\s*("[^<"]*"|'[^<']*')`, 'uy');
const startTag = new RegExp(`<(${name})`, 'uy');
const endOfTag = /\s*(\/?)>/y;
const endTag = new RegExp(`</(${name})\\s*>`, 'uy');
const declaration =
  /^<\?xml\s+version\s*=\s*(?:"1\.\d"|'1\.\d')(?:\s+encoding\s*=\s*["']([\w.:-]+)["'])?(?:\s+standalone\s*=\s*["'](?:yes|no)["'])?\s*\?>/;
const reference = /&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9a-fA-F]{1,6}));/g;
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const references = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});)/;
// eslint-disable-next-line no-control-regex -- XML 1.0, production 2: what may not stand in a document
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/;

/**
 * Reads a file as far as to know that it is well-formed XML 1.0 with namespaces. A document type declaration is
 * refused: no invoice needs one, and programs that follow it can be led astray. Throws XmlError.
 */
export function readXml(bytes: Uint8Array): XmlDocument {
  const text = decoded(bytes);
  if (forbidden.test(text)) throw new XmlError('has a control character');
  return { root: new Scanner(text).scan(declaration.exec(text)?.[0].length ?? 0), text };
}

function decoded(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 256));
  const marked =
    head[0] === 0xff && head[1] === 0xfe ? 'utf-16le' : head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : undefined;
  const encoding =
    marked ?? (declaration.exec(head.toString('latin1').replace(/^\xEF\xBB\xBF/, ''))?.[1] ?? 'utf-8').toLowerCase();
  if (!encodings.has(encoding))
    throw new XmlError(`is in the encoding '${encoding.slice(0, 40)}', which few programs read; use UTF-8`);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new XmlError(`is not in the encoding ${encoding}`);
  }
}

interface OpenElement {
  readonly name: string;
  readonly element: XmlElement;
  readonly namespaces: ReadonlyMap<string, string>;
}

class Scanner {
  readonly #text: string;
  #at = 0;
  #root: XmlElement | null = null;
  readonly #open: OpenElement[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  scan(from: number): XmlElement {
    this.#at = from;
    while (this.#at < this.#text.length) {
      if (!this.#text.startsWith('<', this.#at)) this.#characters();
      else if (this.#text.startsWith('<!--', this.#at)) this.#skip('<!--', '-->', /--/, 'a comment');
      else if (this.#text.startsWith('<?', this.#at)) this.#skip('<?', '?>', /^xml\b/i, 'a processing instruction');
      else if (this.#text.startsWith('<![CDATA[', this.#at) && this.#open.length > 0)
        this.#skip('<![CDATA[', ']]>', null, 'a CDATA section');
      else if (this.#text.startsWith('<!DOCTYPE', this.#at)) throw this.#wrong('a document type declaration');
      else if (this.#text.startsWith('</', this.#at)) this.#end();
      else this.#start();
    }
    const unclosed = this.#open.at(-1);
    if (unclosed) throw this.#wrong(`no end of the element ${shown(unclosed.name)}`);
    if (this.#root === null) throw this.#wrong('no element');
    return this.#root;
  }

  #characters(): void {
    const next = this.#text.indexOf('<', this.#at);
    const characters = this.#text.slice(this.#at, next < 0 ? undefined : next);
    if (this.#open.length === 0 && characters.trim() !== '') throw this.#wrong('text outside of its root element');
    if (references.test(characters) || characters.includes(']]>'))
      throw this.#wrong("a '&' or ']]>' that stands for itself");
    this.#say(plain(characters));
    this.#at += characters.length;
  }

  #say(text: string): void {
    const open = this.#open.at(-1);
    if (open !== undefined) open.element.text += text;
  }

  #skip(from: string, to: string, wrong: RegExp | null, what: string): void {
    const end = this.#text.indexOf(to, this.#at + from.length);
    if (end < 0 || wrong?.test(this.#text.slice(this.#at + from.length, end)))
      throw this.#wrong(`${what} that is not whole`);
    if (from === '<![CDATA[') this.#say(this.#text.slice(this.#at + from.length, end));
    this.#at = end + to.length;
  }

  #start(): void {
    const [, element] = this.#take(startTag) ?? [];
    if (element === undefined || (this.#open.length === 0 && this.#root !== null))
      throw this.#wrong(
        this.#root === null || element === undefined ? "a '<' that begins nothing" : 'a second root element',
      );
    const attributes = new Map<string, string>();
    for (let found = this.#take(attribute); found; found = this.#take(attribute)) {
      const [, key = '', quoted = ''] = found;
      if (attributes.has(key) || references.test(quoted)) throw this.#wrong(`a wrong attribute ${shown(key)}`);
      attributes.set(key, quoted.slice(1, -1));
    }
    const end = this.#take(endOfTag);
    if (!end) throw this.#wrong(`a broken start of the element ${shown(element)}`);
    const namespaces = this.#namespaces(attributes);
    for (const prefixed of [element, ...attributes.keys()]) this.#namespaceOf(prefixed, namespaces);
    const own: XmlElement = {
      name: element.replace(/^.*:/, ''),
      namespace: this.#namespaceOf(element, namespaces),
      attributes: new Map([...attributes].map(([key, value]) => [key, plain(value)])),
      children: [],
      text: '',
    };
    this.#open.at(-1)?.element.children.push(own);
    this.#root ??= own;
    if (end[1] === '') this.#open.push({ name: element, element: own, namespaces });
    if (this.#open.length > maxDepth) throw this.#wrong(`elements more than ${maxDepth} levels deep`);
  }

  /** The namespaces of the element around, and those that an element declares itself. */
  #namespaces(attributes: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
    const around =
      this.#open.at(-1)?.namespaces ??
      new Map([
        ['xml', 'http://www.w3.org/XML/1998/namespace'],
        ['xmlns', ''],
      ]);
    const own = [...attributes]
      .filter(([key]) => key === 'xmlns' || key.startsWith('xmlns:'))
      .map(([key, uri]) => [key.slice('xmlns:'.length), uri] as const);
    return own.length === 0 ? around : new Map([...around, ...own]);
  }

  #namespaceOf(prefixed: string, namespaces: ReadonlyMap<string, string>): string {
    const colon = prefixed.indexOf(':');
    const prefix = colon < 0 ? '' : prefixed.slice(0, colon);
    const uri = namespaces.get(prefix);
    if (uri === undefined && prefix !== '') throw this.#wrong(`the prefix ${shown(prefix)}, which is not declared`);
    return uri ?? '';
  }

  #end(): void {
    const [, element] = this.#take(endTag) ?? [];
    const open = this.#open.pop();
    if (element === undefined || open?.name !== element)
      throw this.#wrong(
        open
          ? `no end of the element ${shown(open.name)} where it should be`
          : 'an end of an element that did not begin',
      );
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found) this.#at = pattern.lastIndex;
    return found;
  }

  #wrong(what: string): XmlError {
    return new XmlError(`has ${what} (line ${this.#text.slice(0, this.#at).split('\n').length})`);
  }
}

/** Text with what its references stand for. */
function plain(text: string): string {
  return text.includes('&')
    ? text.replace(reference, (_, name?: string, decimal?: string, hex?: string) =>
        name === undefined
          ? character(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal))
          : (entities[name] ?? ''),
      )
    : text;
}

const character = (code: number) => (code <= 0x10ffff ? String.fromCodePoint(code) : '\uFFFD');

const shown = (text: string) => `'${text.length > 60 ? `${text.slice(0, 60)}...` : text}'`;
