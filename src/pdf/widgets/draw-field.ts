import type { PdfFile } from '../file/pdf-file.ts';
import type { Stream } from '../objects/objects.ts';
import type { Typesetter } from '../typeset/typesetter.ts';
import { appearanceStream } from './appearance-stream.ts';
import { isComb, maxLengthOf } from './fields/describe-fields.ts';
import { drawComb } from './draw-comb.ts';
import { borderWidth, drawCells, drawFrame } from './draw-frame.ts';
import { drawList, topIndex, rowsOf } from './draw-list.ts';
import { drawLine, drawLines, type Drawn, type TextLook } from './draw-text.ts';
import type { Field } from './fields/field.ts';
import { optionsOf } from './fields/field-value.ts';
import type { WidgetLook } from './widget-look.ts';

/** Content of a text or choice field: its text, or the export values of the selected options. */
export type Content = string | readonly string[];

const bullet = '\u2022';
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** A password as it is shown. */
export const concealed = (text: string) => bullet.repeat(Array.from(graphemes.segment(text)).length);

/** The texts that `drawField` will set. */
export function textsOf(file: PdfFile, field: Field, content: Content): string[] {
  if (typeof content === 'string') return [field.flags.has('password') ? bullet : content];
  if (field.kind === 'list') return optionsOf(file, field).map(({ label }) => label);
  return [shownOption(file, field, content)];
}

/** The text that a combo box shows for an export value. */
function shownOption(file: PdfFile, field: Field, [value = '']: readonly string[]): string {
  return optionsOf(file, field).find((option) => option.value === value)?.label ?? value;
}

/** The appearance of a field. */
export interface DrawnField {
  readonly stream: Stream;
  /** Some of the text is not visible. */
  readonly cut: boolean;
  /** Of a list: the first visible option. */
  readonly topIndex: number | null;
}

/**
 * The appearance of a text or choice field (ISO 32000-2, 12.7.4.3): its frame, and its text within `/Tx` marked
 * content.
 */
export function drawField(
  file: PdfFile,
  field: Field,
  { look, content, typesetter }: { look: WidgetLook; content: Content; typesetter: Typesetter },
): DrawnField {
  const style = textLook(look);
  const cells = isComb(file, field) ? (maxLengthOf(file, field) ?? 0) : 0;
  const list = field.kind === 'list' ? { options: optionsOf(file, field), chosen: [content].flat() } : null;
  const from = list === null ? null : topIndex(list, rowsOf(typesetter, style));
  const drawn: Drawn = (() => {
    if (list !== null) return drawList(typesetter, style, { ...list, from: from ?? 0 });
    if (typeof content !== 'string') return drawLine(typesetter, style, shownOption(file, field, content));
    if (field.flags.has('password')) return drawLine(typesetter, style, concealed(content));
    if (cells > 0) return drawComb(typesetter, style, { text: content, cells });
    return field.flags.has('multiline')
      ? drawLines(typesetter, style, content)
      : drawLine(typesetter, style, content.replace(/[\r\n]+/g, ' '));
  })();
  const frame = drawFrame(look) + (cells > 0 ? drawCells(look, cells) : '');
  const stream = appearanceStream(
    look,
    `${frame}/Tx BMC\n${drawn.content === '' ? '' : `q\n${drawn.content}Q\n`}EMC\n`,
    typesetter.resources(drawn.lines),
  );
  return { stream, cut: drawn.cut, topIndex: from };
}

/** The text has a distance of the border width, at least a point, from each side of the border. */
function textLook(look: WidgetLook): TextLook {
  const inset = borderWidth(look);
  const across = Math.max(2, inset * 2);
  const upright = Math.max(1, inset + 1);
  return {
    wish: look.wish,
    size: look.size,
    color: look.color,
    align: look.align,
    box: look.size0,
    padding: { top: upright, bottom: upright, left: across, right: across },
    clip: Math.min(Math.max(1, inset), look.size0.height / 4),
    lineHeight: null,
  };
}
