import { createHash } from 'node:crypto';
import type { ToolResult } from '../../editions/edition.ts';
import { jsonBytes, jsonText } from '../../editions/json-bytes.ts';

/**
 * A document inside JSON (docs/spec/documents.md), after other facts about it; digests there are lower-case hex. It is
 * written in pieces, because one string of several documents could exceed the maximum length.
 */
export function documentJson(
  about: Readonly<Record<string, unknown>>,
  { pdf, pages }: { readonly pdf: Uint8Array; readonly pages: number },
): Buffer {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const head = jsonBytes({ ...about, pages, bytes: bytes.byteLength, sha256 });
  return Buffer.concat([
    head.subarray(0, -1),
    Buffer.from(',"data":"'),
    Buffer.from(bytes.toString('base64'), 'latin1'),
    Buffer.from('"}'),
  ]);
}

/** JSON of pieces that are JSON already, and of text between them. */
export function jsonPieces(...pieces: readonly (Buffer | string)[]): Buffer {
  return Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));
}

/** The member `reports` of a JSON answer, after others: the report of each step. */
export function stepReports({ steps }: ToolResult): (Buffer | string)[] {
  if (steps === undefined) return [];
  const reports = steps.reports.flatMap((report, index) => [index === 0 ? '' : ',', Buffer.from(jsonText(report))]);
  return [',"reports":[', ...reports, ']'];
}
