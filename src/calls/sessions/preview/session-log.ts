import { createHash, hash } from 'node:crypto';
import type { Session, SessionAsset } from '../../../store/facets/sessions.ts';

/**
 * What operations do to pages: `content` fills them, `break` and `page` begin one, `font` sets the type of what follows,
 * `frame` sets what all pages share, `beside` is on no page.
 */
type Kind = 'content' | 'break' | 'page' | 'font' | 'frame' | 'beside';

/** Operations whose effect is known; a session with any other is printed as a whole. */
const kinds: Readonly<Record<string, Kind>> = {
  add_text: 'content',
  add_heading: 'content',
  add_list: 'content',
  add_table: 'content',
  add_image: 'content',
  add_divider: 'content',
  add_spacer: 'content',
  add_code: 'content',
  add_markdown: 'content',
  add_html: 'content',
  add_columns: 'content',
  add_barcode: 'content',
  add_chart: 'content',
  add_math: 'content',
  add_page: 'page',
  add_page_break: 'break',
  set_font: 'font',
  set_style: 'frame',
  set_header: 'frame',
  set_footer: 'frame',
  set_metadata: 'frame',
  set_bates: 'frame',
  add_watermark: 'frame',
  add_attachment: 'beside',
};

/** Options of `document` and `output` with which pages depend on the whole document. */
const farOptions = {
  document: ['numbering', 'captions', 'singlePage'],
  output: ['conformance', 'failOn', 'forms', 'maxPages', 'pages'],
} as const;

/** Operations that apply from the `add_page` before them on. */
const chapterNames: ReadonlySet<string> = new Set(['set_header', 'set_footer']);

const countMark = '{pages}';

/** Siblings before an element that selectors may look for. */
const siblings = 2;

/** The operations and the assets of a session. */
export interface LoggedContent {
  readonly log: readonly Uint8Array[];
  readonly assets: readonly SessionAsset[];
}

/** The content of a session as far as the print of its stretches depends on it. */
export class SessionLog {
  readonly log: readonly Uint8Array[];
  /** Digests of the operations. */
  readonly digests: readonly string[];
  /** The digest of what all pages depend on. */
  readonly context: string;
  /** True where the style sheet of a request may depend on how the document is divided. */
  readonly isStyled: boolean;
  /** True where headers, footers or watermarks may be on its pages. */
  readonly hasFrame: boolean;
  /** True where they may show how many pages there are. */
  readonly showsCount: boolean;
  readonly #kinds: readonly Kind[];
  readonly #frame: readonly number[];
  /** Of each operation, the last `set_font` and the last `add_page` before it; -1 = none. */
  readonly #fonts: Int32Array;
  readonly #pages: Int32Array;

  /** `null` where pages depend on operations that may be anywhere. */
  static of(session: Session, content: LoggedContent): SessionLog | null {
    const found = content.log.map(kindOf);
    const isKnown = found.every((kind) => kind !== null);
    const firstPage = found.indexOf('page');
    const hasChapters = content.log.some(
      (operation, index) => firstPage >= 0 && index > firstPage && chapterNames.has(nameOf(operation)),
    );
    return isKnown && !hasChapters && !hasFarOptions(session) ? new SessionLog(session, content, found) : null;
  }

  private constructor({ document, output }: Session, { log, assets }: LoggedContent, found: readonly Kind[]) {
    this.log = log;
    this.digests = log.map((operation) => hash('sha256', operation, 'base64'));
    this.#kinds = found;
    this.#frame = found.flatMap((kind, index) => (kind === 'frame' ? [index] : []));
    this.#fonts = lastOf(found, 'font');
    this.#pages = lastOf(found, 'page');
    const names = assets.map(({ name, blob }) => `${name} ${blob.sha256}`);
    const frame = this.#frame.map((index) => this.digests[index]);
    this.context = createHash('sha256')
      .update(JSON.stringify([document, output, names, frame]))
      .digest('base64');
    const options = JSON.parse(document) as Readonly<Record<string, unknown>>;
    const isFrameOf = (name: string): boolean => this.#frame.some((index) => nameOf(log[index]) === name);
    this.isStyled = options.css !== undefined || isFrameOf('set_style');
    this.hasFrame =
      (options.header ?? options.footer) !== undefined || ['set_header', 'set_footer', 'add_watermark'].some(isFrameOf);
    this.showsCount =
      document.includes(countMark) || this.#frame.some((index) => Buffer.from(log[index] ?? []).includes(countMark));
  }

