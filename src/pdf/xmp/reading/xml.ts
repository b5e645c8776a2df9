/** An attribute, by its expanded name. */
export interface XmlAttribute {
  readonly prefix: string;
  /** Empty without a prefix. */
  readonly namespace: string;
  readonly name: string;
  readonly value: string;
}

/** An element, by its expanded name. */
export interface XmlElement {
  readonly prefix: string;
  readonly namespace: string;
  readonly name: string;
  /** Without declarations of namespaces. */
  readonly attributes: readonly XmlAttribute[];
  readonly children: XmlElement[];
  /** Its characters, without those of its children. */
  text: string;
}

/** A processing instruction: `<?target body?>`. */
export interface XmlInstruction {
  readonly target: string;
  readonly body: string;
}

/** A document, with the processing instructions anywhere in it. */
export interface XmlTree {
  readonly root: XmlElement;
  readonly instructions: readonly XmlInstruction[];
}

/** Limits of XML that is parsed, and how strictly its syntax is checked. */
export interface XmlRules {
  /** Elements within each other. */
  readonly maxDepth: number;
  readonly maxElements: number;
  /**
   * True: everything that is not well-formed is refused, and so is a document type declaration. False: mistakes that
   * leave the tree unambiguous are tolerated, as in readers of XMP. Those are control characters, comments with `--`,
   * `]]>` in text, an XML declaration or a processing instruction in a wrong place or with a wrong name, and zeros
   * around the root. A document type declaration is skipped, and its content is ignored.
   */
  readonly strict: boolean;
}

/** Sentences of mistakes, without their full stops. `subject` is the name, or the text, that the mistake is about. */
const sentences = {
  character: () => 'there is a control character',
  comment: () => 'a comment does not end',
  instruction: () => 'a processing instruction does not end',
  cdata: () => 'a CDATA section does not end',
  doctype: () => 'a declaration does not end',
  reference: (subject: string) => `there is a wrong reference ${subject}`,
  'section-end': () => "there is a ']]>' outside of a CDATA section",
  'text-outside': () => 'there is text outside of the root element',
  markup: () => "a '<' begins nothing",
  'second-root': () => 'there is a second root element',
  'no-element': () => 'it has no element',
  'start-tag': (subject: string) => `the start tag of ${subject} is broken`,
  attribute: (subject: string) => `the attribute ${subject} is given twice`,
  prefix: (subject: string) => `the prefix ${subject} is not declared`,
  'end-tag': () => 'an end tag does not fit its start tag',
  unclosed: () => 'an element does not end',
  'too-deep': () => 'it has too many elements',
  'too-many': () => 'it has too many elements',
} satisfies Record<string, (subject: string) => string>;

/** The kind of a mistake in XML. */
export type XmlFault = keyof typeof sentences;

/** Why a text is no XML that can be read. The message is a sentence without its full stop. */
export class XmlError extends Error {
  readonly fault: XmlFault;
  /** The name, or the text, that the fault is about; empty where there is none. */
  readonly subject: string;
  /** From 1. */
  readonly line: number;
  /** Of a wrong reference in the value of an attribute: the attribute's name. */
  readonly attribute: string | null;

  constructor(
    fault: XmlFault,
    { subject, line, attribute = null }: { subject: string; line: number; attribute?: string | null },
  ) {
    super(sentences[fault](subject));
    this.fault = fault;
    this.subject = subject;
    this.line = line;
    this.attribute = attribute;
  }
}
