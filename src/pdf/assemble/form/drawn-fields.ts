import { onStateOf, hasAppearance } from '../../widgets/button-states.ts';
import { appearanceStream } from '../../widgets/appearance-stream.ts';
import { drawButton } from '../../widgets/draw-button.ts';
import { drawField, textsOf, type Content } from '../../widgets/draw-field.ts';
import type { Field, Widget } from '../../widgets/fields/field.ts';
import { ownFonts } from '../../widgets/own-fonts.ts';
import { readFields } from '../../widgets/fields/read-fields.ts';
import { shownContents } from '../../widgets/shown-contents.ts';
import { off } from '../../widgets/state-name.ts';
import { readLook } from '../../widgets/widget-look.ts';
import type { FontFolder } from '../../fonts/installed-fonts.ts';
import { Dict, isName, Name, type Obj } from '../../objects/objects.ts';
import { openShelf, type FontShelf } from '../../typeset/font-shelf.ts';
import { Typesetter } from '../../typeset/typesetter.ts';
import type { Part } from '../../copying/part.ts';
import type { Source } from '../../facts/source.ts';
import type { Target } from '../../copying/target.ts';

/** Fields that viewers were to draw (NeedAppearances, ISO 32000-2, 12.7.3), with their content and fonts. */
export interface FieldDrawing {
  readonly fields: readonly Field[];
  readonly contents: ReadonlyMap<Field, Content>;
  readonly shelf: FontShelf;
}

/**
 * With `own`, fields are drawn in the fonts of the form that they name.
 * @throws AppError `limit-exceeded`, `invalid-font`
 */
export async function prepareDrawing(
  source: Source,
  { fonts, own }: { fonts: readonly FontFolder[]; own: boolean },
): Promise<FieldDrawing> {
  const { file } = source;
  const fields = readFields(source);
  const contents = shownContents(file, fields, { assignments: [], flatten: false, others: true });
  const texts = [...contents].flatMap(([field, content]) => textsOf(file, field, content));
  const language = file.string(file.catalog.get('Lang'))?.text;
  return {
    fields,
    contents,
    shelf: await openShelf({ folders: fonts, texts: ['A', ...texts], language, own: own ? ownFonts(file) : [] }),
  };
}

/** Draws the fields of the parts of one document, whose widgets are in the target. */
export function drawFields(target: Target, parts: readonly Part[], { fields, contents, shelf }: FieldDrawing): void {
  const typesetter = new Typesetter({ shelf, sink: target });
  for (const part of parts) {
    for (const field of fields) {
      const content = contents.get(field);
      for (const widget of field.widgets) {
        const copy = target.get(part.widgets.get(widget.dict) ?? null);
        if (!(copy instanceof Dict)) continue;
        if (content !== undefined) drawText(part, copy, { field, widget, content, typesetter });
        else if (field.kind === 'checkbox' || field.kind === 'radio')
          drawStates(part, copy, { field, widget, kind: field.kind });
      }
    }
  }
  typesetter.write();
  if (typesetter.missing.size > 0)
    parts[0]?.report.warn(
      `No font has ${[...typesetter.missing].slice(0, 20).join(' ')}: fields of document ${parts[0].document} ` +
        'are drawn without.',
    );
}

function drawText(
  part: Part,
  copy: Dict,
  { field, widget, content, typesetter }: { field: Field; widget: Widget; content: Content; typesetter: Typesetter },
): void {
  const { file, form } = part.source;
  const look = readLook(file, field, widget, form.dict);
  if (look.size0.width <= 0 || look.size0.height <= 0) return;
  const { stream, cut } = drawField(file, field, { look, content, typesetter });
  copy.set('AP', new Dict([['N', part.target.add(stream)]])).delete('AS');
  if (cut)
    part.report.warn(
      `The text of field '${field.name}' of document ${part.document} is longer than its box: not all of it is seen.`,
    );
}

/** Draws both looks of a button without any. Of several without looks the on state is unknown. */
function drawStates(
  part: Part,
  copy: Dict,
  { field, widget, kind }: { field: Field; widget: Widget; kind: 'checkbox' | 'radio' },
): void {
  const { file, form } = part.source;
  const value = file.resolve(field.inherited('V'));
  const on = onStateOf(file, widget) ?? (field.widgets.length === 1 ? stateOr(value, 'Yes') : null);
  const look = readLook(file, field, widget, form.dict);
  if (on === null || hasAppearance(file, widget, on.value) || look.size0.width <= 0 || look.size0.height <= 0) return;
  const [shown, hidden] = [true, false].map((state) =>
    part.target.add(appearanceStream(look, drawButton(look, { kind, on: state }))),
  );
  copy.set(
    'AP',
    new Dict([
      [
        'N',
        new Dict([
          [on.value, shown ?? null],
          [off, hidden ?? null],
        ]),
      ],
    ]),
  );
  if (!copy.has('AS')) copy.set('AS', isName(value, on.value) ? on : new Name(off));
}

const stateOr = (value: Obj, other: string): Name =>
  value instanceof Name && value.value !== off ? value : new Name(other);
