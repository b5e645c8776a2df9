import type { Overflow } from '../../../browser/page/measure/measure.ts';
import type { Warning } from '../../model/types/warning.ts';
import type { ScannedPart } from './missing-glyphs.ts';

/** Points per CSS pixel on paper, at full size. */
const fullScale = 0.75;
/** Minimum scale at which Chromium prints content to fit its page; wider content is cut off. */
const smallest = 1 / 1.5;

/** True where nothing made a print smaller; `scale` in points per CSS pixel. */
export const isFullSize = (scale: number): boolean => scale / fullScale > 0.995;

/** Overflow of one part, as measured in the page and in the printed file. */
export interface MeasuredPart extends ScannedPart {
  /** `null` where the page was not measured, because its pages have sizes of their own. */
  readonly overflows: readonly Overflow[] | null;
}

/** A warning for content that made its pages print smaller, and for each element whose content is cut off. */
export function overflows({ scan, pages, overflows: boxes }: MeasuredPart): Warning[] {
  // Chromium does not print right-to-left content smaller, but cuts it off
  const isCut = ({ kind, edge }: Overflow) => kind === 'cut' || edge === 'left';
  const found = boxes?.filter(isCut).map((box) => cutOff(box, pageOf(box, scan, pages))) ?? [];
  const wide = boxes?.filter((box) => !isCut(box)) ?? [];
  const share = scan.scale === null ? null : scan.scale / fullScale;
  // it fits after all: pages of other sizes, or another style for print
  if (scan.scale !== null && isFullSize(scan.scale)) return found;
  // no evidence, or a document that is drawn small on purpose
  if (boxes === null ? share === null : wide.length === 0) return found;
  return [...wider(wide, share), ...found];
}

function wider(wide: readonly Overflow[], share: number | null): Warning[] {
  const cut = share === null || share <= smallest + 0.005;
  const result =
    'the whole document was printed ' +
    ((share === null ? 'smaller' : `at ${Math.round(share * 100)} % of its size`) +
      (cut ? ', and what still does not fit is cut off' : ''));
  const advice = 'Let it wrap or shrink (`max-width: 100%`, `overflow-wrap: anywhere`), or turn the page.';
  if (wide.length === 0) return [{ code: 'overflow', message: `Content is wider than its page: ${result}. ${advice}` }];
  return wide.slice(0, 5).map(({ element, edge, by, text }) => ({
    code: 'overflow',
    message: `${nameOf(element, text)} goes ${points(by)} past the ${edge} edge of its page: ${result}. ${advice}`,
  }));
}

function cutOff({ element, edge, by, text }: Overflow, page: number | undefined): Warning {
  const advice =
    edge === 'bottom'
      ? 'Paper does not scroll: leave its height to the content.'
      : 'Paper does not scroll: let it wrap (`white-space: pre-wrap`, `overflow-wrap: anywhere`), or give it ' +
        'more room.';
  return {
    code: 'overflow',
    message:
      `${nameOf(element, text)}${page === undefined ? '' : ` on page ${page}`} is cut off at its ${edge}: ` +
      `${points(by)} of it are not printed. ${advice}`,
  };
}

const nameOf = (element: string, text: string) => `\`<${element.slice(0, 60)}>\`${text === '' ? '' : ` “${text}”`}`;
const points = (pixels: number) => `${Math.round(pixels * fullScale)} pt`;

/**
 * The page of an element whose content is cut off: the file shows the page of a line that is cut through a letter, and
 * the element begins with that line.
 */
function pageOf({ text }: Overflow, { cut }: ScannedPart['scan'], pages: ScannedPart['pages']): number | undefined {
  const start = squeezed(text).slice(0, 24);
  const found = start === '' ? undefined : cut.find((line) => squeezed(line.text).startsWith(start));
  return found === undefined ? undefined : pages(found.page)[0];
}

const squeezed = (text: string) => text.replace(/\s+/g, '');
