import type { Control } from '../../browser/controls.ts';
import type { FormWidget } from '../../pdf/forms/form-field.ts';

export interface ControlsPlace {
  /** Tells the keys of one segment from those of others. */
  readonly segment: number;
  /** Of the printer, where it scales: a remote page's. */
  readonly scale: number;
}

/** The prefix of a segment's keys. */
export const keyPrefix = (segment: number) => `h${segment}-`;

/** Points a CSS pixel. */
const points = 0.75;

/** HTML controls as widgets. Radio buttons of one name and form are one field; every other control is a field of its own, as a form that is sent has it. */
export function widgetsOfControls(controls: readonly Control[], { segment, scale }: ControlsPlace): FormWidget[] {
  return controls.map(({ form, label, fontSize, lineHeight, color, align, padding, maxLength, ...control }): FormWidget => {
    const key = `${keyPrefix(segment)}${control.key}`;
    const inPoints = (pixels: number) => pixels * points * scale;
    const [own] = control.options;
    const onButton = control.kind === 'radio' || control.kind === 'checkbox';
    return {
      ...control,
      key,
      group: control.kind === 'radio' ? `${keyPrefix(segment)}form${form}` : key,
      tooltip: label === '' ? control.name : label,
      values: onButton && control.values.length > 0 && own ? [own.value] : control.values,
      maxLength: maxLength < 0 ? null : maxLength,
      look: {
        size: inPoints(fontSize),
        color: rgbOf(color),
        align,
        padding: { top: inPoints(padding.top), right: inPoints(padding.right), bottom: inPoints(padding.bottom), left: inPoints(padding.left) },
        lineHeight: lineHeight === null ? null : inPoints(lineHeight),
      },
    };
  });
}

/** A computed colour (CSS Color 4, 15): black where it is not one of sRGB. */
function rgbOf(color: string): FormWidget['look']['color'] {
  const [red = 0, green = 0, blue = 0] = /^rgba?\(([\d.]+),? ([\d.]+),? ([\d.]+)/.exec(color)?.slice(1).map((part) => Math.min(Number(part) / 255, 1)) ?? [];
  return [red, green, blue];
}
