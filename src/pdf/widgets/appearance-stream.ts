import { newFlateStream } from '../objects/new-stream.ts';
import { Dict, Name, type Stream } from '../objects/objects.ts';
import type { WidgetLook } from './widget-look.ts';

/** Matrices that rotate content with its widget (R: ISO 32000-2, table 192), by the size of the rotated content. */
const matrices: Readonly<Record<90 | 180 | 270, (width: number, height: number) => number[]>> = {
  90: (_width, height) => [0, 1, -1, 0, height, 0],
  180: (width, height) => [-1, 0, 0, -1, width, height],
  270: (width) => [0, -1, 1, 0, 0, width],
};

/** Adds an appearance stream (ISO 32000-2, 12.5.5), which is a form XObject. */
export function appearanceStream(
  { size0: { width, height }, turned }: Pick<WidgetLook, 'size0' | 'turned'>,
  content: string,
  fonts: Dict = new Dict(),
): Stream {
  const dict = new Dict([
    ['Type', new Name('XObject')],
    ['Subtype', new Name('Form')],
    ['BBox', [0, 0, width, height]],
    ['Resources', fonts.size === 0 ? new Dict() : new Dict([['Font', fonts]])],
  ]);
  if (turned !== 0) dict.set('Matrix', matrices[turned](width, height));
  return newFlateStream(dict, Buffer.from(content, 'latin1'));
}
