import type { Source } from '../facts/source.ts';
import { isWidget } from '../facts/is-widget.ts';
import { pageContent } from '../content/run-page.ts';
import { newFlateStream } from '../objects/new-stream.ts';
import { Dict, Name, Ref, Stream, type Obj } from '../objects/objects.ts';
import type { Box, PdfPage } from '../file/pdf-file.ts';
import type { Changes } from '../file/changes.ts';
import { bracketsFor } from '../widgets/content-balance.ts';
import type { Field } from '../widgets/fields/field.ts';
import { FlattenTags, type FlattenedWidget } from './flatten-tags.ts';

/** Bits of F (ISO 32000-2, table 167) of invisible annotations: Hidden, and NoView. */
const unseen = 0x2 | 0x20;

/** Fields of the document, and the annotations that become content. */
interface Flattened {
  readonly fields: readonly Field[];
  readonly wanted: (dict: Dict) => boolean;
}

/**
 * Makes the appearances of all widgets content of their pages (ISO 32000-2, 12.5.5), with their tags, and removes the
 * widgets and the form. Answers the number of widgets.
 */
export function flattenForm(changes: Changes, source: Source, fields: readonly Field[]): number {
  const count = flattenAnnotations(changes, source, { fields, wanted: isWidget });
  changes.catalog().delete('AcroForm');
  return count;
}

/** Makes the appearances of annotations content of their pages, and removes these annotations. Answers their number. */
export function flattenAnnotations(changes: Changes, source: Source, { fields, wanted }: Flattened): number {
  const byDict = new Map<Dict, Field>(
    fields.flatMap((field) => field.widgets.map(({ dict }) => [dict, field] as const)),
  );
  const tags = new FlattenTags(changes);
  let count = 0;
  for (const page of source.pages) {
    const annotations = changes.array(page.dict.get('Annots')) ?? [];
    const widgets = annotations.flatMap((entry): { entry: Obj; dict: Dict; field: Field | undefined }[] => {
      const before = source.file.dict(entry);
      const dict = changes.dict(entry);
      return dict !== null && wanted(dict)
        ? [{ entry, dict, field: before === null ? undefined : byDict.get(before) }]
        : [];
    });
    if (widgets.length === 0 || page.ref === null) continue;
    count += widgets.length;
    const dict = changes.dictAt(page.ref);
    const gone = new Set(widgets.map(({ entry }) => entry));
    const left = annotations.filter((entry) => !gone.has(entry));
    dict.set('Annots', left.length === 0 ? null : left);
    drawOnPage(
      changes,
      page,
      widgets.map(({ entry, dict: widget, field }) => ({
        ref: entry instanceof Ref ? entry : null,
        dict: widget,
        page,
        kind: field?.kind ?? 'button',
        tooltip: changes.string(field?.inherited('TU') ?? null),
      })),
      tags,
    );
  }
  tags.write();
  return count;
}

function drawOnPage(changes: Changes, page: PdfPage, widgets: readonly FlattenedWidget[], tags: FlattenTags): void {
  const names = new FreeNames(changes.dict(page.resources.get('XObject'))?.keys() ?? []);
  const drawn: [string, Ref][] = [];
  let content = '';
  for (const widget of widgets) {
    const appearance = appearanceOf(changes, widget.dict);
    if (appearance === null) continue;
    const name = names.next();
    drawn.push([name, appearance.ref]);
    const opened = tags.open(widget);
    content += `${opened}q\n${appearance.placing.map(exact).join(' ')} cm\n/${name} Do\nQ\n${opened === '' ? '' : 'EMC\n'}`;
  }
  if (drawn.length === 0 || page.ref === null) return;
  const dict = changes.dictAt(page.ref);
  const before =
    changes.array(dict.get('Contents')) ??
    (changes.stream(dict.get('Contents')) === null ? [] : [dict.get('Contents')]);
  const add = (text: string) => changes.add(newFlateStream(new Dict(), Buffer.from(text, 'latin1')));
  const { before: opening, after: closing } = bracketsFor(pageContent(changes, page));
  dict.set('Contents', before.length === 0 ? add(content) : [add(opening), ...before, add(closing + content)]);
  const resources = page.resources.copy();
  const objects = (changes.dict(resources.get('XObject')) ?? new Dict()).copy();
  for (const [name, ref] of drawn) objects.set(name, ref);
  dict.set('Resources', resources.set('XObject', objects));
}

