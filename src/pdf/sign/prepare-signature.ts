import type { FontFolder } from '../fonts/installed-fonts.ts';
import { Dict, type Ref } from '../objects/objects.ts';
import type { PdfFile } from '../file/pdf-file.ts';
import { Changes } from '../file/changes.ts';
import { drawLook, prepareLook, type PreparedLook } from './appearance.ts';
import { formFields, type FormField } from '../facts/signatures/fields.ts';
import { freeName, type VisibleWidget, type WantedPlace } from './field-position.ts';
import { respectSignatures } from '../facts/signatures/signature-permissions.ts';
import { uprightMatrix } from '../geometry/shown-page.ts';
import {
  signatureDictionary,
  type SignatureDictionary,
  type SignatureWords,
} from '../facts/signatures/signature-dictionary.ts';
import { lockIn, readSignatures, type DocMdp, type PdfSignature } from '../facts/signatures/signatures.ts';
import { claimedArchivePart } from '../xmp/reading/identification.ts';
import { targetField } from './target-field.ts';

/** A request for a signature, without document and credential. */
export interface SignatureRequest extends SignatureWords {
  readonly now: Date;
  /** Full name of an existing or new field; a free name unless given. */
  readonly field?: string | undefined;
  readonly certify?: DocMdp | undefined;
  /** Look and place of a visible signature; an invisible one unless given, or unless its field has a place. */
  readonly appearance?: SignatureAppearance | undefined;
  /** Signs even if that breaks earlier signatures. */
  readonly breakSignatures: boolean;
}

/** Without text and image it shows the signer and the time. */
export interface SignatureAppearance extends WantedPlace {
  readonly text?: string | undefined;
  readonly image?: Uint8Array | undefined;
}

/** A request with what the credential determines. */
export interface PrepareOptions extends SignatureRequest {
  readonly fonts: readonly FontFolder[];
  /** Bytes that are reserved for the CMS signature. */
  readonly room: number;
  readonly signer: string;
  /** See `Changes`. */
  readonly above?: number;
}

/** A document that lacks only the signature itself. */
export interface Prepared {
  readonly changes: Changes;
  /** The signature dictionary. */
  readonly signature: Ref;
  readonly field: string;
  readonly visible: boolean;
  readonly warnings: readonly string[];
  /** Earlier signatures that become invalid. */
  readonly broken: readonly PdfSignature[];
}

/** Prepares all changes of a signature, with reserved room for the CMS signature itself. */
export async function prepareSignature(file: PdfFile, request: PrepareOptions): Promise<Prepared> {
  const fields = formFields(file);
  const field = request.field ?? freeName(fields);
  const signatures = readSignatures(file);
  const first = signatures.length === 0;
  const target = targetField(file, fields, {
    name: field,
    tooltip: `Signature of ${request.signer}`,
    place: request.appearance,
    tag: first,
  });
  const { known, visible } = target;
  const broken = respectSignatures(
    signatures,
    { field, newVisible: known === null && visible, certifies: request.certify !== undefined },
    request.breakSignatures,
  );
  const look = visible ? await lookOf(file, request) : null;
  const changes = new Changes(file, request.above);
  const { ref, widgets } = target.put(changes);
  const warnings = look === null ? [] : draw(changes, look, widgets);
  if (settleAppearances(changes, { fields, frozen: !first }) && visible) warnings.push(redrawnWarning);
  const signature = sign(changes, ref, {
    ...request,
    certifies: request.certify ?? null,
    lock: known === null ? null : lockIn(file, known.dict),
  });
  if (known === null && !first && file.dict(file.catalog.get('StructTreeRoot')) !== null)
    warnings.push(untaggedWarning);
  // Poppler looks for the value in the widget. Other readers take that key for an unknown one, and after a signature
  // for a forbidden change.
  const [apart] = (known?.widgets ?? []).flatMap((widget) =>
    widget.ref === null || widget.ref.num === ref.num ? [] : [widget.ref],
  );
  if (apart !== undefined && first) changes.dictAt(apart).set('V', signature);
  return {
    changes,
    signature,
    field,
    visible,
    broken,
    warnings: [
      ...(request.certify !== undefined && !first ? [lateWarning] : []),
      ...warnings,
      ...warningsOf(file, field, known?.dict ?? null),
    ],
  };
}

