import { createHash } from 'node:crypto';
import { bytesOf } from '../../render/compose/assets.ts';
import type { StoredOperation } from '../../store/facets/sessions.ts';

/** The field of an operation that is a file, by the name of the operation. */
const fileFields: ReadonlyMap<unknown, string> = new Map([
  ['add_image', 'data'],
  ['add_pdf', 'data'],
  ['add_attachment', 'data'],
  ['set_font', 'data'],
  ['add_watermark', 'image'],
  ['add_stamp', 'image'],
]);

/** An operation as it is read back: its fields, with the size and the digest of each file in place of its bytes. */
export function shownOperation(
  { operationId, json }: StoredOperation,
  index: number,
): Readonly<Record<string, unknown>> {
  const text = Buffer.from(json.buffer, json.byteOffset, json.byteLength).toString('utf8');
  const { op, ...fields } = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const shown = withoutFiles({ op, ...fields }) as Readonly<Record<string, unknown>>;
  return { operationId, index, ...shown };
}

function withoutFiles(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutFiles);
  if (typeof value !== 'object' || value === null) return value;
  const { op, type } = value as { readonly op?: unknown; readonly type?: unknown };
  const file = fileFields.get(op ?? type);
  return Object.fromEntries(
    Object.entries(value).map(([name, field]: [string, unknown]) => [
      name,
      name === file && typeof field === 'string' ? fileFacts(field) : withoutFiles(field),
    ]),
  );
}

function fileFacts(data: string): { readonly bytes: number; readonly sha256: string } {
  const bytes = bytesOf(data) ?? new Uint8Array();
  return { bytes: bytes.byteLength, sha256: createHash('sha256').update(bytes).digest('hex') };
}
