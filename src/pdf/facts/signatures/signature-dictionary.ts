import { pdfDate } from '../../objects/date.ts';
import { Dict, Name, PdfString, type Ref } from '../../objects/objects.ts';
import type { DocMdp, FieldLock } from './signatures.ts';

/** Texts of a signature that the signer chooses. */
export interface SignatureWords {
  readonly reason?: string | undefined;
  readonly location?: string | undefined;
  readonly contact?: string | undefined;
  readonly name?: string | undefined;
}

/** The content of a new signature dictionary: its texts, permissions and the space for its CMS. */
export interface SignatureDictionary extends SignatureWords {
  readonly now: Date;
  /** Bytes to leave for the CMS. */
  readonly room: number;
  readonly certifies: DocMdp | null;
  /** Of the field. */
  readonly lock: (FieldLock & { readonly docMdp: DocMdp | null }) | null;
  readonly catalog: Ref;
}

/** Ten digits each, for numbers that are known once all is written. */
const unknown = 9_999_999_999;

/**
 * The signature dictionary (ISO 32000-2, 12.8.1, ETSI EN 319 142-1, 5.3). ByteRange and Contents come before all text,
 * so that a search for their names finds them. The time of signing is here and not in an attribute.
 */
export function signatureDictionary({ now, room, certifies, lock, catalog, ...words }: SignatureDictionary): Dict {
  const dict = new Dict([
    ['Type', new Name('Sig')],
    ['Filter', new Name('Adobe.PPKLite')],
    ['SubFilter', new Name('ETSI.CAdES.detached')],
    ['ByteRange', [0, unknown, unknown, unknown]],
    ['Contents', new PdfString(Buffer.alloc(room), true)],
    ['M', new PdfString(Buffer.from(pdfDate(now)))],
  ]);
  const texts = [
    ['Name', words.name],
    ['Reason', words.reason],
    ['Location', words.location],
    ['ContactInfo', words.contact],
  ] as const;
  for (const [key, text] of texts) if (text !== undefined) dict.set(key, PdfString.ofText(text));
  const level = [certifies, lock?.docMdp ?? null].filter((one) => one !== null).sort()[0] ?? null;
  const references = [...(level === null ? [] : [docMdp(level)]), ...(lock === null ? [] : [fieldMdp(lock, catalog)])];
  return references.length === 0 ? dict : dict.set('Reference', references);
}

function reference(method: string, parameters: Dict): Dict {
  return new Dict([
    ['Type', new Name('SigRef')],
    ['TransformMethod', new Name(method)],
    ['TransformParams', parameters.set('Type', new Name('TransformParams')).set('V', new Name('1.2'))],
  ]);
}

function docMdp(level: DocMdp): Dict {
  return reference('DocMDP', new Dict([['P', level]]));
}

function fieldMdp({ action, fields }: FieldLock, catalog: Ref): Dict {
  const parameters = new Dict([['Action', new Name(action)]]);
  if (action !== 'All')
    parameters.set(
      'Fields',
      fields.map((name) => PdfString.ofText(name)),
    );
  return reference('FieldMDP', parameters).set('Data', catalog);
}
