import { AppError } from '../../problems.ts';
import { Report, type PlainReport } from '../facts/report.ts';
import { Source } from '../facts/source.ts';
import type { FontFolder } from '../fonts/installed-fonts.ts';
import { openPdf } from '../file/open.ts';
import { openShelf } from '../typeset/font-shelf.ts';
import { Typesetter } from '../typeset/typesetter.ts';
import { Changes } from '../file/changes.ts';
import { writeAppearances, writeValue, type AssignParts } from '../widgets/fields/assign.ts';
import { textsOf, type Content } from '../widgets/draw-field.ts';
import type { Field } from '../widgets/fields/field.ts';
import { flattenForm } from './flatten.ts';
import { readScripts, type FormScripts } from './form-scripts.ts';
import { readGiven, type GivenValue } from '../widgets/fields/given-values.ts';
import { NodeEditor } from '../widgets/fields/node-editor.ts';
import { ownFonts } from '../widgets/own-fonts.ts';
import { readFields } from '../widgets/fields/read-fields.ts';
import { shownContents } from '../widgets/shown-contents.ts';
import { respectSigned, respectStrays } from './signed-form.ts';
import { reportFilling } from './fill-report.ts';
import { tidyForm } from './tidy-form.ts';
import { writeFilled } from './write-filled.ts';

/** A document, and the values for its form. */
export interface FillOptions {
  readonly bytes: Uint8Array;
  readonly password?: string | undefined;
  /** Values by full name. */
  readonly values: Readonly<Record<string, GivenValue>>;
  /** Unknown names are refused instead of reported. */
  readonly strict: boolean;
  /** Makes the fields content of their pages. */
  readonly flatten: boolean;
  readonly breakSignatures: boolean;
  /** Removes the encryption of the document. */
  readonly decrypt: boolean;
  /** Folders with fonts. */
  readonly fonts: readonly FontFolder[];
}

/** A document with its form filled in. */
export interface FillResult {
  readonly pdf: Uint8Array;
  readonly pages: number;
  readonly report: PlainReport;
  /** Number of fields that got a value, and number of widgets that became page content. */
  readonly filled: number;
  readonly flattened: number;
  readonly scripts: FormScripts;
}

/**
 * Fills in the form of a document (ISO 32000-2, 12.7), and draws the fields in any script. Same input, same bytes. For
 * worker threads.
 * @throws AppError `field-not-found`, `field-value-invalid`, `signature-would-break`, and those of `openPdf`
 */
export async function fillForm(options: FillOptions): Promise<FillResult> {
  try {
    return await fill(options, true);
  } catch (error) {
    if (!(error instanceof AppError) || error.slug !== 'invalid-font') throw error;
    return fill(options, false);
  }
}

/**
 * With `own`, fields are drawn in the fonts of the form that they name. A broken one may be detected only when it is
 * embedded.
 */
async function fill(options: FillOptions, own: boolean): Promise<FillResult> {
  const file = openPdf(options.bytes, { password: options.password });
  const source = new Source(file);
  const fields = readFields(source);
  const { assignments, unknown } = readGiven(file, fields, options);
  const xfa = file.dict(file.catalog.get('AcroForm'))?.has('XFA') === true;
  const { signatures, preserved } = respectSigned(file, {
    ...options,
    assignments,
    xfa,
    decrypt: options.decrypt && file.encryption !== null,
  });
  const changed = assignments.length > 0 || options.flatten;
  const report = new Report();
  const changes = new Changes(file);
  const editor = new NodeEditor(changes);
  for (const assignment of assignments) writeValue(changes, editor, assignment);
  await draw(
    { changes, editor, report, fonts: options.fonts, own },
    shownContents(file, fields, { assignments, flatten: options.flatten, others: changed && !preserved }),
  );
  if (changed && !preserved) tidyForm({ changes, editor, report }, { fields, signatures });
  const flattened = options.flatten ? flattenForm(changes, source, fields) : 0;
  const scripts = readScripts(source, fields);
  reportFilling(report, { file, assignments, unknown, scripts });
  const untouched = changes.objects.length === 0 && (!options.decrypt || file.encryption === null);
  const pdf = untouched
    ? options.bytes
    : writeFilled(changes, { signed: preserved, decrypt: options.decrypt, seed: JSON.stringify(options.values) });
  if (!preserved && !untouched) respectStrays(file, { signatures, breakSignatures: options.breakSignatures, report });
  return {
    pdf,
    pages: file.pages().length,
    report: report.toPlain(),
    filled: new Set(assignments.map(({ field }) => field.name)).size,
    flattened,
    scripts,
  };
}

interface DrawParts extends Omit<AssignParts, 'typesetter'> {
  readonly report: Report;
  readonly fonts: readonly FontFolder[];
  readonly own: boolean;
}

/** Draws fields with their content. Fonts are chosen once for all texts. */
async function draw(
  { changes, editor, report, fonts, own }: DrawParts,
  contents: ReadonlyMap<Field, Content>,
): Promise<void> {
  if (contents.size === 0) return;
  const { file } = changes;
  const texts = [...contents].flatMap(([field, content]) => textsOf(file, field, content));
  const language = file.string(file.catalog.get('Lang'))?.text;
  const typesetter = new Typesetter({
    shelf: await openShelf({ folders: fonts, texts: ['A', ...texts], language, own: own ? ownFonts(file) : [] }),
    sink: changes,
  });
  for (const [field, content] of contents) {
    const cut = writeAppearances({ changes, editor, typesetter }, field, content);
    if (cut) report.warn(`The text of field '${field.name}' is longer than its box: not all of it is seen.`);
  }
  typesetter.write();
  const missing = [...typesetter.missing];
  if (missing.length > 0)
    report.warn(
      'No font has ' +
        `${missing.slice(0, 20).join(' ')}${missing.length > 20 ? ` and ${missing.length - 20} more characters` : ''}: ` +
        'the values are in their fields, and are drawn without. Install a font that has them in ' +
        'SERVICE_FONTS_DIR.',
    );
}