/** @throws AppError `invalid-image` */
function lookOf(
  file: PdfFile,
  { appearance, signer, now, reason, location, name, fonts }: PrepareOptions,
): Promise<PreparedLook> {
  const { text, image = null } = appearance ?? {};
  const standard = [
    `Digitally signed by ${name ?? signer}`,
    `${now.toISOString().slice(0, 16).replace('T', ' ')} UTC`,
    reason,
    location,
  ]
    .filter((line) => line !== undefined)
    .join('\n');
  return prepareLook({ text: text ?? (image === null ? standard : null), image }, fonts, archivePartOf(file));
}

/** The PDF/A part that the metadata claim (ISO 19005-1, 6.7.11), `?` for an unreadable one; null without a claim. */
function archivePartOf(file: PdfFile): string | null {
  const xmp = file.stream(file.catalog.get('Metadata'));
  return xmp === null ? null : claimedArchivePart(xmp.decode());
}

/** Draws the appearances of widgets. Answers warnings. */
function draw(changes: Changes, look: PreparedLook, widgets: readonly VisibleWidget[]): string[] {
  return [
    ...new Set(
      widgets.flatMap(({ ref, rotate, size: [width, height] }) => {
        const drawn = drawLook(changes, look, { width, height, matrix: uprightMatrix[rotate] });
        changes
          .dictAt(ref)
          .set('AP', new Dict([['N', drawn.ref]]))
          .delete('AS');
        return [
          ...(drawn.missing.length > 0
            ? [`No font has these characters of the signature's text: ${drawn.missing.slice(0, 20).join(' ')}.`]
            : []),
          ...(drawn.overflows
            ? [
                'The text of the signature is larger than its box, at the smallest size too: what does not fit ' +
                  'is not seen.',
              ]
            : []),
        ];
      }),
    ),
  ];
}

/** Validators take a change of the structure for a change of the signed content. */
const untaggedWarning =
  'The document is tagged and signed: its structure stays what was signed, so that the new field is no part of ' +
  'it, as PDF/UA requires. Have all signature fields in the document before it is signed first.';

const lateWarning =
  'The certification is not the first signature of the document, as it has to be: readers take it for an ' +
  'approval, or for none.';

const redrawnWarning =
  'The form requires viewers to draw its fields (NeedAppearances), because not all have an appearance: ' +
  'some viewers then leave the place of the signature empty.';

/**
 * NeedAppearances (ISO 32000-2, 12.7.3) lets viewers draw all fields themselves, which may hide the signature and
 * changes signed content. It is removed if every field has an appearance, and no earlier signature covers it. Answers
 * whether it is still set.
 */
function settleAppearances(
  changes: Changes,
  { fields, frozen }: { fields: readonly FormField[]; frozen: boolean },
): boolean {
  const form = changes.dict(changes.catalog().get('AcroForm'));
  if (form === null || changes.resolve(form.get('NeedAppearances')) !== true) return false;
  const drawn = fields.every(
    ({ kind, widgets }) =>
      kind === 'Sig' || widgets.every(({ dict }) => changes.dict(dict.get('AP'))?.has('N') === true),
  );
  if (!drawn || frozen) return true;
  changes.dictIn(changes.catalog(), 'AcroForm').delete('NeedAppearances');
  return false;
}

/**
 * Adds the signature dictionary as the value of its field, and sets SigFlags and Perms (ISO 32000-2, 12.7.3, 12.8.6).
 */
function sign(changes: Changes, field: Ref, dictionary: Omit<SignatureDictionary, 'catalog'>): Ref {
  const catalog = changes.catalog();
  const signature = changes.add(signatureDictionary({ ...dictionary, catalog: changes.trailer.get('Root') as Ref }));
  changes.dictAt(field).set('V', signature);
  changes.dictIn(catalog, 'AcroForm').set('SigFlags', 3);
  if (dictionary.certifies !== null) changes.dictIn(catalog, 'Perms').set('DocMDP', signature);
  return signature;
}

function warningsOf(file: PdfFile, name: string, known: Dict | null): string[] {
  const { catalog } = file;
  return [
    ...(known === null && file.dict(catalog.get('AcroForm'))?.has('XFA') === true
      ? ['The document has an XFA form, which does not know the new signature field.']
      : []),
    ...(known?.has('SV') === true ? [`The field '${name}' has seed values (SV), which were not looked at.`] : []),
    ...(file.dict(catalog.get('Perms'))?.has('UR3') === true
      ? ['The document has usage rights of Adobe Reader, which the change may invalidate.']
      : []),
  ];
}
