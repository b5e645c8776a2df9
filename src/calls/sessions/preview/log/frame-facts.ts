import { nameOf, showsHeadings } from './operation-kinds.ts';

/** What the options of a session and the operations around its content say of its pages. */
export interface FrameFacts {
  /** True where headings or captions have numbers. */
  readonly isNumbered: boolean;
  /** True where the style sheet of a request may depend on how the document is divided. */
  readonly isStyled: boolean;
  /** True where headers, footers or watermarks may be on its pages. */
  readonly hasFrame: boolean;
  /** True where they may show how many pages there are. */
  readonly showsCount: boolean;
  /** True where headers or footers may show headings. */
  readonly showsHeadings: boolean;
}

const countMark = '{pages}';

/** The facts of `document`, which is JSON, and of the frames as they are stored. */
export function frameFacts(document: string, frames: readonly Uint8Array[]): FrameFacts {
  const options = JSON.parse(document) as Readonly<Record<string, unknown>>;
  const has = (name: string): boolean => frames.some((frame) => nameOf(frame) === name);
  const texts = [document, ...frames.map((frame) => Buffer.from(frame).toString('utf8'))];
  return {
    isNumbered: [options.numbering, options.captions].some((option) => option !== undefined && option !== false),
    isStyled: options.css !== undefined || has('set_style'),
    hasFrame:
      (options.header ?? options.footer) !== undefined || ['set_header', 'set_footer', 'add_watermark'].some(has),
    showsCount: texts.some((text) => text.includes(countMark)),
    showsHeadings: texts.some(showsHeadings),
  };
}
