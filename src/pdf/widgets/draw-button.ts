import { writtenShort } from '../objects/serialize.ts';
import { drawFrame } from './draw-frame.ts';
import { disc, drawMark } from './draw-mark.ts';
import { colorOperator, type WidgetLook } from './widget-look.ts';

/**
 * Draws a check box or a radio button, on or off (ISO 32000-2, 12.7.5.2). A radio button whose mark is a dot is round.
 */
export function drawButton(look: WidgetLook, { kind, on }: { kind: 'checkbox' | 'radio'; on: boolean }): string {
  const round = kind === 'radio' && (look.mark === '' || look.mark === 'l');
  const frame = round ? drawRing(look) : drawFrame(look);
  return frame + (on ? drawMark(look.size0, { mark: look.mark, color: look.color, kind }) : '');
}

function drawRing({ size0: { width, height }, background, borderColor, border }: WidgetLook): string {
  const side = Math.min(width, height);
  const at = (x: number, y: number) =>
    `${writtenShort(width / 2 + (x - 0.5) * side)} ${writtenShort(height / 2 + (y - 0.5) * side)}`;
  const radius = 0.5 - border.width / 2 / side;
  const parts: string[] = [];
  if (background.length > 0) parts.push(`${colorOperator(background, 'fill')}\n${disc(radius)(at)}\nf`);
  if (borderColor.length > 0 && border.width > 0)
    parts.push(`${colorOperator(borderColor, 'stroke')}\n${writtenShort(border.width)} w\n${disc(radius)(at)}\ns`);
  return parts.length === 0 ? '' : `q\n${parts.join('\n')}\nQ\n`;
}
