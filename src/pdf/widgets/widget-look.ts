import type { Dict, Obj } from '../objects/objects.ts';
import type { PdfFile } from '../file/pdf-file.ts';
import { inUnit, readDefaultAppearance, type DefaultAppearance } from './default-appearance.ts';
import type { Field, Widget } from './fields/field.ts';

/** Width and height in points. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Alignment of text (Q: ISO 32000-2, table 228). */
export type Alignment = 'left' | 'center' | 'right';

/** The border of a widget (ISO 32000-2, 12.5.4). */
export interface Border {
  /** Border width in points. */
  readonly width: number;
  readonly style: 'solid' | 'dashed' | 'beveled' | 'inset' | 'underline';
  readonly dash: readonly number[];
}

/** The look of a widget by its dictionary (ISO 32000-2, 12.5.6.19, 12.5.4). */
export interface WidgetLook extends DefaultAppearance {
  /** Size of the content before its rotation. */
  readonly size0: Size;
  readonly turned: 0 | 90 | 180 | 270;
  readonly align: Alignment;
  readonly border: Border;
  /** Components of a colour: none, gray, RGB or CMYK. */
  readonly borderColor: readonly number[];
  readonly background: readonly number[];
  /** The Zapf Dingbats character of a button that is on (MK, CA). */
  readonly mark: string;
}

const alignments: readonly Alignment[] = ['left', 'center', 'right'];
const styles: Readonly<Record<string, Border['style']>> = { D: 'dashed', B: 'beveled', I: 'inset', U: 'underline' };

/** Reads the look of a widget. Absent entries are taken from the field, or the form. */
export function readLook(
  file: PdfFile,
  field: Field,
  { dict, rect: [left, bottom, right, top] }: Widget,
  form: Dict | null,
): WidgetLook {
  const characteristics = file.dict(dict.get('MK'));
  const turned = quarter(file.number(characteristics?.get('R') ?? null) ?? 0);
  const [width, height] = [right - left, top - bottom];
  const own = (key: string): Obj =>
    file.resolve(dict.get(key)) ?? field.inherited(key) ?? file.resolve(form?.get(key) ?? null);
  return {
    ...readDefaultAppearance(file, file.string(own('DA')), file.dict(form?.get('DR') ?? null)),
    size0: turned % 180 === 0 ? { width, height } : { width: height, height: width },
    turned,
    align: alignments[file.number(own('Q')) ?? 0] ?? 'left',
    border: borderOf(file, dict),
    borderColor: componentsOf(file, characteristics?.get('BC') ?? null),
    background: componentsOf(file, characteristics?.get('BG') ?? null),
    mark: file.string(characteristics?.get('CA') ?? null)?.text ?? '',
  };
}

function quarter(degrees: number): WidgetLook['turned'] {
  return ([0, 90, 180, 270] as const)[((Math.round(degrees / 90) % 4) + 4) % 4] ?? 0;
}

/** BS, or Border of older files; a line of one point without either (ISO 32000-2, 12.5.4). */
function borderOf(file: PdfFile, dict: Dict): Border {
  const style = file.dict(dict.get('BS'));
  const border = file.array(dict.get('Border'));
  const width = style === null ? file.number(border?.[2] ?? 1) : file.number(style.get('W') ?? 1);
  const dash = file.array(style === null ? (border?.[3] ?? null) : style.get('D'));
  const named =
    styles[file.name(style?.get('S') ?? null) ?? ''] ?? (style === null && dash !== null ? 'dashed' : 'solid');
  const lengths = (dash ?? [])
    .map((entry) => file.number(entry) ?? 0)
    .filter((length) => length >= 0 && Number.isFinite(length));
  return {
    width: Math.max(0, Math.min(width ?? 1, maxBorderWidth)),
    style: named,
    dash: lengths.some((length) => length > 0) ? lengths.slice(0, 10) : [3],
  };
}

/** Greatest border width in points: a wider one hides the content. */
const maxBorderWidth = 12;

function componentsOf(file: PdfFile, obj: Obj): number[] {
  const components = (file.array(obj) ?? []).map((entry) => file.number(entry) ?? 0);
  return [1, 3, 4].includes(components.length) ? components : [];
}

const operators: Readonly<Record<number, readonly [fill: string, stroke: string]>> = {
  1: ['g', 'G'],
  3: ['rg', 'RG'],
  4: ['k', 'K'],
};

/** The operator that sets a colour, with its operands. */
export function colorOperator(components: readonly number[], use: 'fill' | 'stroke'): string {
  const [fill = 'g', stroke = 'G'] = operators[components.length] ?? [];
  return `${components.map(inUnit).join(' ')} ${use === 'fill' ? fill : stroke}`;
}
