import { NodeEditor } from '../widgets/fields/node-editor.ts';
import { readFields } from '../widgets/fields/read-fields.ts';
import type { Report } from '../facts/report.ts';
import { Source } from '../facts/source.ts';
import { wouldBreak } from '../facts/signatures/signature-permissions.ts';
import { readSignatures } from '../facts/signatures/signatures.ts';
import type { PdfFile } from '../file/pdf-file.ts';
import type { Changes } from '../file/changes.ts';

/**
 * Refuses a signed document, whose signatures become invalid.
 * @throws AppError `signature-would-break`, unless `breakSignatures`
 */
export function respectSigned(file: PdfFile, breakSignatures: boolean): void {
  const [first] = readSignatures(file);
  if (first === undefined || breakSignatures) return;
  throw wouldBreak(
    `The document is signed (field '${first.field.slice(0, 80)}'), and rewriting it makes its signatures ` +
      `invalid. Optimize it before it is signed, or send \`breakSignatures: true\` if this is intended.`,
  );
}

/**
 * Removes signatures, which become invalid: the values of signature fields, whose looks stay, and permissions (ISO
 * 32000-2, 12.8.6).
 */
export function dropSignatures(changes: Changes, report: Report): void {
  const { file } = changes;
  const permissions = file.dict(file.catalog.get('Perms'));
  if (permissions !== null) {
    changes.catalog().delete('Perms');
    report.drop(1, 'permissions', 'certifications and usage rights are signed over the bytes of the document');
  }
  const signatures = readSignatures(file);
  if (signatures.length === 0) return;
  report.signed(1);
  const editor = new NodeEditor(changes);
  for (const { kind, nodes } of readFields(new Source(file)))
    if (kind === 'signature') for (const node of nodes) if (node.dict.has('V')) editor.dict(node).delete('V');
  if (file.dict(file.catalog.get('AcroForm')) !== null)
    changes.dictIn(changes.catalog(), 'AcroForm').delete('SigFlags');
  for (const { field } of signatures)
    report.drop(
      1,
      'signature',
      `the signature in field '${field.slice(0, 80)}' is over the bytes of the document as it was; its look stays`,
    );
}
