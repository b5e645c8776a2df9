import type { FontFolder } from '../../fonts/installed-fonts.ts';
import type { PdfPage } from '../../file/pdf-file.ts';
import { inverse, mapPoint } from '../../geometry/matrix.ts';
import { writtenShort } from '../../objects/serialize.ts';
import type { Dict } from '../../objects/objects.ts';
import { openShelf, type FontShelf } from '../../typeset/font-shelf.ts';
import { wishOf } from '../../typeset/font-wish.ts';
import type { Line } from '../../typeset/line.ts';
import { Typesetter } from '../../typeset/typesetter.ts';
import type { Changes } from '../../file/changes.ts';
import { colour, type Look } from '../survey/boxes.ts';
import { writeOperations } from '../../content/write-content.ts';
import { isWithin } from '../../facts/shape.ts';
import { type Target } from '../../facts/targets.ts';
import { shownBox, toShown, type ShownBox } from '../../geometry/shown-page.ts';

/** Font size in points. */
const maxFontSize = 14;
const minFontSize = 3;

/** Loads fonts for a label, before the document is opened. */
export function labelShelf(label: string, folders: readonly FontFolder[]): Promise<FontShelf> {
  return openShelf({ folders, texts: [label] });
}

const wish = wishOf('Helvetica-Bold');

/**
 * Writes a label on the boxes in an embedded font, upright on the shown page. Labels are part of the boxes: artifacts.
 */
export class Labels {
  readonly #typesetter: Typesetter;
  readonly #line: Line;
  readonly #look: Look;

  constructor(label: string, { changes, shelf, look }: { changes: Changes; shelf: FontShelf; look: Look }) {
    this.#typesetter = new Typesetter({ shelf, sink: changes, prefix: 'ColophonLabel' });
    this.#line = this.#typesetter.paragraph(label, wish).line();
    this.#look = look;
  }

  get missing(): readonly string[] {
    return [...this.#typesetter.missing];
  }

  /** The fonts of the label, for the resources of a page. */
  fonts(): Dict {
    return this.#typesetter.resources([this.#line]);
  }

  /** The operators that show the label on boxes. A box that is too small gets none. */
  content(page: PdfPage, targets: readonly Target[]): Buffer {
    const line = this.#line;
    const toPage = inverse(toShown(page));
    if (toPage === null) return Buffer.alloc(0);
    const labels = lines(apart(targets).map(({ bounds }) => shownBox(page, bounds))).flatMap((box) => {
      const size = Math.min(maxFontSize, box.height * 0.7, line.width > 0 ? (box.width * 0.92) / line.width : 0);
      if (size < minFontSize) return [];
      const [x, y] = [
        box.x + (box.width - line.width * size) / 2,
        box.y + box.height / 2 + ((line.top + line.bottom) / 2) * size,
      ];
      const [ex, ey] = mapPoint(toPage, x, y);
      const [a, b, c, d] = toPage;
      // Text is set upright where y grows upwards.
      return [
        `q ${[a, b, -c, -d, ex, ey].map(writtenShort).join(' ')} ` +
          `cm\n${this.#typesetter.show(line, { x: 0, y: 0, size })}Q\n`,
      ];
    });
    if (labels.length === 0) return Buffer.alloc(0);
    const ink = writeOperations(colour(isDark(this.#look.fill) ? [1, 1, 1] : [0, 0, 0], this.#look.cie)).toString(
      'latin1',
    );
    return Buffer.from(`/Artifact BMC\nq\n${ink}${labels.join('')}Q\nEMC\n`, 'latin1');
  }

  /** Writes the fonts, after all labels are set. */
  write(): void {
    this.#typesetter.write();
  }
}

/** Drops targets within others: a box gets one label, however many rules found text under it. */
function apart(targets: readonly Target[]): Target[] {
  return targets.filter(
    (target, index) =>
      !targets.some(
        (other, at) =>
          at !== index &&
          isWithin(target.bounds, other.bounds, 0.5) &&
          (at < index || !isWithin(other.bounds, target.bounds, 0.5)),
      ),
  );
}

/**
 * Joins overlapping boxes of one line: two rules that find parts of a name make one black bar, which gets one label.
 */
function lines(boxes: readonly ShownBox[]): ShownBox[] {
  const joined: ShownBox[] = [];
  for (const box of boxes.toSorted((one, other) => one.x - other.x)) {
    const at = joined.findIndex((known) => isOneLine(known, box));
    const known = joined[at];
    if (known === undefined) joined.push(box);
    else joined[at] = around(known, box);
  }
  return joined;
}

/** Boxes of one line differ less than this in height, as a ratio. */
const maxTaller = 1.5;

function isOneLine(one: ShownBox, other: ShownBox): boolean {
  const [low, high] = [Math.min(one.height, other.height), Math.max(one.height, other.height)];
  const shared = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return other.x <= one.x + one.width && shared > low / 2 && high < low * maxTaller;
}

function around(one: ShownBox, other: ShownBox): ShownBox {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  };
}

const isDark = ([red, green, blue]: Look['fill']): boolean => 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.5;
