import type { Report } from '../facts/report.ts';
import type { PdfSignature } from '../facts/signatures/signatures.ts';
import type { Changes } from '../file/changes.ts';
import type { Field } from '../widgets/fields/field.ts';
import type { NodeEditor } from '../widgets/fields/node-editor.ts';

/** Bits of SigFlags (ISO 32000-2, table 225): signatures exist, and only updates may be appended. */
const appendOnly = 2;

/** A form under edit. */
export interface TidyParts {
  readonly changes: Changes;
  readonly editor: NodeEditor;
  readonly report: Report;
}

/** Removes entries of the form and the catalog that become wrong when values change and the document is rewritten. */
export function tidyForm(
  { changes, editor, report }: TidyParts,
  { fields, signatures }: { fields: readonly Field[]; signatures: readonly PdfSignature[] },
): void {
  const { file } = changes;
  const known = file.dict(file.catalog.get('AcroForm'));
  if (known !== null) {
    const form = changes.dictIn(changes.catalog(), 'AcroForm');
    form.delete('NeedAppearances');
    if (form.has('XFA')) {
      form.delete('XFA');
      report.drop(
        1,
        'XFA form',
        'XFA repeats the values, and they would contradict those of the fields; the AcroForm fields stay',
      );
    }
    const flags = changes.number(form.get('SigFlags')) ?? 0;
    if ((flags & appendOnly) !== 0) form.set('SigFlags', flags & ~appendOnly);
  }
  if (file.resolve(file.catalog.get('NeedsRendering')) === true) {
    changes.catalog().delete('NeedsRendering');
    report.warn(
      'The document is a dynamic XFA form: its XFA made its content, and readers of PDF 2.0 do not support XFA. ' +
        'Its pages may show only a note about this.',
    );
  }
  dropPermissions(changes, report);
  if (signatures.length === 0) return;
  report.signed(1);
  for (const { kind, nodes } of fields)
    if (kind === 'signature') for (const node of nodes) if (node.dict.has('V')) editor.dict(node).delete('V');
  for (const { field } of signatures)
    report.drop(
      1,
      'signature',
      `the signature in field '${field.slice(0, 80)}' is over the bytes of the document as it was; its look stays`,
    );
}

/** Usage rights and certifications (ISO 32000-2, 12.8.6) are signatures over the bytes of the document. */
function dropPermissions(changes: Changes, report: Report): void {
  const { file } = changes;
  const permissions = file.dict(file.catalog.get('Perms'));
  if (permissions === null) return;
  changes.catalog().delete('Perms');
  if (['UR', 'UR3'].some((key) => permissions.has(key)))
    report.drop(1, 'usage rights', 'extra rights for Adobe Reader are signed over the bytes of the document');
}
