import { isComplete } from '../../../../render/complete/is-complete.ts';
import type { Session } from '../../../../store/facets/sessions.ts';

/**
 * What operations do to pages: `content` fills them, `break` and `page` begin one, `font` sets the type of what follows,
 * `frame` sets what all pages share, `beside` is on no page, `existing` adds pages of a PDF, `remote` those of
 * another site, `document` those of a complete HTML document, `numbers` begins page numbers and a page, `anchor` is an
 * empty element before the content that follows.
 */
export type Kind =
  | 'content'
  | 'break'
  | 'page'
  | 'font'
  | 'frame'
  | 'beside'
  | 'existing'
  | 'remote'
  | 'document'
  | 'numbers'
  | 'anchor';

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
  add_toc: 'content',
  add_index: 'content',
  add_template: 'content',
  add_form_field: 'content',
  add_bookmark: 'anchor',
  add_page: 'page',
  add_page_break: 'break',
  set_font: 'font',
  set_style: 'frame',
  set_header: 'frame',
  set_footer: 'frame',
  set_metadata: 'frame',
  set_bates: 'frame',
  add_watermark: 'frame',
  add_stamp: 'beside',
  add_attachment: 'beside',
  add_pdf: 'existing',
  add_url: 'remote',
  set_page_numbers: 'numbers',
};

/** Options of `document` and `output` with which pages depend on the whole document. */
const farOptions = {
  document: ['singlePage'],
  output: ['forms'],
} as const;

/** Operations that apply from the `add_page` before them on. */
const chapterNames: ReadonlySet<string> = new Set(['set_header', 'set_footer']);

const opening = /^\{"op":"([a-z_]+)"/;

/** Stamps are drawn on finished pages, whatever is on these. */
const stampName = 'add_stamp';

/** A placeholder of a heading or a string in JSON. White space in it may be escaped. */
const headingMark = /\{(?:\s|\\[nrt]){0,9}(?:section|heading|string)\b/;

/** True where JSON has the placeholder of a heading or a string. */
export const showsHeadings = (json: string): boolean => headingMark.test(json);

/** The stamps among operations. */
export const stampsIn = (log: readonly Uint8Array[]): Uint8Array[] =>
  log.filter((operation) => nameOf(operation) === stampName);

/** The name of a stored operation. */
export function nameOf(operation: Uint8Array | undefined): string {
  if (operation === undefined) return '';
  const { buffer, byteOffset, byteLength } = operation;
  const start = Buffer.from(buffer, byteOffset, Math.min(byteLength, 64)).toString('latin1');
  return opening.exec(start)?.[1] ?? (JSON.parse(Buffer.from(operation).toString('utf8')) as { op: string }).op;
}

/** What an operation does to pages; `null` where that is not known. */
export function kindOf(operation: Uint8Array): Kind | null {
  const name = nameOf(operation);
  // The print of all pages depends on stamps below the content, and on those that show headings.
  if (name === stampName && (hasAny(operation, ['"under"']) || showsHeadings(Buffer.from(operation).toString('utf8'))))
    return 'frame';
  if (isDocument(name, operation)) return 'document';
  return Object.hasOwn(kinds, name) ? (kinds[name] ?? null) : null;
}

/** The field with HTML of operations that may add a complete document, which begins with one of these. */
const htmlFields: Readonly<Record<string, string>> = { add_html: 'html', add_template: 'source' };
const documentMarks = ['"document"', '<!d', '<!D', '<html', '<HTML', '<Html'];

/** True for HTML that is printed on pages of its own. At a position it is content. */
function isDocument(name: string, operation: Uint8Array): boolean {
  const field = htmlFields[name];
  if (field === undefined || !hasAny(operation, documentMarks)) return false;
  const params = JSON.parse(Buffer.from(operation).toString('utf8')) as Readonly<Record<string, unknown>>;
  const html = params[field];
  if (params.position !== undefined) return false;
  return params.as === 'document' || (params.as === undefined && typeof html === 'string' && isComplete(html));
}

/** True for options with which pages depend on the whole document. */
export function hasFarOptions(session: Session): boolean {
  return Object.entries(farOptions).some(([field, names]) => {
    const options = JSON.parse(session[field as keyof typeof farOptions]) as Readonly<Record<string, unknown>>;
    return names.some((name) => options[name] !== undefined && options[name] !== false);
  });
}

/** True for an operation that may have a table of contents: its name, or what the service writes for one. */
export const hasContents = (operation: Uint8Array): boolean =>
  isMarked(operation, ['"add_toc"', 'data-contents', '{{toc', '{{ toc', '{{{toc']);

/** True for an operation that may have an index. */
export const hasIndex = (operation: Uint8Array): boolean => isMarked(operation, ['"add_index"', 'data-place']);

/** True for an operation that may show pages of the whole document. */
export const hasListing = (operation: Uint8Array): boolean => hasContents(operation) || hasIndex(operation);

/** True for content that may add styles to the whole document. */
export const mayAddStyles = (operation: Uint8Array): boolean =>
  isMarked(operation, ['"add_template"', '"css"', '<style', '<STYLE']);

/** Operations with HTML, or with other operations. All text of the others is text on the page. */
const withHtml: ReadonlySet<string> = new Set([
  ...['add_html', 'add_template', 'add_markdown', 'add_columns', 'add_toc', 'add_index'],
]);

/** True for an operation with HTML whose JSON has one of these marks. */
const isMarked = (operation: Uint8Array, marks: readonly string[]): boolean =>
  withHtml.has(nameOf(operation)) && hasAny(operation, marks);

/** True for an operation whose JSON has one of these marks. */
export function hasAny({ buffer, byteOffset, byteLength }: Uint8Array, marks: readonly string[]): boolean {
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  return marks.some((mark) => bytes.includes(mark));
}

/** Of each operation, and of the end, the last one of a kind before it; -1 = none. */
export function lastOf(found: readonly Kind[], wanted: Kind): Int32Array {
  const last = new Int32Array(found.length + 1).fill(-1);
  found.forEach((kind, index) => (last[index + 1] = kind === wanted ? index : (last[index] ?? -1)));
  return last;
}

/** True where headers or footers are set after the first `add_page`, from which on they apply. */
export function hasLateChapters(log: readonly Uint8Array[], found: readonly Kind[]): boolean {
  const first = found.indexOf('page');
  return first >= 0 && log.some((operation, index) => index > first && chapterNames.has(nameOf(operation)));
}
