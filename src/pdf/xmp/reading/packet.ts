import { RdfError, readRdf, type XmpProperty, type XmpValue } from './rdf.ts';
import { parseDamagedXml, parseXml } from './parse-xml.ts';
import { XmlError, type XmlElement } from './xml.ts';
import { withoutEnd } from '../../../without-end.ts';

/** An XMP packet, as far as it can be read. */
export interface Packet {
  readonly properties: readonly XmpProperty[];
  /** Why it is no XMP, or null. */
  readonly error: string | null;
  readonly encoding: string;
  /** Attributes of the packet's header (ISO 16684-1, 7.3.2), or null without one. */
  readonly header: ReadonlyMap<string, string> | null;
}

/** Bytes of the longest packet that is looked into. */
const maxBytes = 16 * 1024 * 1024;
const rules = { maxDepth: 128, maxElements: 200_000, strict: false };

/** Reads an XMP packet. Malformed XML or RDF gives an `error` and no properties. */
export function readPacket(bytes: Buffer): Packet {
  const encoding = encodingOf(bytes);
  try {
    if (bytes.length > maxBytes) throw new RdfError('it is longer than any metadata');
    const { root, instructions } = parseXml(withoutEnd(textOf(bytes, encoding), /\0/), rules);
    const header = instructions.find(({ target, body }) => target === 'xpacket' && !/^end\s*=/.test(body));
    return {
      properties: readRdf(root),
      error: null,
      encoding,
      header: header === undefined ? null : attributesOf(header.body),
    };
  } catch (error) {
    if (error instanceof XmlError || error instanceof RdfError || error instanceof TypeError)
      return { properties: [], error: error.message, encoding, header: null };
    throw error;
  }
}

/** The text of a packet, and how it is encoded. What is wrong in its encoding is replaced. */
export function packetText(bytes: Buffer): { readonly text: string; readonly encoding: string } {
  const encoding = encodingOf(bytes);
  const text = encoding.startsWith('utf-32')
    ? textOf(bytes, encoding)
    : new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
  return { text, encoding };
}

/** A packet of this text; UTF-8 in place of UTF-32, which few readers know. */
export function packetBytes({ text, encoding }: ReturnType<typeof packetText>): Buffer {
  if (!encoding.startsWith('utf-16')) return Buffer.from(text);
  const bytes = Buffer.from(text, 'utf16le');
  return encoding === 'utf-16be' ? bytes.swap16() : bytes;
}

/** All elements of a packet in their order, as far as it can be read where it is damaged. */
export function elementsIn(bytes: Buffer): XmlElement[] {
  const elements: XmlElement[] = [];
  const open = outermostIn(withoutEnd(packetText(bytes).text, /\0/)).toReversed();
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    elements.push(element);
    for (const child of element.children.toReversed()) open.push(child);
  }
  return elements;
}

function outermostIn(text: string): readonly XmlElement[] {
  try {
    return [parseXml(text, rules).root];
  } catch (error) {
    if (error instanceof XmlError) return parseDamagedXml(text, rules);
    throw error;
  }
}

/** By byte order mark, or by where the zeros of the first characters are. */
function encodingOf(bytes: Buffer): string {
  const [a = 0, b = 0, c = 0, d = 0] = bytes;
  if (a === 0xff && b === 0xfe && c === 0 && d === 0) return 'utf-32le';
  if (a === 0 && b === 0 && c === 0xfe && d === 0xff) return 'utf-32be';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  if (a === 0 && b === 0 && c === 0) return 'utf-32be';
  if (b === 0 && c === 0 && d === 0 && a !== 0) return 'utf-32le';
  if (a === 0 && b !== 0) return 'utf-16be';
  return a !== 0 && b === 0 ? 'utf-16le' : 'utf-8';
}

function textOf(bytes: Buffer, encoding: string): string {
  if (!encoding.startsWith('utf-32')) return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  let text = '';
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = encoding === 'utf-32le' ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
    text += code <= 0x10ffff && code !== 0xfeff ? String.fromCodePoint(code) : '';
  }
  return text.toWellFormed();
}

function attributesOf(instruction: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, key = '', double, single] of instruction.matchAll(/(?<!\w)(\w+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    attributes.set(key, double ?? single ?? '');
  return attributes;
}

/** The property of that namespace and local name, or null. */
export function propertyOf({ properties }: Packet, namespace: string, name: string): XmpProperty | null {
  return properties.find((property) => property.namespace === namespace && property.name === name) ?? null;
}

/** A value that is one text, or an array of them: its first, or the one of x-default. */
export function simpleText(value: XmpValue | undefined): string | null {
  if (value === undefined) return null;
  if (value.kind === 'text') return value.text;
  if (value.kind === 'structure') return null;
  const texts = value.items.filter((item) => item.kind === 'text');
  return (texts.find(({ lang }) => lang === 'x-default') ?? texts[0])?.text ?? null;
}
