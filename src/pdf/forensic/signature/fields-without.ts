import { Dict, PdfString, Ref, Stream, type Obj } from '../../objects/objects.ts';
import type { PdfFile } from '../../file/pdf-file.ts';
import { formFields } from '../../facts/signatures/fields.ts';
import { readSignatures, type PdfSignature } from '../../facts/signatures/signatures.ts';
import { inheritedEntry } from '../../facts/trees/field-tree.ts';
import { fieldName, fieldType } from '../field-of.ts';
import { finding, type Finding } from '../findings/finding.ts';
import type { RawScan } from '../revisions/raw-scan.ts';
import type { ScannedObject } from '../revisions/scanned-object.ts';
import type { Revisions } from '../revisions/revisions.ts';

/**
 * Signed fields whose signature dictionary has no string Contents. A field that waits for a signature has neither
 * Contents nor Filter.
 */
export function hollowFields(file: PdfFile, known: readonly PdfSignature[]): Finding[] {
  const whole = new Set(known.map(({ dict }) => dict));
  return formFields(file).flatMap(({ name, kind, dict, ref }) => {
    const value = kind === 'Sig' ? file.resolve(dict.get('V')) : null;
    if (!(value instanceof Dict) || whole.has(value)) return [];
    const claims = ['Filter', 'SubFilter', 'ByteRange', 'Contents'].some((key) => value.has(key));
    return claims
      ? [
          finding('signature-hollow', {
            object: ref?.num ?? null,
            excerpt: `${name}: Contents is ${value.has('Contents') ? 'not a string' : 'missing'}`,
          }),
        ]
      : [];
  });
}

/** Signature dictionaries that several fields share; each belongs to one (ISO 32000-2, 12.7.5.5). */
export function borrowedSignatures(file: PdfFile): Finding[] {
  const widgets = file
    .pages()
    .flatMap(({ dict }) => (file.array(dict.get('Annots')) ?? []).flatMap((entry) => file.dict(entry) ?? []));
  const owners = new Map<Dict, Map<Dict, string>>();
  for (const dict of [...formFields(file).map((field) => field.dict), ...widgets]) {
    const value = fieldType(file, dict) === 'Sig' ? file.dict(inheritedEntry(file, dict, 'V')) : null;
    if (value?.has('Contents') === true)
      owners.set(value, (owners.get(value) ?? new Map<Dict, string>()).set(ownerOf(file, dict), fieldName(file, dict)));
  }
  return [...owners.values()]
    .filter(({ size }) => size > 1)
    .map((own) =>
      finding('signature-borrowed', { excerpt: [...own.values()].map((name) => `'${name}'`).join(' and ') }),
    );
}

/** The field of a widget: the nearest ancestor with a name, or the widget itself. */
function ownerOf(file: PdfFile, dict: Dict): Dict {
  const above = dict.has('T') ? null : file.dict(dict.get('Parent'));
  return above?.has('T') === true ? above : dict;
}

interface Examined {
  readonly scan: RawScan;
  readonly revisions: Revisions;
}

/**
 * Signatures that the newest version lacks, each once by its Contents. Those of examined versions are named by their
 * fields, others by their offset.
 */
export function removedSignatures({ scan, revisions }: Examined, current: readonly PdfSignature[]): Finding[] {
  const { newest, list, compared } = revisions;
  const known = new Set(current.map(({ contents }) => contents.toString('hex')));
  const isNew = (contents: Buffer) => {
    const key = contents.toString('hex');
    return known.size < known.add(key).size;
  };
  if (!newest.bytes.includes('/ByteRange')) return [];
  const named =
    list.length < 2
      ? []
      : compared.slice(0, -1).flatMap(({ end, number }) => {
          const version = revisions.at(end);
          return (version === null ? [] : readSignatures(version))
            .filter(({ contents }) => isNew(contents))
            .map(({ field }) =>
              finding('signature-removed', { excerpt: `'${field}', in version ${number} of ${list.length}` }),
            );
        });
  const stray = scan.objects.flatMap((object) =>
    signaturesIn(newest, object)
      .filter(isNew)
      .map(() =>
        finding('signature-removed', { object: object.num, excerpt: `object ${object.num} at byte ${object.offset}` }),
      ),
  );
  return [...named, ...stray].slice(0, maxRemoved);
}

const maxRemoved = 20;
/** Values of an object that are visited. */
const maxValues = 1000;

/**
 * Contents of the signatures in an object whose ByteRange encloses them. Usage rights are skipped: they may be removed.
 */
function signaturesIn(file: PdfFile, { value, offset, end }: ScannedObject): Buffer[] {
  const found: Buffer[] = [];
  const stack: Obj[] = [value instanceof Stream ? null : value];
  for (let steps = 0; stack.length > 0 && steps < maxValues; steps += 1) {
    const own = stack.pop() ?? null;
    if (!(own instanceof Dict)) continue;
    const [contents, range] = [own.get('Contents'), own.get('ByteRange')];
    const before = Array.isArray(range) && range.length === 4 ? range[1] : null;
    const isAround = typeof before === 'number' && before + file.headerOffset >= offset && before < end;
    if (
      contents instanceof PdfString &&
      isAround &&
      contents.bytes.some((byte) => byte !== 0) &&
      !isUsageRights(file, own)
    )
      found.push(contents.bytes);
    for (const [, entry] of own) stack.push(entry);
  }
  return found;
}

function isUsageRights(file: PdfFile, signature: Dict): boolean {
  const references = signature.get('Reference');
  return (Array.isArray(references) ? references : []).some((entry) => {
    const dict = entry instanceof Ref ? file.dict(entry) : entry instanceof Dict ? entry : null;
    return ['UR', 'UR3'].includes(file.name(dict?.get('TransformMethod') ?? null) ?? '');
  });
}
