import { parseXml } from '../../xmp/reading/parse-xml.ts';
import { XmlError, type XmlElement, type XmlFault } from '../../xmp/reading/xml.ts';

/** Why a file is no XML that a program should read: a sentence without its full stop. */
export class InvoiceXmlError extends Error {}

/** The root element, and the whole as text. */
export interface InvoiceXml {
  readonly root: XmlElement;
  readonly text: string;
}

const rules = { maxDepth: 256, maxElements: Infinity, strict: true };
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
/** The encoding in an XML declaration (XML 1.0, 2.8). */
const declaration = /^<\?xml\s+version\s*=\s*(?:"1\.\d"|'1\.\d')\s+encoding\s*=\s*["']([\w.:-]+)["']/;

/**
 * Reads a file as far as to know that it is well-formed XML 1.0 with namespaces. A document type declaration is
 * refused: no invoice needs one, and programs that follow it can be led astray.
 * @throws InvoiceXmlError
 */
export function readInvoiceXml(bytes: Uint8Array): InvoiceXml {
  const text = decoded(bytes);
  try {
    return { root: parseXml(text, rules).root, text };
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    throw new InvoiceXmlError(`has ${thingOf(error)} (line ${error.line})`);
  }
}

function decoded(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 256));
  const marked =
    head[0] === 0xff && head[1] === 0xfe ? 'utf-16le' : head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : undefined;
  const encoding =
    marked ?? (declaration.exec(head.toString('latin1').replace(/^\xEF\xBB\xBF/, ''))?.[1] ?? 'utf-8').toLowerCase();
  if (!encodings.has(encoding))
    throw new InvoiceXmlError(`is in the encoding '${encoding.slice(0, 40)}', which few programs read; use UTF-8`);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new InvoiceXmlError(`is not in the encoding ${encoding}`);
  }
}

/** Where a name is known: the element, the attribute or the prefix. */
const things: Readonly<Record<XmlFault, (name: string) => string>> = {
  character: () => 'a control character',
  comment: () => 'a comment that is not whole',
  instruction: () => 'a processing instruction that is not whole',
  cdata: () => 'a CDATA section that is not whole',
  doctype: () => 'a document type declaration',
  reference: () => "an unescaped '&' or ']]>'",
  'section-end': () => "an unescaped '&' or ']]>'",
  'text-outside': () => 'text outside of its root element',
  markup: () => "a '<' that begins nothing",
  'second-root': () => 'a second root element',
  'no-element': () => 'no element',
  'start-tag': (name) => `a broken start of the element ${shown(name)}`,
  attribute: (name) => `a wrong attribute ${shown(name)}`,
  prefix: (name) => `the prefix ${shown(name)}, which is not declared`,
  'end-tag': (name) =>
    name === '' ? 'an end of an element that did not begin' : `no end of the element ${shown(name)} where it should be`,
  unclosed: (name) => `no end of the element ${shown(name)}`,
  'too-deep': () => `elements more than ${rules.maxDepth} levels deep`,
  'too-many': () => 'too many elements',
};

function thingOf({ fault, subject, attribute }: XmlError): string {
  return attribute === null ? things[fault](subject) : things.attribute(attribute);
}

const shown = (text: string) => `'${text.length > 60 ? `${text.slice(0, 60)}...` : text}'`;
