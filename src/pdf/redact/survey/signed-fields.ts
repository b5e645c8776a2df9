import { FieldTree } from '../../facts/trees/field-tree.ts';
import type { PdfFile } from '../../file/pdf-file.ts';

/** Names of the signature fields of a form that are signed (ISO 32000-2, 12.8). */
export function signedFields(file: PdfFile): string[] {
  return new FieldTree(file).nodes
    .filter(({ kind, dict }) => kind === 'Sig' && file.dict(dict.get('V')) !== null)
    .map(({ name }) => name);
}
