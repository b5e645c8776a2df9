import { SaxesParser } from 'saxes';
import { XmlError, type XmlElement, type XmlFault, type XmlInstruction, type XmlRules, type XmlTree } from './xml.ts';

/**
 * Reads XML 1.0 with namespaces into a tree (XML 1.0, fifth edition; Namespaces in XML 1.0). Nothing outside of the
 * text is loaded.
 *
 * @throws XmlError
 */
export function parseXml(text: string, rules: XmlRules): XmlTree {
  return new TreeReader(text, rules).read();
}

/**
 * Reads what can be read of damaged XML: all mistakes are passed over, a prefix that is not declared is its own
 * namespace, and an element that does not end has no text. The result is its outermost elements.
 */
export function parseDamagedXml(text: string, rules: XmlRules): readonly XmlElement[] {
  // Without its semicolon, a reference would reach to the next one.
  return new TreeReader(text.replace(bareAmpersand, '&amp;'), rules, true).readDamaged();
}

/** Mistakes that saxes reports, by the beginning of its message; what is not here is a mistake of a tag or instruction. */
const reported: readonly (readonly [message: string, fault: XmlFault])[] = [
  ['documents may contain only one root', 'second-root'],
  ['unbound namespace prefix', 'prefix'],
  ['duplicate attribute', 'attribute'],
  ['undefined entity', 'reference'],
  ['empty entity name', 'reference'],
  ['disallowed character in entity name', 'reference'],
  ['malformed character entity', 'reference'],
  ['the string "]]>"', 'section-end'],
  ['malformed comment', 'comment'],
  ['disallowed character in tag name', 'markup'],
  ['incorrect syntax', 'markup'],
  ['unexpected close tag', 'end-tag'],
  ['unmatched closing tag', 'end-tag'],
  ['weird empty close tag', 'end-tag'],
  ['disallowed character in closing tag', 'end-tag'],
];

/** Mistakes that do not change the tree. */
const forgiven: ReadonlySet<XmlFault> = new Set(['character', 'comment', 'instruction', 'section-end']);

