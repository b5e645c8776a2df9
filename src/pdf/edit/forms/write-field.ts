import { type PDFDict, type PDFDocument, PDFHexString, PDFName, type PDFObject, type PDFRef, PDFString } from 'pdf-lib';
import { appearanceStream } from '../../widgets/appearance-stream.ts';
import { drawMark } from '../../widgets/draw-mark.ts';
import type { Dict } from '../../objects/objects.ts';
import type { Typesetter } from '../../typeset/typesetter.ts';
import { colorOf, defaultAppearance, drawValue, firstSeen } from './appearance.ts';
import type { NamedField } from './field-names.ts';
import type { FieldKind, FieldOption, FormWidget } from './form-field.ts';
import { pdfLibObject } from './pdf-lib-sink.ts';
import type { PlacedWidget } from './places.ts';

/** Fonts of fields; `typing` is the resource name of the font for typed text. */
export interface FieldFonts {
  readonly typesetter: Typesetter;
  readonly typing: string;
  /**
   * Appearance streams of buttons by their content. Equal buttons share them, because writers do not edit these, as
   * some edit those of text.
   */
  readonly marks: Map<string, PDFRef>;
}

/** Bits of Ff (ISO 32000-2, tables 227, 229, 231, 233), counted from 1. */
const bits = {
  readOnly: 1,
  required: 2,
  multiline: 13,
  password: 14,
  noToggleToOff: 15,
  radio: 16,
  combo: 18,
  multiSelect: 22,
} as const;
/** F of a printed annotation (ISO 32000-2, table 167). */
const printed = 4;

const types: Readonly<Record<FieldKind, string>> = {
  text: 'Tx',
  multiline: 'Tx',
  checkbox: 'Btn',
  radio: 'Btn',
  choice: 'Ch',
  list: 'Ch',
  signature: 'Sig',
};
const alignments = { left: 0, center: 1, right: 2 } as const;
const name = (text: string) => PDFName.of(text);
const text = (value: string) => PDFHexString.fromText(value);

/** Writes a field with its widgets: merged for a single widget, except for radio buttons (ISO 32000-2, 12.5.6.19). */
export function writeField(
  document: PDFDocument,
  { widgets }: NamedField,
  places: readonly PlacedWidget[],
  fonts: FieldFonts,
): { ref: PDFRef; dict: PDFDict } {
  const { context } = document;
  const [first] = places;
  const [widget] = widgets;
  if (!first || !widget) throw new TypeError('a field has a widget');
  const joined = places.length === 1 && widget.kind !== 'radio';
  const dict = joined ? first.dict : context.obj({});
  const ref = joined ? first.ref : context.register(dict);
  const states = new ButtonStates(places);
  for (const place of places) writeWidget(document, place, fonts, states);
  writeValue(document, dict, { ...widget, required: widgets.some(({ required }) => required) }, states);
  if (widget.kind === 'list') dict.set(name('TI'), context.obj(firstSeen(fonts.typesetter, widget, first)));
  if (joined) return { ref, dict };
  dict.set(name('Kids'), context.obj(places.map((place) => place.ref)));
  for (const place of places) place.dict.set(name('Parent'), ref);
  return { ref, dict };
}

/** Names of the on states of buttons of one field (ISO 32000-2, 12.7.5.2.3, 12.7.5.2.4). */
class ButtonStates {
  readonly #numbers: ReadonlyMap<string, number>;
  /** Export values are in Opt, because they can not be names, or are not unique. */
  readonly named: boolean;
  readonly options: readonly string[];
  /** The selected one: of several the last, as in HTML. */
  readonly on: string | undefined;

  constructor(places: readonly PlacedWidget[]) {
    this.options = places.map(({ widget }) => exported(widget));
    const values = [...new Set(this.options)];
    this.#numbers = new Map(values.map((value, index) => [value, index]));
    this.named = values.every((value) => /^[\w-]+$/.test(value) && value !== 'Off');
    const on = places.findLast(({ widget }) => isOn(widget));
    this.on = on && this.of(on.widget);
  }

