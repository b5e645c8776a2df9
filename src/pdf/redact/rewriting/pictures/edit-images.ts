import type { ScannedFrame } from '../../survey/page-scan.ts';
import type { PaintedImage } from '../../../content/visitor.ts';
import { inverse } from '../../../geometry/matrix.ts';
import { append } from '../../../objects/large-arrays.ts';
import { Ref } from '../../../objects/objects.ts';
import { editImage } from './edit-image.ts';
import { boundsOf, isWithin, mapped, overlaps, polygonOf } from '../../../facts/shape.ts';
import type { Target } from '../../../facts/targets.ts';
import { type FrameEdit, touch } from '../editing.ts';

/** Removes or blanks the images of a frame that areas overlap, and notes them. */
export async function editImages(
  { images, frame }: ScannedFrame,
  targets: readonly Target[],
  { editing, names, replacements }: FrameEdit,
): Promise<void> {
  const { edits } = editing;
  for (const { image, context } of images) {
    const hit = touching(image, targets);
    if (hit.length === 0) continue;
    const { operation, matrix } = image;
    touch(context.mark, editing);
    const bounds = boundsOf(mapped(matrix, unitSquare));
    const note = (whole: boolean) =>
      append(
        editing.images,
        hit.map(({ pointer }) => ({ bounds, pointer, whole })),
      );
    const back = inverse(matrix);
    if (back === null || hit.some((target) => isWithin(bounds, target.bounds, 0.01))) {
      replacements.set(operation.start, { end: operation.end, operations: [] });
      note(false);
      continue;
    }
    const polygons = hit.map(({ polygon }) => mapped(back, polygon));
    const key = polygons.map((polygon) => polygon.map((value) => value.toFixed(5)).join()).join(';');
    const ref = await edits.image(image.num, key, () => editImage(edits.changes, image, polygons, frame.resources));
    note(ref === null);
    replacements.set(operation.start, {
      end: operation.end,
      operations: ref === null ? [] : [{ operator: 'Do', operands: [names.add('XObject', ref)] }],
    });
    if (ref === null && image.num > 0) edits.replaced.set(image.num, new Ref(0));
  }
}

const unitSquare = polygonOf([0, 0, 1, 1]);

function touching({ matrix }: PaintedImage, targets: readonly Target[]): Target[] {
  const polygon = mapped(matrix, unitSquare);
  const bounds = boundsOf(polygon);
  return targets.filter((target) => overlaps(bounds, target.bounds));
}