/** What does not end where the text does. */
const unfinished: readonly (readonly [start: string, fault: XmlFault])[] = [
  ['<!--', 'comment'],
  ['<?', 'instruction'],
  ['<![CDATA[', 'cdata'],
  ['<!DOCTYPE', 'doctype'],
  ['</', 'end-tag'],
  ['<', 'markup'],
  ['&', 'reference'],
];
const bareAmpersand = /&(?!(?:#\d+|#x[0-9a-f]+|\w+);)/gi;
const beginning = /<|&(?!(?:#\d+|#x[0-9a-f]+|\w+);)/i;
const characterReference = /^&#(?:(\d{1,7})|x([0-9a-f]{1,6}));/i;
const anyText = /[^\s\0]/;

const options = { xmlns: true, position: false, defaultXMLVersion: '1.0', forceXMLVersion: true } as const;

class TreeReader extends SaxesParser<typeof options> {
  readonly #text: string;
  readonly #rules: XmlRules;
  readonly #damaged: boolean;
  readonly #instructions: XmlInstruction[] = [];
  readonly #open: { readonly written: string; readonly element: XmlElement }[] = [];
  readonly #outermost: XmlElement[] = [];
  #elements = 0;
  /** Where the last thing that was read whole ends. */
  #at = 0;
  /** The start tag that is being read: its name, and those of its attributes. */
  #tag: { readonly name: string; readonly attributes: string[] } | null = null;
  /** The name of the element that the last end tag closed. */
  #closed = '';

  constructor(text: string, rules: XmlRules, damaged = false) {
    super(options);
    this.#text = text;
    this.#rules = rules;
    this.#damaged = damaged;
    this.on('text', (characters) => this.#characters(characters, this.position - 1));
    this.on('cdata', (characters) => this.#characters(characters, this.position));
    this.on('comment', () => {
      // Called at each `--`, the last of which a '>' follows.
      if (text[this.position] === '>') this.#at = this.position + 1;
    });
    this.on('processinginstruction', (instruction) => {
      this.#instructions.push(instruction);
      this.#past();
    });
    this.on('doctype', () => {
      if (rules.strict) throw this.#error('doctype');
      this.#past();
    });
    this.on('opentagstart', ({ name }) => {
      this.#tag = { name, attributes: [] };
      this.#past();
    });
    this.on('attribute', ({ name }) => {
      this.#tag?.attributes.push(name);
      this.#past();
    });
    this.on('opentag', (tag) => {
      const attributes = Object.values(tag.attributes)
        .filter(({ name, prefix }) => prefix !== 'xmlns' && name !== 'xmlns')
        .map(({ prefix, uri, local, value }) => ({ prefix, namespace: uri, name: local, value }));
      this.#start(tag.name, {
        prefix: tag.prefix,
        namespace: tag.uri,
        name: tag.local,
        attributes,
        children: [],
        text: '',
      });
    });
    this.on('closetag', ({ name }) => {
      this.#closed = name;
      this.#open.pop();
      this.#past();
    });
  }

  read(): XmlTree {
    this.write(this.#text).close();
    const [root] = this.#outermost;
    if (root === undefined) throw this.#error('no-element');
    return { root, instructions: this.#instructions };
  }

  readDamaged(): readonly XmlElement[] {
    try {
      this.write(this.#text).close();
    } catch (error) {
      // There is too much of it.
      if (!(error instanceof XmlError)) throw error;
    }
    for (const { element } of this.#open) element.text = '';
    return this.#outermost;
  }

  /** Called by saxes for each mistake, after which it goes on as well as it can. */
  override fail(message: string): this {
    if (this.#damaged) return this;
    // Text outside of the root, and a document type declaration, are looked at where they are read.
    if (message.startsWith('text data outside') || message.startsWith('inappropriately located')) return this;
    if (message.startsWith('document must contain')) throw this.#unfinished() ?? this.#error('no-element');
    if (message.startsWith('unclosed tag'))
      throw this.#unfinished() ?? this.#error('unclosed', this.#open.at(-1)?.written, this.position);
    if (message.startsWith('unexpected end')) throw this.#unfinished() ?? this.#error('markup');
    const fault = this.#faultOf(message);
    if (!this.#rules.strict && (forgiven.has(fault) || (fault === 'reference' && this.#isToCharacter()))) return this;
    throw this.#mistake(fault, message);
  }

  #faultOf(message: string): XmlFault {
    if (message === 'disallowed character.' && this.#text[this.position - 1] !== '<') return 'character';
    const fault = reported.find(([start]) => message.startsWith(start))?.[1] ?? 'instruction';
    return this.#tag !== null && (fault === 'instruction' || fault === 'markup') ? 'start-tag' : fault;
  }

  #mistake(fault: XmlFault, message: string): XmlError {
    if (fault === 'reference') return this.#wrongReference(this.#lastReference());
    if (fault === 'prefix') return this.#error(fault, /"([^"]*)"/.exec(message)?.[1]);
    if (fault === 'attribute') return this.#error(fault, this.#twice(message));
    if (fault === 'end-tag')
      return this.#error(fault, message.startsWith('unexpected') ? this.#closed : this.#open.at(-1)?.written);
    return this.#error(fault, this.#tag?.name);
  }

  /** The attribute that saxes names by its expanded name: `{namespace}name`, or `name`. */
  #twice(message: string): string {
    const name = message.slice('duplicate attribute: '.length, -1).replace(/^\{.*\}/s, '');
    return this.#tag?.attributes.findLast((written) => written === name || written.endsWith(`:${name}`)) ?? name;
  }

  /** What the end of the text is in the middle of; null where it is between one thing and the next. */
  #unfinished(): XmlError | null {
    const rest = this.#text.slice(this.#at);
    const begins = beginning.exec(rest)?.index ?? -1;
    if (this.#tag !== null && rest[begins] !== '&') return this.#error('start-tag', this.#tag.name, this.#at);
    if (begins < 0)
      return this.#open.length === 0 && anyText.test(rest) ? this.#error('text-outside', '', this.#at) : null;
    const fault = unfinished.find(([start]) => rest.startsWith(start, begins))?.[1] ?? 'markup';
    if (fault === 'reference') return this.#wrongReference(this.#at + begins);
    const name = fault === 'markup' ? (/^<([^\s<>/!]+)/.exec(rest.slice(begins, begins + 1000))?.[1] ?? '') : '';
    if (name !== '') return this.#error('start-tag', name, this.#at + begins);
    return this.#error(fault, fault === 'end-tag' ? this.#open.at(-1)?.written : '', this.#at + begins);
  }

  /** Where the reference begins that was read last. */
  #lastReference(): number {
    return this.#text.lastIndexOf('&', this.position - 1);
  }

  /** Whether the reference that was read last is to a character, if only to one that XML does not have. */
  #isToCharacter(): boolean {
    const at = this.#lastReference();
    const [, decimal, hex] = characterReference.exec(this.#text.slice(at, at + 12)) ?? [];
    return Number(decimal ?? `0x${hex ?? '110000'}`) <= 0x10ffff;
  }

  #wrongReference(at: number): XmlError {
    const subject = /^&(?:[#\w]+;)?/.exec(this.#text.slice(at, at + 20))?.[0] ?? '&';
    const attribute = this.#tag === null ? null : (/^[^=]*/.exec(this.#text.slice(this.#at))?.[0].trim() ?? null);
    return new XmlError('reference', { subject, line: this.#lineAt(at), attribute });
  }

  #characters(characters: string, end: number): void {
    const element = this.#open.at(-1)?.element;
    if (element !== undefined) element.text += characters;
    else if (!this.#damaged && anyText.test(characters)) throw this.#error('text-outside');
    this.#at = end;
  }

  #start(written: string, element: XmlElement): void {
    (this.#open.at(-1)?.element.children ?? this.#outermost).push(element);
    this.#open.push({ written, element });
    this.#elements += 1;
    this.#tag = null;
    if (this.#open.length > this.#rules.maxDepth) throw this.#error('too-deep');
    if (this.#elements > this.#rules.maxElements) throw this.#error('too-many');
    this.#past();
  }

  #past(): void {
    this.#at = this.position;
  }

  #error(fault: XmlFault, subject = '', at = this.position - 1): XmlError {
    return new XmlError(fault, { subject, line: this.#lineAt(at) });
  }

  #lineAt(at: number): number {
    return this.#text.slice(0, at).split('\n').length;
  }
}
