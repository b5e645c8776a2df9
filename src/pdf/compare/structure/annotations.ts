import type { Source } from '../../facts/source.ts';
import { isWidget } from '../../facts/is-widget.ts';
import { shownBox } from '../../geometry/shown-page.ts';
import type { Dict } from '../../objects/objects.ts';
import type { Box } from '../../text/extracted.ts';
import { type Difference, maxDifferences } from './difference.ts';

/** An annotation other than a form field (ISO 32000-2, 12.5). */
export interface ComparedAnnotation {
  /** 1-based. */
  readonly page: number;
  /** Its Subtype: `Link`, `Highlight`, `Text`. */
  readonly type: string;
  readonly box: Box;
  /** Its Contents, or null. */
  readonly text: string | null;
  readonly author: string | null;
  /** Target of a link: an address, or `#` for a place in the document; null for other actions and none. */
  readonly target: string | null;
}

/** Tolerance of boxes in points, because writers round. */
const near = 1;

/** The annotations of a 1-based page. */
export function annotationsOf(source: Source, page: number): ComparedAnnotation[] {
  const place = source.pages[page - 1];
  if (place === undefined) return [];
  const { file } = source;
  return (source.annotations.ofPage[page - 1] ?? []).flatMap(({ dict }): ComparedAnnotation[] => {
    const type = file.name(dict.get('Subtype')) ?? '';
    const rect = (file.array(dict.get('Rect')) ?? []).map((value) => file.number(value) ?? 0);
    const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = rect;
    if (isWidget(dict) || type === 'Popup' || type === '') return [];
    const box = shownBox(place, [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)]);
    const text = (key: string) => notEmpty(file.string(dict.get(key))?.text.replace(/\s+/gu, ' ').trim() ?? '');
    return [
      {
        page,
        type,
        box,
        text: type === 'Link' ? null : text('Contents'),
        author: text('T'),
        target: targetOf(source, dict),
      },
    ];
  });
}

function targetOf({ file }: Source, dict: Dict): string | null {
  if (dict.has('Dest')) return '#';
  const action = file.dict(dict.get('A'));
  const kind = action === null ? null : file.name(action.get('S'));
  return kind === 'GoTo' ? '#' : kind === 'URI' ? (file.string(action?.get('URI') ?? null)?.text ?? null) : null;
}

/**
 * Annotations that one of two pages lacks: removed, added, or changed, if both have one of the same type in the same
 * place.
 */
export function annotationDifferences(
  before: readonly ComparedAnnotation[],
  after: readonly ComparedAnnotation[],
): Difference<ComparedAnnotation>[] {
  const left = after.slice(0, maxDifferences);
  const take = (fits: (other: ComparedAnnotation) => boolean) => {
    const at = left.findIndex(fits);
    return at < 0 ? null : (left.splice(at, 1)[0] ?? null);
  };
  const gone = before
    .slice(0, maxDifferences)
    .filter((own) => take((other) => saysTheSame(own, other) && liesAt(own.box, other.box)) === null);
  const changed = gone.map((own): Difference<ComparedAnnotation> => {
    const other = take(
      ({ type, box, text, target }) =>
        type === own.type &&
        (liesAt(own.box, box) ||
          (own.text !== null && own.text === text) ||
          (own.target !== null && own.target !== '#' && own.target === target)),
    );
    return { kind: other === null ? 'deleted' : 'changed', before: own, after: other };
  });
  return [
    ...changed,
    ...left.map((other): Difference<ComparedAnnotation> => ({ kind: 'inserted', before: null, after: other })),
  ].slice(0, maxDifferences);
}

const saysTheSame = (one: ComparedAnnotation, other: ComparedAnnotation): boolean =>
  one.type === other.type && one.text === other.text && one.author === other.author && one.target === other.target;
const liesAt = (one: Box, other: Box): boolean =>
  (['x', 'y', 'width', 'height'] as const).every((key) => Math.abs(one[key] - other[key]) <= near);

const notEmpty = (text: string): string | null => (text === '' ? null : text);
