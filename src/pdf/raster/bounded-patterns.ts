import { AppError } from '../../problems.ts';
import { contentBytes } from '../content/content-bytes.ts';
import { ContentReader } from '../content/content-reader.ts';
import { openPdf } from '../file/open.ts';
import type { OpenDocument } from '../pdfium/document.ts';
import { Dict, isName, Name, Stream } from '../objects/objects.ts';
import type { PdfFile } from '../file/pdf-file.ts';

/** Operations of one pattern cell, including its forms and patterns each time they are used. */
const maxOperations = 5_000_000;
/** Depth of nested forms and patterns. */
const maxDepth = 50;

const painting = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'S', 's', 'Tj', 'TJ', "'", '"', 'sh', 'Do']);
const fillColours = new Set(['cs', 'g', 'rg', 'k', 'sc', 'scn']);
const strokeColours = new Set(['CS', 'G', 'RG', 'K', 'SC', 'SCN']);

/**
 * Bytes in every file with patterns: the key, or a letter of it as a number (ISO 32000-2, 7.3.5). Stream dictionaries
 * are never compressed (7.5.7), so that files without these bytes need not be parsed.
 */
const signs = [
  'PatternType',
  ...Array.from(new Set('PatternType'), (letter) => `#${letter.charCodeAt(0).toString(16)}`),
  '#6E',
];

const checked = new WeakSet<OpenDocument>();

/**
 * Refuses a document whose tiling patterns (ISO 32000-2, 8.7.3) contain themselves, or so many others that drawing a
 * cell would not end: the engine has no limit. Checks a document once.
 * @throws AppError `limit-exceeded`
 */
export function requireBoundedPatterns(document: OpenDocument): void {
  if (checked.has(document)) return;
  checked.add(document);
  const { bytes } = document.source;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!signs.some((sign) => buffer.includes(sign))) return;
  const file = opened(document);
  if (file === null) return;
  const costs = new PaintCosts(file);
  for (const num of file.numbers()) {
    const obj = file.get(num);
    if (!(obj instanceof Stream) || file.resolve(obj.dict.get('PatternType')) !== 1) continue;
    if (costs.of(obj, new Dict()) <= maxOperations) continue;
    throw new AppError(
      'limit-exceeded',
      `A pattern of the document takes more than ${maxOperations} operations to paint, because it paints with ` +
        'other patterns or with itself.',
    );
  }
}

/** Null for a document that only the engine can read. */
function opened({ source: { bytes, password } }: OpenDocument): PdfFile | null {
  try {
    return openPdf(bytes, { password });
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

interface Colours {
  readonly fill: number;
  readonly stroke: number;
}

const plain: Colours = { fill: 0, stroke: 0 };

/** Counts the operations of painting a stream; each stream is read once. */
class PaintCosts {
  readonly #file: PdfFile;
  readonly #known = new Map<Stream, number>();
  readonly #active = new Set<Stream>();

  constructor(file: PdfFile) {
    this.#file = file;
  }

  /** Infinity for a stream that contains itself, or nests too deep. */
  of(stream: Stream, outer: Dict): number {
    const known = this.#known.get(stream);
    if (known !== undefined) return known;
    if (this.#active.has(stream) || this.#active.size >= maxDepth) return Infinity;
    this.#active.add(stream);
    const cost = this.#read(stream, this.#file.dict(stream.dict.get('Resources')) ?? outer);
    this.#active.delete(stream);
    this.#known.set(stream, cost);
    return cost;
  }

  #read(stream: Stream, resources: Dict): number {
    const reader = new ContentReader(contentBytes(stream));
    const saved: Colours[] = [];
    let colours = plain;
    let cost = 0;
    for (let operation = reader.next(); operation !== null && cost <= maxOperations; operation = reader.next()) {
      const { operator, operands } = operation;
      const name = operands.at(-1);
      const used = name instanceof Name ? name.value : '';
      const pattern = () => (operator.toLowerCase() === 'scn' ? this.#pattern(used, resources) : 0);
      cost += 1;
      if (operator === 'q') saved.push(colours);
      else if (operator === 'Q') colours = saved.pop() ?? colours;
      else if (fillColours.has(operator)) colours = { ...colours, fill: pattern() };
      else if (strokeColours.has(operator)) colours = { ...colours, stroke: pattern() };
      else if (painting.has(operator))
        cost += colours.fill + colours.stroke + (operator === 'Do' ? this.#form(used, resources) : 0);
    }
    return cost;
  }

  #pattern(name: string, resources: Dict): number {
    const stream = name === '' ? null : this.#file.stream(this.#file.dict(resources.get('Pattern'))?.get(name) ?? null);
    return stream === null ? 0 : this.of(stream, new Dict());
  }

  #form(name: string, resources: Dict): number {
    const stream = this.#file.stream(this.#file.dict(resources.get('XObject'))?.get(name) ?? null);
    return stream !== null && isName(this.#file.resolve(stream.dict.get('Subtype')), 'Form')
      ? this.of(stream, resources)
      : 0;
  }
}
