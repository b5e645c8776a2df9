import { ContentBudget } from '../../content/budget.ts';
import type { ContentFont } from '../../content/fonts/content-font.ts';
import type { Box } from '../../file/pdf-file.ts';
import { quadsBox, unitBox } from '../../content/state/boxes.ts';
import { runPage } from '../../content/run-page.ts';
import type { Context, Visitor } from '../../content/visitor.ts';
import type { Dict } from '../../objects/objects.ts';
import { Markings } from '../model/usage/markings.ts';
import type { Model } from '../model/model.ts';
import { maxFormDepth } from '../model/usage/read-usage.ts';
import { shownBox, type ShownBox } from '../../geometry/shown-page.ts';
import type { Occurrence } from '../occurrence.ts';
import type { Checked } from './accessibility-check.ts';

/** Where an occurrence is, with its box on the shown page. */
type ShownLocation = Pick<Occurrence, 'page' | 'object' | 'box'>;

/**
 * Adds boxes to places of structure elements: the area that their content, including that of descendants, covers on the
 * page.
 */
export function withElementBoxes(model: Model, { checks, humanChecks }: Checked): Checked {
  const wanted = new Elements(model);
  for (const { occurrences } of checks) for (const place of occurrences) wanted.add(place);
  for (const { places } of humanChecks) for (const place of places) wanted.add(place);
  const boxes = wanted.boxes();
  const placed = <T extends ShownLocation>(place: T): T => ({
    ...place,
    box: place.box ?? boxes.get(keyOf(place)) ?? null,
  });
  return {
    checks: checks.map((check) => ({ ...check, occurrences: check.occurrences.map(placed) })),
    humanChecks: humanChecks.map((check) => ({ ...check, places: check.places.map(placed) })),
  };
}

const keyOf = ({ page, object }: Pick<ShownLocation, 'page' | 'object'>) => `${page} ${object}`;

/** Structure elements, and their pages. */
class Elements {
  readonly #model: Model;
  readonly #objects: ReadonlySet<number | undefined>;
  readonly #pages = new Map<number, Set<number>>();

  constructor(model: Model) {
    this.#model = model;
    this.#objects = new Set(model.tree.nodes.map(({ place }) => place.object));
  }

  add({ page, object, box }: ShownLocation): void {
    if (page === null || object === null || box !== null || !this.#objects.has(object)) return;
    const objects = this.#pages.get(page) ?? new Set();
    this.#pages.set(page, objects.add(object));
  }

  /**
   * Boxes by page and object number. Runs the content of the pages once.
   * @throws AppError `limit-exceeded`
   */
  boxes(): Map<string, ShownBox> {
    const { file, tree } = this.#model;
    const budget = new ContentBudget({ depth: maxFormDepth });
    const fonts = new Map<Dict, ContentFont>();
    const markings = new Markings(file, tree);
    const found = new Map<string, ShownBox>();
    for (const [number, objects] of this.#pages) {
      const page = file.pages()[number - 1];
      if (page === undefined) continue;
      markings.begin(page);
      const boxes = new Map<number, Box>();
      runPage(
        file,
        page,
        painted((box, { mark }) => {
          for (let node = markings.nodeAround(mark); node !== null; node = node.parent) {
            const { object } = node.place;
            if (object !== undefined && objects.has(object)) boxes.set(object, union(boxes.get(object), box));
          }
        }),
        { budget, fonts, annotations: false },
      );
      for (const [object, box] of boxes) found.set(keyOf({ page: number, object }), shownBox(page, box));
    }
    return found;
  }
}

/** Reports the box of everything that is painted. */
function painted(onPaint: (box: Box, context: Context) => void): Visitor {
  const report = (box: Box | null, context: Context) => {
    if (box !== null) onPaint(box, context);
  };
  return {
    text: ({ glyphs }, context) => report(quadsBox(glyphs.map(({ quad }) => quad)), context),
    path: ({ bounds, fill, stroke }, context) => report(fill === null && !stroke ? null : bounds, context),
    image: ({ matrix }, context) => report(unitBox(matrix), context),
    shading: (_shading, context) => report(context.state.clip, context),
  };
}

function union(one: Box | undefined, other: Box): Box {
  return one === undefined
    ? other
    : [Math.min(one[0], other[0]), Math.min(one[1], other[1]), Math.max(one[2], other[2]), Math.max(one[3], other[3])];
}