  get length(): number {
    return this.log.length;
  }

  /** The operation, and all before it that the pages from there on depend on. */
  startOf(at: number): string {
    const digest = (index: number | undefined): string => this.digests[index ?? -1] ?? '';
    const font = this.#fonts[at] ?? -1;
    const before = (index: number): number => this.#frame.filter((frame) => frame < index).length;
    return [
      this.context,
      digest(font),
      before(font),
      before(at),
      digest(this.#pages[at]),
      ...this.#siblingsOf(at).map(digest),
      String(at === 0),
      digest(at),
    ].join(' ');
  }

  /** The digest of all that the print of the session depends on. */
  get digest(): string {
    return `${this.context} ${this.digestOf(0, this.length)}`;
  }

  /** The digest of operations. */
  digestOf(from: number, to: number): string {
    return hash('sha256', this.digests.slice(from, to).join(' '), 'base64');
  }

  /** The operations from one to before another with those around them that their print needs, in order. */
  stretch(from: number, to: number): { readonly indexes: readonly number[]; readonly first: number } {
    const kept = [this.#fonts[from] ?? -1, this.#pages[from] ?? -1, ...this.#siblingsOf(from)];
    const around = [...this.#frame.filter((index) => index < from), ...kept.filter((index) => index >= 0)];
    const before = [...new Set(around)].sort((one, other) => one - other);
    const own = Array.from({ length: to - from }, (_, index) => from + index);
    const printed = own.filter((index) => this.#kinds[index] !== 'beside');
    return { indexes: [...before, ...printed, ...this.#frame.filter((index) => index >= to)], first: before.length };
  }

  /** What is around the content of all pages: frames, and kinds of page. */
  frame(): readonly Uint8Array[] {
    const setups = this.log.flatMap((operation, index) => (this.#kinds[index] === 'page' ? [operation] : []));
    const distinct = [...new Map(setups.map((operation) => [Buffer.from(operation).toString(), operation])).values()];
    return [...this.#frame.flatMap((index) => this.log[index] ?? []), ...distinct];
  }

  #siblingsOf(at: number): number[] {
    const found: number[] = [];
    for (let index = at - 1; index >= 0 && found.length < siblings; index -= 1)
      if (this.#kinds[index] === 'content') found.unshift(index);
    return found;
  }
}

const opening = /^\{"op":"([a-z_]+)"/;

function nameOf(operation: Uint8Array | undefined): string {
  if (operation === undefined) return '';
  const { buffer, byteOffset, byteLength } = operation;
  const start = Buffer.from(buffer, byteOffset, Math.min(byteLength, 64)).toString('latin1');
  return opening.exec(start)?.[1] ?? (JSON.parse(Buffer.from(operation).toString('utf8')) as { op: string }).op;
}

function kindOf(operation: Uint8Array): Kind | null {
  const name = nameOf(operation);
  return Object.hasOwn(kinds, name) ? (kinds[name] ?? null) : null;
}

function hasFarOptions(session: Session): boolean {
  return Object.entries(farOptions).some(([field, names]) => {
    const options = JSON.parse(session[field as keyof typeof farOptions]) as Readonly<Record<string, unknown>>;
    return names.some((name) => options[name] !== undefined && options[name] !== false);
  });
}

/** Of each operation, and of the end, the last one of a kind before it; -1 = none. */
function lastOf(found: readonly Kind[], wanted: Kind): Int32Array {
  const last = new Int32Array(found.length + 1).fill(-1);
  found.forEach((kind, index) => (last[index + 1] = kind === wanted ? index : (last[index] ?? -1)));
  return last;
}
