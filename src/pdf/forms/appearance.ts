import type { FieldFonts } from './field-fonts.ts';
import type { FieldLook, FormWidget } from './form-field.ts';

/** Width and height of a widget. Points. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

const number = (value: number) => String(Math.round(value * 1000) / 1000);
const fill = ([red, green, blue]: FieldLook['color']) => `${number(red)} ${number(green)} ${number(blue)} rg`;
const stroke = ([red, green, blue]: FieldLook['color']) => `${number(red)} ${number(green)} ${number(blue)} RG`;

/** The default appearance of a field with text (ISO 32000-2, 12.7.4.3): what readers set in it what people type. */
export function defaultAppearance({ look }: FormWidget, fonts: FieldFonts): string {
  return `/${fonts.name} ${number(look.size)} Tf ${fill(look.color)}`;
}

/** The content of a text or choice field's appearance stream (12.7.4.3). */
export function textAppearance(widget: FormWidget, size: Size, fonts: FieldFonts): string {
  const lines = widget.kind === 'multiline' ? wrapped(widget, size, fonts) : [shownText(widget)];
  const drawn = widget.kind === 'list' ? listContent(widget, size, fonts) : linesContent(widget, size, lines, fonts);
  return `/Tx BMC\nq\n${drawn}Q\nEMC`;
}

/** Characters of a value that are drawn: no box shows more. */
const mostShown = 20_000;

/** What is seen of the value in one line. */
function shownText({ kind, values, options, password }: FormWidget): string {
  const value = (values[0] ?? '').slice(0, mostShown);
  if (password) return '';
  const text = kind === 'choice' ? (options.find((option) => option.value === value)?.label ?? value) : value;
  return text.replace(/[\r\n]+/g, ' ');
}

const leading = ({ lineHeight, size }: FieldLook, fonts: FieldFonts) => lineHeight ?? size * (fonts.ascent - fonts.descent);

/** Lines from the top, or one in the middle, inside the padding; the rest is cut off. */
function linesContent({ kind, look }: FormWidget, { width, height }: Size, lines: readonly string[], fonts: FieldFonts): string {
  const { size, padding, align, color } = look;
  const pitch = leading(look, fonts);
  const room = width - padding.left - padding.right;
  const middle = kind === 'multiline' ? height - padding.top - pitch / 2 : height / 2 + (padding.bottom - padding.top) / 2;
  const first = middle - ((fonts.ascent + fonts.descent) * size) / 2;
  const shown = lines.slice(0, Math.ceil((height - padding.top) / pitch));
  const texts = shown.map((line, index) => {
    const runs = fonts.runs(line);
    const free = room - runs.reduce((sum, run) => sum + run.width, 0) * size;
    const from = padding.left + { left: 0, center: Math.max(free / 2, 0), right: Math.max(free, 0) }[align];
    return `1 0 0 1 ${number(from)} ${number(first - index * pitch)} Tm\n${runs.map(({ font, operand }) => `/${font} ${number(size)} Tf <${operand}> Tj\n`).join('')}`;
  });
  if (lines.every((line) => line === '')) return '';
  return `0 0 ${number(width)} ${number(height)} re W n\nBT\n${fill(color)}\n${texts.join('')}ET\n`;
}

/** The lines of a text, broken between words, or within one that is longer than a line. */
function wrapped({ values, look: { padding, size } }: FormWidget, { width }: Size, fonts: FieldFonts): string[] {
  const room = (width - padding.left - padding.right) / size;
  return (values[0] ?? '').slice(0, mostShown).split(/\r\n|\r|\n/).flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    let used = 0;
    for (const word of paragraph.match(/\S+\s*|\s+/g) ?? []) {
      for (const piece of fonts.widthOf(word.trimEnd()) > room ? Array.from(word) : [word]) {
        if (line !== '' && used + fonts.widthOf(piece.trimEnd()) > room) {
          lines.push(line.trimEnd());
          [line, used] = ['', 0];
        }
        line += piece;
        used += fonts.widthOf(piece);
      }
    }
    return [...lines, line.trimEnd()];
  });
}

/** The colour in which readers mark what is chosen in a list. */
const chosen = '0.6 0.75686 0.8549 rg';

/** The options of a list from the first one that is chosen, or from the top if they all fit. */
function listContent({ options, values, look }: FormWidget, { width, height }: Size, fonts: FieldFonts): string {
  const pitch = leading(look, fonts);
  const rows = Math.max(1, Math.floor(height / pitch));
  const from = topIndex(options.map(({ value }) => values.includes(value)), rows);
  const parts = options.slice(from, from + rows).map(({ label, value }, index) => {
    const bottom = height - (index + 1) * pitch;
    const baseline = bottom + (pitch - (fonts.ascent + fonts.descent) * look.size) / 2;
    const text = fonts.runs(label).map(({ font, operand }) => `/${font} ${number(look.size)} Tf <${operand}> Tj\n`).join('');
    const mark = values.includes(value) ? `${chosen}\n0 ${number(bottom)} ${number(width)} ${number(pitch)} re f\n` : '';
    return `${mark}BT\n${fill(look.color)}\n1 0 0 1 ${number(look.padding.left)} ${number(baseline)} Tm\n${text}ET\n`;
  });
  return `0 0 ${number(width)} ${number(height)} re W n\n${parts.join('')}`;
}

/** The first option that is seen (TI), so that what is chosen is. */
export function topIndex(chosenOptions: readonly boolean[], rows: number): number {
  const first = chosenOptions.indexOf(true);
  return first < rows ? 0 : Math.min(first, Math.max(0, chosenOptions.length - rows));
}

/** How many options of a list are seen at once. */
export function rowsOf({ look }: FormWidget, { height }: Size, fonts: FieldFonts): number {
  return Math.max(1, Math.floor(height / leading(look, fonts)));
}

/** A half of a circle's quadrant as a Bezier curve, for a radius of 1. */
const kappa = 0.5523;

/** The mark of a button that is on: a tick, or a dot. */
export function markAppearance({ kind, look: { color } }: FormWidget, { width, height }: Size): string {
  const side = Math.min(width, height);
  const at = (x: number, y: number) => `${number(width / 2 + (x - 0.5) * side)} ${number(height / 2 + (y - 0.5) * side)}`;
  if (kind === 'checkbox') return `q\n${stroke(color)}\n${number(side * 0.13)} w 1 J 1 j\n${at(0.22, 0.5)} m ${at(0.42, 0.29)} l ${at(0.79, 0.73)} l S\nQ`;
  const radius = 0.27;
  const curve = (corners: readonly (readonly [number, number])[]) => `${corners.map(([x, y]) => at(0.5 + x * radius, 0.5 + y * radius)).join(' ')} c`;
  return `q\n${fill(color)}\n${at(0.5 + radius, 0.5)} m\n${[
    curve([[1, kappa], [kappa, 1], [0, 1]]),
    curve([[-kappa, 1], [-1, kappa], [-1, 0]]),
    curve([[-1, -kappa], [-kappa, -1], [0, -1]]),
    curve([[kappa, -1], [1, -kappa], [1, 0]]),
  ].join('\n')}\nf\nQ`;
}
