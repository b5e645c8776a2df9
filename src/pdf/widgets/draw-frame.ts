import { writtenOperands, writtenShort } from '../objects/serialize.ts';
import { colorOperator, type Size, type WidgetLook } from './widget-look.ts';

/** Distance from the edge of a widget to its content: the border width, doubled for bevelled and inset borders. */
export function borderWidth({ border, borderColor }: WidgetLook): number {
  if (borderColor.length === 0) return 0;
  return border.style === 'beveled' || border.style === 'inset' ? border.width * 2 : border.width;
}

/** Draws background and border of a rectangular field (ISO 32000-2, 12.5.4, 12.5.6.19); '' without either. */
export function drawFrame(look: WidgetLook): string {
  const {
    size0: { width, height },
    background,
    borderColor,
    border,
  } = look;
  const parts: string[] = [];
  if (background.length > 0)
    parts.push(`${colorOperator(background, 'fill')}\n0 0 ${writtenShort(width)} ${writtenShort(height)} re f`);
  if (borderColor.length > 0 && border.width > 0) {
    if (border.style === 'beveled') parts.push(raised(look.size0, border.width, ['1 g', shade(background)]));
    if (border.style === 'inset') parts.push(raised(look.size0, border.width, ['0.5 g', '0.75 g']));
    parts.push(`${colorOperator(borderColor, 'stroke')}\n${writtenShort(border.width)} w`);
    if (border.style === 'dashed') parts.push(`[${border.dash.map(writtenShort).join(' ')}] 0 d`);
    const half = border.width / 2;
    parts.push(
      border.style === 'underline'
        ? `0 ${writtenShort(half)} m ${writtenShort(width)} ${writtenShort(half)} l S`
        : `${writtenOperands(half, half, width - border.width, height - border.width)} re S`,
    );
  }
  return parts.length === 0 ? '' : `q\n${parts.join('\n')}\nQ\n`;
}

/** Draws the lines between the cells of a comb field. */
export function drawCells({ size0: { width, height }, borderColor, border }: WidgetLook, cells: number): string {
  if (borderColor.length === 0 || border.width === 0) return '';
  const lines = Array.from(
    { length: cells - 1 },
    (_, index) =>
      `${writtenShort((width * (index + 1)) / cells)} 0 m ${writtenOperands((width * (index + 1)) / cells, height)} l`,
  );
  return lines.length === 0
    ? ''
    : `q\n${colorOperator(borderColor, 'stroke')}\n${writtenShort(border.width)} w\n${lines.join('\n')}\nS\nQ\n`;
}

/** Draws the inner edges of a bevelled border: left and top in one colour, right and bottom in the other. */
function raised({ width, height }: Size, thick: number, [upper, lower]: readonly [string, string]): string {
  const [inner, right, top] = [thick * 2, width - thick, height - thick];
  const points = (corners: readonly (readonly [number, number])[]) =>
    `${corners.map(([x, y], index) => `${writtenShort(x)} ${writtenShort(y)} ${index === 0 ? 'm' : 'l'}`).join(' ')} h f`;
  return [
    upper,
    points([
      [thick, thick],
      [thick, top],
      [right, top],
      [width - inner, height - inner],
      [inner, height - inner],
      [inner, inner],
    ]),
    lower,
    points([
      [right, top],
      [right, thick],
      [thick, thick],
      [inner, inner],
      [width - inner, inner],
      [width - inner, height - inner],
    ]),
  ].join('\n');
}

/** A colour at half its lightness. */
const shade = (background: readonly number[]) =>
  background.length === 3 || background.length === 1
    ? colorOperator(
        background.map((component) => component / 2),
        'fill',
      )
    : '0.5 g';
