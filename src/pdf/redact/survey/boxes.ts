import { writeOperations, type NewOperation } from '../../content/write-content.ts';
import type { Matrix } from '../../geometry/matrix.ts';
import { type Obj, Dict, Name } from '../../objects/objects.ts';
import { mapped, type Polygon } from '../../facts/shape.ts';
import type { Target } from '../../facts/targets.ts';

/** The look of the boxes over removed content. */
export interface Look {
  /** Red, green, blue, 0 to 1. */
  readonly fill: readonly [number, number, number];
  /**
   * Colours are device-independent (ISO 32000-2, 8.6.5), for a PDF/A without an output intent. The resources then need
   * `boxSpace`.
   */
  readonly cie: boolean;
}

/** Name and value of the colour space: the primaries of sRGB, and approximately its curve. */
export const boxSpace = 'ColophonBox';
/** The colour space array of `boxSpace` (CalRGB; ISO 32000-2, 8.6.5.3). */
export const boxSpaceValue: Obj = [
  new Name('CalRGB'),
  new Dict([
    ['WhitePoint', [0.9505, 1, 1.089]],
    ['Gamma', [2.2, 2.2, 2.2]],
    ['Matrix', [0.4124, 0.2126, 0.0193, 0.3576, 0.7152, 0.1192, 0.1805, 0.0722, 0.9505]],
  ]),
];

/**
 * Boxes over targets, as artifacts (ISO 32000-2, 14.8.2.2), which are not read aloud. `toSpace` maps page space to that
 * of the content.
 */
export function boxOperations(targets: readonly Target[], look: Look, toSpace: Matrix | null): Buffer {
  if (targets.length === 0 || toSpace === null) return Buffer.alloc(0);
  const operation = (operator: string, ...operands: Obj[]): NewOperation => ({ operator, operands });
  const boxes = targets.flatMap(({ polygon }) => [...outline(mapped(toSpace, polygon)), operation('f')]);
  return writeOperations([
    operation('BMC', new Name('Artifact')),
    operation('q'),
    ...colour(look.fill, look.cie),
    ...boxes,
    operation('Q'),
    operation('EMC'),
  ]);
}

/** Sets the fill colour. Device grey is allowed with every output intent. */
export function colour([red, green, blue]: Look['fill'], cie: boolean): NewOperation[] {
  const components = [red, green, blue].map(short);
  if (cie)
    return [
      { operator: 'cs', operands: [new Name(boxSpace)] },
      { operator: 'sc', operands: components },
    ];
  return [
    red === green && green === blue
      ? { operator: 'g', operands: [short(red)] }
      : { operator: 'rg', operands: components },
  ];
}

function outline(polygon: Polygon): NewOperation[] {
  const corners: NewOperation[] = [];
  for (let at = 0; at + 1 < polygon.length; at += 2)
    corners.push({ operator: at === 0 ? 'm' : 'l', operands: [short(polygon[at] ?? 0), short(polygon[at + 1] ?? 0)] });
  return [...corners, { operator: 'h', operands: [] }];
}

const short = (value: number): number => Math.round(value * 1000) / 1000 + 0;
