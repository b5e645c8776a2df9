import type { FontFolder } from '../fonts/installed-fonts.ts';
import { Dict, type Ref } from '../objects/objects.ts';
import type { PdfFile } from '../file/pdf-file.ts';
import { Changes } from '../file/changes.ts';
import { AppError } from '../../problems.ts';
import { drawLook, hasRoom } from './appearance.ts';
import { lookLines } from './look-lines.ts';
import { prepareLook, type LookPicture, type LookStyle, type PreparedLook } from './look.ts';
import { formFields, type FormField } from '../facts/signatures/fields.ts';
import { freeName, type VisibleWidget, type WantedPlace } from './field-position.ts';
import { respectSignatures } from '../facts/signatures/signature-permissions.ts';
import { archivePartOf } from '../facts/archive-part.ts';
import { uprightMatrix } from '../geometry/shown-page.ts';
import {
  signatureDictionary,
  type SignatureDictionary,
  type SignatureWords,
} from '../facts/signatures/signature-dictionary.ts';
import { lockIn, readSignatures, type DocMdp, type PdfSignature } from '../facts/signatures/signatures.ts';
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

/** Without text and picture it shows the signer and the time. */
export interface SignatureAppearance extends WantedPlace {
  readonly text?: string | undefined;
  readonly picture?: LookPicture | undefined;
  /** A chosen design. */
  readonly style?: LookStyle | undefined;
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
  /** Where the signature is seen. */
  readonly widgets: readonly VisibleWidget[];
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
  const warnings = look === null ? [] : [...leftOut(request.appearance), ...draw(changes, look, widgets)];
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
    widgets,
    broken,
    warnings: [
      ...(request.certify !== undefined && !first ? [lateWarning] : []),
      ...warnings,
      ...warningsOf(file, field, known?.dict ?? null),
    ],
  };
}

/** @throws AppError `invalid-image`, `field-value-invalid` for a design that shows nothing */
function lookOf(file: PdfFile, { appearance, fonts, ...facts }: PrepareOptions): Promise<PreparedLook> {
  const { text, picture = null, style = null } = appearance ?? {};
  const lang = file.string(file.catalog.get('Lang'))?.text ?? null;
  const lines = lookLines({ text, picture, style }, { ...facts, lang });
  if (lines.length === 0 && (picture === null || style?.layout === 'text'))
    throw new AppError(
      'field-value-invalid',
      'The signature would show nothing: no field in `appearance.fields` has a value. Choose `name` or `date`, or ' +
        'send the value.',
      { errors: [{ pointer: '/appearance/fields', message: '`fields` has no field with a value' }] },
    );
  const language = style === null ? '' : (style.lang ?? lang ?? '');
  return prepareLook({ lines, picture, style, language }, fonts, archivePartOf(file));
}

/** A warning about a picture that the layout does not show. */
const leftOut = (appearance: SignatureAppearance | undefined): string[] =>
  appearance?.picture !== undefined && appearance.style?.layout === 'text'
    ? [`The ${appearance.picture.field} is left out: the layout \`text\` shows none.`]
    : [];

/**
 * Draws the appearances of widgets. Answers warnings.
 * @throws AppError `field-value-invalid` for a box that is too small for the design
 */
function draw(changes: Changes, look: PreparedLook, widgets: readonly VisibleWidget[]): string[] {
  return [
    ...new Set(
      widgets.flatMap(({ ref, rotate, size: [width, height], pointer }) => {
        if (!hasRoom(look, { width, height })) throw tooSmall(width, height, pointer);
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

function tooSmall(width: number, height: number, pointer: VisibleWidget['pointer']): AppError {
  const size = `${Math.round(width * 10) / 10} by ${Math.round(height * 10) / 10} points`;
  return new AppError(
    'field-value-invalid',
    `The box of the signature is ${size}, which has no room for a line of text beside its frame and its logo.`,
    { errors: [{ pointer, message: `\`${pointer.split('/').at(-1) ?? ''}\` is too small: ${size}` }] },
  );
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