  of(widget: FormWidget): string {
    return this.named ? exported(widget) : String(this.#numbers.get(exported(widget)));
  }
}

const exported = ({ options: [own] }: FormWidget) => own?.value ?? 'Yes';
const isOn = ({ values, options: [own] }: FormWidget) => own !== undefined && values.includes(own.value);
const isButton = ({ kind }: FormWidget) => kind === 'checkbox' || kind === 'radio';

function writeValue({ context }: PDFDocument, dict: PDFDict, widget: FormWidget, states: ButtonStates): void {
  const { kind, values, options, tooltip, maxLength, password } = widget;
  dict.set(name('FT'), name(types[kind]));
  dict.set(name('Ff'), context.obj(flagsOf(widget)));
  if (tooltip !== '') dict.set(name('TU'), text(tooltip));
  const value = password ? undefined : valueOf(widget, states);
  if (value !== undefined)
    for (const key of ['V', 'DV']) dict.set(name(key), Array.isArray(value) ? context.obj(value) : value);
  if (kind === 'choice' || kind === 'list') dict.set(name('Opt'), context.obj(options.map(optionOf)));
  if (kind === 'list')
    dict.set(
      name('I'),
      context.obj(options.flatMap((option, index) => (values.includes(option.value) ? [index] : []))),
    );
  if (isButton(widget) && !states.named) dict.set(name('Opt'), context.obj(states.options.map(text)));
  if (maxLength !== null && (kind === 'text' || kind === 'multiline')) dict.set(name('MaxLen'), context.obj(maxLength));
}

const optionOf = ({ label, value }: FieldOption): PDFObject | PDFObject[] =>
  label === value ? text(value) : [text(value), text(label)];

function flagsOf({ kind, readOnly, required, password, multiple }: FormWidget): number {
  const flagsOfField: Record<keyof typeof bits, boolean> = {
    readOnly,
    required,
    multiline: kind === 'multiline',
    password,
    noToggleToOff: kind === 'radio',
    radio: kind === 'radio',
    combo: kind === 'choice',
    multiSelect: kind === 'list' && multiple,
  };
  return Object.entries(bits).reduce(
    (flags, [flag, bit]) => (flagsOfField[flag as keyof typeof bits] ? flags | (1 << (bit - 1)) : flags),
    0,
  );
}

/** V (ISO 32000-2, table 226), by the type of field. */
function valueOf(widget: FormWidget, states: ButtonStates): PDFObject | PDFObject[] | undefined {
  const { kind, values } = widget;
  if (kind === 'signature') return undefined;
  if (isButton(widget)) return name(states.on ?? 'Off');
  if (kind === 'list' && values.length > 1) return values.map(text);
  return values[0] === undefined ? undefined : text(values[0]);
}

function writeWidget(
  document: PDFDocument,
  { widget, page, dict, ...size }: PlacedWidget,
  fonts: FieldFonts,
  states: ButtonStates,
): void {
  const { context } = document;
  for (const key of ['A', 'Dest', 'H', 'Contents']) dict.delete(name(key));
  dict.set(name('Subtype'), name('Widget'));
  dict.set(name('F'), context.obj(printed));
  dict.set(name('P'), page.ref);
  const stream = (content: string, resources?: Dict) =>
    context.register(pdfLibObject(appearanceStream({ size0: size, turned: 0 }, content, resources), context));
  if (isButton(widget)) {
    const on = states.of(widget);
    const mark = (content: string): PDFRef => {
      const key = JSON.stringify([size, content]);
      const ref = fonts.marks.get(key) ?? stream(content);
      fonts.marks.set(key, ref);
      return ref;
    };
    dict.set(
      name('AP'),
      context.obj({
        N: {
          [on]: mark(
            drawMark(size, {
              mark: '',
              color: colorOf(widget.look),
              kind: widget.kind === 'radio' ? 'radio' : 'checkbox',
            }),
          ),
          Off: mark(''),
        },
      }),
    );
    dict.set(name('AS'), name(isOn(widget) && states.on === on ? on : 'Off'));
    dict.set(name('MK'), context.obj({ CA: PDFString.of(widget.kind === 'checkbox' ? '4' : 'l') }));
    const [own] = widget.options;
    if (widget.kind === 'radio' && own) dict.set(name('Contents'), text(own.label));
    return;
  }
  const drawn = widget.kind === 'signature' ? null : drawValue(fonts.typesetter, widget, size);
  const content = drawn === null ? '' : `/Tx BMC\nq\n${drawn.content}Q\nEMC\n`;
  dict.set(
    name('AP'),
    context.obj({ N: stream(content, drawn === null ? undefined : fonts.typesetter.resources(drawn.lines)) }),
  );
  if (widget.kind === 'signature') return;
  dict.set(name('DA'), PDFString.of(defaultAppearance(widget, fonts.typing)));
  dict.set(name('Q'), context.obj(alignments[widget.look.align]));
}
