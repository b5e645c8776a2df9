import { randomUUID } from 'node:crypto';
import type { AssetUse, NewOperation, OperationContent } from '../store/facets/sessions.ts';

/** One operation of a session, as an entry of `operations` of a render: `op` and the fields of the request. */
export type SessionOperation = Readonly<Record<string, unknown>> & { readonly op: string };

/** The content of an operation as it is stored. `known` are the names of assets in `document`. */
export function contentOf(operation: SessionOperation, known: ReadonlySet<string> = new Set()): OperationContent {
  const { op, ...fields } = operation;
  return {
    assets: usesOf(operation, known),
    json: Buffer.from(JSON.stringify(operation)),
    anchor: typeof fields.id === 'string' ? fields.id : null,
    font: op === 'set_font' ? JSON.stringify(fields) : null,
  };
}

/** The assets that an operation names, and those that the operations inside it name. */
function usesOf(value: unknown, known: ReadonlySet<string>): readonly AssetUse[] {
  if (Array.isArray(value)) return value.flatMap((each) => usesOf(each, known));
  if (typeof value !== 'object' || value === null) return [];
  const { op, type, asset, family, columns } = value as Readonly<Record<string, unknown>>;
  return [
    ...(typeof asset === 'string' ? [{ name: asset, isNeeded: !known.has(asset) }] : []),
    ...((op ?? type) === 'set_font' && typeof family === 'string' ? [{ name: family, isNeeded: false }] : []),
    ...((op ?? type) === 'add_columns' ? usesOf(columns, known) : []),
  ];
}

/** A new operation with this content. */
export function newOperation(content: OperationContent): NewOperation {
  return { operationId: randomUUID(), ...content };
}
