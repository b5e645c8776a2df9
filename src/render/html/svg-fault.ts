import { parseXml } from '../../pdf/xmp/reading/parse-xml.ts';
import { AppError } from '../../problems.ts';
import { XmlError } from '../../pdf/xmp/reading/xml.ts';
import { prologOf } from './image-kind.ts';

const rules = { maxDepth: 1000, maxElements: 1_000_000, strict: true };

/** As far as `sniffImage` looks. */
const prologCharacters = 10_000;

/** An entity of the document type declaration (XML 1.0, 4.2). */
const entity = /<!ENTITY[ \t\r\n]+([\w.:-]+)[ \t\r\n]+["']/g;

/**
 * Why an SVG is not well-formed, as a browser reads it: a clause with its line; `null` = it is. Entities that its
 * document type declares are taken as text. Throws AppError `limit-exceeded` for one of too many elements.
 */
export function svgFault(bytes: Uint8Array): string | null {
  const { text, entities } = withoutDoctype(textOf(bytes));
  const plain =
    entities.size === 0
      ? text
      : text.replace(/&([\w.:-]+);/g, (all: string, name: string) => (entities.has(name) ? 'x' : all));
  try {
    parseXml(plain, rules);
    return null;
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    if (error.fault === 'too-deep' || error.fault === 'too-many')
      throw new AppError(
        'limit-exceeded',
        `The SVG has more than ${rules.maxElements} elements, or more than ${rules.maxDepth} within each other.`,
        { cause: error },
      );
    return `${error.message} (line ${error.line})`;
  }
}

/** The text, in the encoding that the XML declaration names. */
function textOf(bytes: Uint8Array): string {
  const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
  const name = /^<\?xml[^>]*encoding=["']([\w.:-]+)["']/.exec(head)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(name).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

/** The text with blanks in place of its document type declaration, so that lines stay, and the entities in there. */
function withoutDoctype(text: string): { readonly text: string; readonly entities: ReadonlySet<string> } {
  const found = prologOf(text.slice(0, prologCharacters)).find(([at]) => text.startsWith('<!DOCTYPE', at));
  if (found === undefined) return { text, entities: new Set() };
  const [start, end] = found;
  const declaration = text.slice(start, end);
  const entities = new Set([...declaration.matchAll(entity)].map(([, name = '']) => name));
  return { text: text.slice(0, start) + declaration.replace(/[^\n]/g, ' ') + text.slice(end), entities };
}
