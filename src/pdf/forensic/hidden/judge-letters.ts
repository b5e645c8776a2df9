import type { Rect } from '../../geometry/matrix.ts';
import { isSpace } from '../../text/page/glyph.ts';
import type { FindingId } from '../findings/finding-kinds.ts';
import { plainColour, type Colour, type Letter, type PageLetters } from './page-letters.ts';

/** Consecutive letters that are hidden for the same reason. */
export interface HiddenRun {
  readonly id: FindingId;
  readonly text: string;
  readonly rect: Rect;
}

/** Points; smaller text can not be read. */
const tiny = 1;
/** The least number of letters and digits of a run that is reported. */
const minLetters = 2;

/** Runs of hidden letters in content order. Visible letters and spaces may separate them. */
export function hiddenRuns(page: PageLetters): HiddenRun[] {
  const runs: { id: FindingId; letters: Letter[] }[] = [];
  let open: (typeof runs)[number] | undefined;
  for (const letter of page.letters) {
    if (isSpace(letter.glyph)) {
      open?.letters.push(letter);
      continue;
    }
    const id = reasonOf(letter, page);
    if (id === null) open = undefined;
    else if (open?.id === id) open.letters.push(letter);
    else runs.push((open = { id, letters: [letter] }));
  }
  return runs.flatMap(({ id, letters }) => {
    const text = textOf(letters);
    const own = id === 'text-under-box' && !isRedaction(letters, page) ? 'text-covered' : id;
    return (text.match(/[\p{L}\p{N}]/gu) ?? []).length < minLetters ? [] : [{ id: own, text, rect: around(letters) }];
  });
}

/** The reason why a letter is not visible. The picture confirms or refutes what the content suggests. */
function reasonOf({ glyph, hidden, plain, fill, cover }: Letter, page: PageLetters): FindingId | null {
  switch (hidden) {
    case 'invisible':
      return page.scan ? 'text-recognised' : 'text-invisible';
    case 'off-page':
      return 'text-off-page';
    case 'clipped':
      return 'text-clipped';
    case 'layer-off':
      return 'text-layer-off';
    case 'covered':
      return cover?.image === true ? 'text-under-image' : 'text-under-box';
    case null:
      if (Math.min(glyph.size, glyph.em) < tiny) return 'text-tiny';
      if (plain === null || !/[\p{L}\p{N}]/u.test(glyph.text)) return null;
      if (page.scan) return 'text-under-image';
      if (fill !== null && near(plain, fill))
        return isPaper(glyph.rect, plain, page) || !isDark(plain) ? 'text-same-colour' : 'text-under-box';
      return isPaper(glyph.rect, plain, page) ? null : 'text-under-box';
  }
}

const near = (one: Colour, other: Colour, maxDistance = 24): boolean =>
  one.every((part, index) => Math.abs(part - (other[index] ?? 0)) <= maxDistance);
const isDark = (colour: Colour): boolean => Math.max(...colour) < 100;

/**
 * True where the surroundings have the colour of the place: nothing was painted there, and the glyph may have no
 * outline.
 */
function isPaper({ x0, y0, x1, y1 }: Rect, plain: Colour, { raster }: PageLetters): boolean {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const beside = [
    { x0, x1, y0: y0 - 1.2 * dy, y1: y0 - 0.7 * dy },
    { x0, x1, y0: y1 + 0.7 * dy, y1: y1 + 1.2 * dy },
    { x0: x0 - 40 * dx, x1: x0 - 39 * dx, y0, y1 },
  ];
  return !beside.some((rect) => {
    const colour = plainColour(raster, rect);
    return colour !== null && !near(colour, plain, 40);
  });
}

/**
 * True for a box like those of redactions: of one colour, about as high as some lines of text, and less than a third of
 * the page. A larger one is a background painted over a page.
 */
function isRedaction(letters: readonly Letter[], { width, height }: PageLetters): boolean {
  const [first] = letters;
  const rect = first?.cover?.rect;
  if (rect === undefined) return true;
  const [across, down] = [rect.x1 - rect.x0, rect.y1 - rect.y0];
  return across * down < 0.33 * width * height && across < 0.97 * width;
}

function textOf(letters: readonly Letter[]): string {
  return letters
    .map(({ glyph: { text, rect } }, index) => {
      const before = letters[index - 1]?.glyph;
      const gap =
        before !== undefined &&
        (Math.abs(rect.y0 - before.rect.y0) > 0.6 * before.size ||
          rect.x0 - before.rect.x1 > 0.25 * before.size ||
          rect.x0 < before.rect.x0 - before.size);
      return `${gap ? ' ' : ''}${text}`;
    })
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
}

function around(letters: readonly Letter[]): Rect {
  const rects = letters.filter(({ glyph }) => !isSpace(glyph)).map(({ glyph }) => glyph.rect);
  return rects.reduce(
    (all, { x0, y0, x1, y1 }) => ({
      x0: Math.min(all.x0, x0),
      y0: Math.min(all.y0, y0),
      x1: Math.max(all.x1, x1),
      y1: Math.max(all.y1, y1),
    }),
    { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity },
  );
}