/** A number of a matrix with high precision, because scales are small. */
const exact = (value: number) => String(Math.round(value * 1e6) / 1e6);

/** Unused names for the resources of a page. */
class FreeNames {
  readonly #taken: ReadonlySet<string>;
  #last = 0;

  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken);
  }

  next(): string {
    do this.#last += 1;
    while (this.#taken.has(`Field${this.#last}`));
    return `Field${this.#last}`;
  }
}

/** The shown appearance of a widget, and the matrix that maps it into its rectangle; null for an invisible one. */
function appearanceOf(changes: Changes, widget: Dict): { ref: Ref; placing: number[] } | null {
  if (((changes.number(widget.get('F')) ?? 0) & unseen) !== 0) return null;
  const normal = changes.dict(widget.get('AP'))?.get('N') ?? null;
  const value = changes.resolve(normal);
  const state = changes.name(widget.get('AS'));
  const shown = value instanceof Stream ? normal : value instanceof Dict && state !== null ? value.get(state) : null;
  const stream = changes.resolve(shown);
  if (!(shown instanceof Ref) || !(stream instanceof Stream)) return null;
  const rect = numbersOf(changes, widget.get('Rect'), 4);
  const box = numbersOf(changes, stream.dict.get('BBox'), 4);
  if (rect === null || box === null) return null;
  const placing = placingOf(
    ordered(rect),
    ordered(box),
    numbersOf(changes, stream.dict.get('Matrix'), 6) ?? [1, 0, 0, 1, 0, 0],
  );
  if (placing === null) return null;
  complete(changes, shown, { dict: stream.dict, layer: widget.get('OC') });
  return { ref: shown, placing };
}

/** Adds missing entries of a form XObject (ISO 32000-2, 8.10.2) to an appearance, and the layer of the widget. */
function complete(changes: Changes, ref: Ref, { dict, layer }: { dict: Dict; layer: Obj }): void {
  if (changes.name(dict.get('Subtype')) !== 'Form')
    changes.dictAt(ref).set('Type', new Name('XObject')).set('Subtype', new Name('Form'));
  if (layer !== null && !dict.has('OC')) changes.dictAt(ref).set('OC', layer);
  const fonts = changes.dict(changes.file.catalog.get('AcroForm'))?.get('DR') ?? null;
  if (!dict.has('Resources') && fonts !== null) changes.dictAt(ref).set('Resources', fonts);
}

function numbersOf(changes: Changes, obj: Obj, count: number): number[] | null {
  const numbers = (changes.array(obj) ?? []).slice(0, count).map((entry) => changes.number(entry) ?? NaN);
  return numbers.length === count && numbers.every(Number.isFinite) ? numbers : null;
}

function ordered([a = 0, b = 0, c = 0, d = 0]: readonly number[]): Box {
  return [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)];
}

/** The matrix of "Algorithm: appearance streams" (ISO 32000-2, 12.5.5). */
function placingOf(
  rect: Box,
  [left, bottom, right, top]: Box,
  [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[],
): number[] | null {
  const corners = [
    [left, bottom],
    [right, bottom],
    [left, top],
    [right, top],
  ].map(([x = 0, y = 0]) => [a * x + c * y + e, b * x + d * y + f] as const);
  const [x0, x1] = [Math.min(...corners.map(([x]) => x)), Math.max(...corners.map(([x]) => x))];
  const [y0, y1] = [Math.min(...corners.map(([, y]) => y)), Math.max(...corners.map(([, y]) => y))];
  if (x1 - x0 <= 0 || y1 - y0 <= 0) return null;
  const [across, upright] = [(rect[2] - rect[0]) / (x1 - x0), (rect[3] - rect[1]) / (y1 - y0)];
  return [across, 0, 0, upright, rect[0] - x0 * across, rect[1] - y0 * upright];
}
