import { least } from '../../objects/large-arrays.ts';
import { Dict } from '../../objects/objects.ts';
import type { PdfFile } from '../../file/pdf-file.ts';
import { formFields, type FormField } from './fields.ts';

/**
 * What a certification allows afterwards (ISO 32000-2, table 257): 1 nothing, 2 filling forms and signing, 3
 * annotations too.
 */
export type DocMdp = 1 | 2 | 3;

/**
 * Which fields must not change any more (12.8.2.4): FieldMDP of a signature, or Lock of a field that is to be signed.
 */
export interface FieldLock {
  readonly action: 'All' | 'Include' | 'Exclude';
  readonly fields: readonly string[];
}

/** A signature that is in a document. */
export interface PdfSignature {
  /** Full name of its field. */
  readonly field: string;
  /** The signature dictionary (12.8.1). */
  readonly dict: Dict;
  readonly subFilter: string | null;
  /** As it stands there; null where it is none. */
  readonly byteRange: readonly number[] | null;
  /** With the zeros that fill it up. */
  readonly contents: Buffer;
  readonly docMdp: DocMdp | null;
  readonly locks: readonly FieldLock[];
}

/** The signatures of a document, in the order of its form; also of fields that are on a page only. */
export function readSignatures(file: PdfFile): PdfSignature[] {
  const listed = formFields(file);
  const found = new Map<Dict, PdfSignature>();
  for (const field of [...listed, ...unlisted(file, listed)]) {
    const dict = signatureIn(file, field);
    if (dict !== null && !found.has(dict)) found.set(dict, read(file, field, dict));
  }
  return [...found.values()];
}

/** The dictionary that a field is signed with, or null: what is there before signing has no Contents. */
export function signatureIn(file: PdfFile, { kind, dict }: Pick<FormField, 'kind' | 'dict'>): Dict | null {
  const value = kind === 'Sig' ? file.dict(dict.get('V')) : null;
  return value !== null && file.string(value.get('Contents')) !== null ? value : null;
}

/**
 * Widgets of signed fields that the form does not list. A search of the bytes shows whether there may be any: ByteRange
 * is never within an object stream.
 */
function unlisted(file: PdfFile, listed: readonly FormField[]): Pick<FormField, 'name' | 'kind' | 'dict'>[] {
  if (!file.bytes.includes('/ByteRange')) return [];
  const known = new Set(listed.flatMap(({ dict, widgets }) => [dict, ...widgets.map((widget) => widget.dict)]));
  return file.pages().flatMap(({ dict: page }) =>
    (file.array(page.get('Annots')) ?? []).flatMap((obj) => {
      const dict = file.dict(obj);
      if (dict === null || known.has(dict) || file.name(dict.get('FT')) !== 'Sig') return [];
      return [{ name: file.string(dict.get('T'))?.text ?? '', kind: 'Sig', dict }];
    }),
  );
}

/** What its field locks (Lock) holds also where whoever signed did not say it once more in the signature (12.7.5.5). */
function read(
  file: PdfFile,
  { name: field, dict: fieldDict }: Pick<FormField, 'name' | 'dict'>,
  dict: Dict,
): PdfSignature {
  const range = (file.array(dict.get('ByteRange')) ?? []).map((entry) => file.number(entry));
  const references = (file.array(dict.get('Reference')) ?? []).flatMap((entry) => file.dict(entry) ?? []);
  const transforms = references.map((reference) => ({
    method: file.name(reference.get('TransformMethod')),
    parameters: file.dict(reference.get('TransformParams')) ?? new Dict(),
  }));
  const certifies = transforms.find(({ method }) => method === 'DocMDP');
  const locks = transforms
    .filter(({ method }) => method === 'FieldMDP')
    .flatMap(({ parameters }) => readLock(file, parameters) ?? []);
  const lock = lockIn(file, fieldDict);
  return {
    field,
    dict,
    subFilter: file.name(dict.get('SubFilter')),
    byteRange: range.length >= 4 && range.every((entry) => entry !== null) ? range : null,
    contents: file.string(dict.get('Contents'))?.bytes ?? Buffer.alloc(0),
    docMdp: certifies === undefined ? (lock?.docMdp ?? null) : docMdpOf(file, certifies.parameters),
    locks: locks.length === 0 && lock !== null ? [lock] : locks,
  };
}

/** P defaults to 2. */
function docMdpOf(file: PdfFile, parameters: Dict): DocMdp {
  const allowed = file.number(parameters.get('P'));
  return allowed === 1 || allowed === 3 ? allowed : 2;
}

/** Lock of a signature field (table 236), with its permissions; null where it is absent or locks nothing. */
export function lockIn(file: PdfFile, field: Dict): (FieldLock & { readonly docMdp: DocMdp | null }) | null {
  const dict = file.dict(field.get('Lock'));
  const lock = dict === null ? null : readLock(file, dict);
  return dict === null || lock === null ? null : { ...lock, docMdp: dict.has('P') ? docMdpOf(file, dict) : null };
}

/** Of TransformParams (table 259) or of Lock (table 236); null where no fields are stated. */
function readLock(file: PdfFile, dict: Dict): FieldLock | null {
  const action = file.name(dict.get('Action'));
  if (action !== 'All' && action !== 'Include' && action !== 'Exclude') return null;
  return { action, fields: (file.array(dict.get('Fields')) ?? []).flatMap((name) => file.string(name)?.text ?? []) };
}

/** Whether a lock includes the field of this full name. The name of a group includes all fields in it. */
export function isLocked({ action, fields }: FieldLock, name: string): boolean {
  if (action === 'All') return true;
  const named = fields.some((field) => name === field || name.startsWith(`${field}.`));
  return action === 'Include' ? named : !named;
}

/** What all signatures together leave to be done. */
export function restrictionsOf(signatures: readonly PdfSignature[]): {
  readonly docMdp: DocMdp | null;
  readonly locks: readonly FieldLock[];
} {
  const levels = signatures.flatMap(({ docMdp }) => docMdp ?? []);
  return {
    docMdp: levels.length === 0 ? null : (least(levels) as DocMdp),
    locks: signatures.flatMap(({ locks }) => locks),
  };
}
