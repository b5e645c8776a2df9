import { type Dict, isName, Name, PdfString, type Ref } from '../objects/objects.ts';
import type { Part } from './part.ts';
import type { Annotation } from '../facts/source-file.ts';

/**
 * Annotations of the pages of a part in their order, with their places. The form fills those for which `mine` is false.
 */
export type PlacedAnnotations = ReadonlyMap<
  number,
  readonly { readonly annotation: Annotation; readonly ref: Ref; readonly mine: boolean }[]
>;

/**
 * Assigns every annotation its place, so that references between annotations (ISO 32000-2, 12.5.6.2: IRT, Popup) are
 * resolved.
 */
export function placeAnnotations(part: Part): PlacedAnnotations {
  const { annotations } = part.source;
  const placed = new Map<number, { annotation: Annotation; ref: Ref; mine: boolean }[]>();
  for (const page of part.pages) {
    placed.set(
      page,
      (annotations.ofPage[page] ?? []).map((annotation) => {
        const widget = part.widgets.get(annotation.dict);
        if (widget !== undefined) return { annotation, ref: widget, mine: false };
        const ref = part.target.reserve();
        if (
          annotation.num !== null &&
          annotations.pageOf.get(annotation.num) === page &&
          part.copier.placed(annotation.num) === undefined
        )
          part.copier.place(annotation.num, ref);
        return { annotation, ref, mine: true };
      }),
    );
  }
  return placed;
}

const rebuilt: ReadonlySet<string> = new Set(['P', 'Dest']);
const withoutField: ReadonlySet<string> = new Set(['P', 'Dest', 'Parent', 'Kids']);
const withoutAction: ReadonlySet<string> = new Set(['P', 'Dest', 'A']);

/** The annotations of one page, copied. */
export function copyAnnotations(part: Part, page: number, placed: PlacedAnnotations): Ref[] {
  const pageRef = part.pageRef(page);
  return (placed.get(page) ?? []).flatMap(({ annotation: { dict, num }, ref, mine }) => {
    if (!mine) return [ref];
    const copy = isName(dict.get('Subtype'), 'Link')
      ? copyLink(part, dict)
      : part.copier.entries(dict, isName(dict.get('Subtype'), 'Widget') ? withoutField : rebuilt);
    if (copy === null) {
      part.gone.add(ref.num);
      return [];
    }
    finishAnnotation(part, num, copy.set('P', pageRef));
    part.target.set(ref, copy);
    return [ref];
  });
}

/**
 * A link (12.5.6.5) to a page that is not copied is removed, unless it is visible: then it stays, and its destination
 * is missing.
 */
function copyLink(part: Part, dict: Dict): Dict | null {
  const { file } = part.source;
  const copy = part.copier.entries(dict, withoutAction);
  const action = file.dict(dict.get('A'));
  if (dict.has('Dest')) copy.set('Dest', part.destinationOrDrop(dict.get('Dest'), 'link'));
  else if (action !== null) copy.set('A', part.copier.copy(action));
  const led = dict.has('Dest') || action !== null;
  if (!led || copy.has('Dest') || copy.has('A')) return copy;
  if (!isVisible(part, dict)) return null;
  return copy.set(
    'Dest',
    part.target.destinationNames.string.claimString(PdfString.ofText('page not in this document')),
  );
}

/** Whether a link has a border (table 166, 12.5.4), which is 1 point wide by default, or an appearance. */
function isVisible(part: Part, dict: Dict): boolean {
  const { file } = part.source;
  if (dict.has('AP')) return true;
  const style = file.dict(dict.get('BS'));
  const border = file.array(dict.get('Border'));
  const width = style === null ? file.number(border?.[2] ?? null) : file.number(style.get('W'));
  return (width ?? 1) > 0;
}

/**
 * Finishes the copy of an annotation by the rules of its part, and adds the Type that the original may lack. `num` is
 * the number of the original, or null for a direct object.
 */
export function finishAnnotation(part: Part, num: number | null, copy: Dict): void {
  part.finish(num !== null && part.copier.placed(num) != null ? num : null, copy);
  if (!copy.has('Type')) copy.set('Type', new Name('Annot'));
}
