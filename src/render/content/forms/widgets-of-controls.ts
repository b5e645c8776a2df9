import type { Control } from '../../../browser/page/controls.ts';
import type { FormWidget } from '../../../pdf/edit/forms/form-field.ts';

/** Identifies the print that controls come from. */
export interface ControlsPlace {
  /** Index of the segment. */
  readonly segment: number;
  /**
   * Number of its first unit, for a part: a part that is printed again has the same keys. `null` = the segment is one
   * print.
   */
  readonly part: number | null;
  /** Scale of the print: 1, unless the printer scales a remote page. */
  readonly scale: number;
}

/** Prefix of the keys of one print. */
export const keyPrefix = ({ segment, part }: Pick<ControlsPlace, 'segment' | 'part'>) =>
  `h${segment}-${part === null ? '' : `u${part}-`}`;

/** Points per CSS pixel. */
const points = 0.75;

/**
 * HTML controls as widgets. Radio buttons of one name and form are one field; every other control is a field of its
 * own, as in a submitted form.
 */
export function widgetsOfControls(controls: readonly Control[], place: ControlsPlace): FormWidget[] {
  return controls.map(
    ({ form, label, fontSize, lineHeight, color, align, padding, maxLength, ...control }): FormWidget => {
      const key = `${keyPrefix(place)}${control.key}`;
      const inPoints = (pixels: number) => pixels * points * place.scale;
      const [own] = control.options;
      return {
        ...control,
        key,
        group: control.kind === 'radio' ? groupOf(form, place) : key,
        tooltip: label === '' ? control.name : label,
        values: isButton(control) && control.values.length > 0 && own ? [own.value] : control.values,
        maxLength: maxLength < 0 ? null : maxLength,
        look: {
          size: inPoints(fontSize),
          color: rgbOf(color),
          align,
          padding: {
            top: inPoints(padding.top),
            right: inPoints(padding.right),
            bottom: inPoints(padding.bottom),
            left: inPoints(padding.left),
          },
          lineHeight: lineHeight === null ? null : inPoints(lineHeight),
        },
      };
    },
  );
}

const isButton = ({ kind }: Pick<Control, 'kind'>) => kind === 'radio' || kind === 'checkbox';

/** A form is in one part. Radio buttons outside of forms are grouped over all parts of their segment. */
const groupOf = (form: number, place: ControlsPlace) =>
  `${keyPrefix(form < 0 ? { ...place, part: null } : place)}form${form}`;

/** Keeps only the last checked radio button of each group (HTML, 4.10.5.1.16): each part has checked one of its own. */
export function onlyLastChecked(widgets: readonly FormWidget[]): FormWidget[] {
  const last = new Map(widgets.filter(isChecked).map((widget) => [groupKey(widget), widget.key]));
  return widgets.map((widget) =>
    isChecked(widget) && last.get(groupKey(widget)) !== widget.key ? { ...widget, values: [] } : widget,
  );
}

const isChecked = ({ kind, values }: FormWidget) => kind === 'radio' && values.length > 0;
const groupKey = ({ group, name }: FormWidget) => JSON.stringify([group, name]);

/** A computed colour (CSS Color 4, 15) as RGB from 0 to 1; black where it is not in sRGB. */
function rgbOf(color: string): FormWidget['look']['color'] {
  const [red = 0, green = 0, blue = 0] =
    /^rgba?\(([\d.]+),? ([\d.]+),? ([\d.]+)/
      .exec(color)
      ?.slice(1)
      .map((part) => Math.min(Number(part) / 255, 1)) ?? [];
  return [red, green, blue];
}
