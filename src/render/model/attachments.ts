import {
  type Attachment,
  invoiceProfiles,
  relationships,
  type Invoice,
  type InvoiceProfile,
  type Relationship,
} from '../../pdf/xmp/attachment.ts';
import { invoiceMistakes } from '../../pdf/edit/attachments/check-invoice.ts';
import { InvoiceXmlError, readInvoiceXml, type InvoiceXml } from '../../pdf/edit/attachments/invoice-xml.ts';
import { UniqueNames } from '../../pdf/facts/unique-names.ts';
import { AppError } from '../../problems.ts';
import { bytesOf, type FileData } from '../compose/assets.ts';
import { fileData } from './file-data.ts';
import type { Document } from './document.ts';
import type { Warning } from './types/warning.ts';
import { also, joi, type Report } from '../../input/fields.ts';

/** The fields of `add_attachment` and of the entries of `output.attachments`. */
export interface AttachmentOptions {
  readonly name: string;
  readonly data: FileData;
  readonly contentType?: string;
  readonly description?: string;
  readonly relationship?: Relationship;
  readonly facturX?: { readonly profile: InvoiceProfile };
}

/**
 * File name under which readers of invoices look for the XML (Factur-X 1.0, 6.1); XRechnung may have another one
 * (ZUGFeRD 2.1, 3.2.2).
 */
const invoiceNames = (profile: unknown) =>
  profile === 'XRECHNUNG' ? ['factur-x.xml', 'xrechnung.xml'] : ['factur-x.xml'];

function checkInvoiceName(
  { name, facturX }: { name?: unknown; facturX?: { profile?: unknown } },
  report: Report,
): void {
  const names = invoiceNames(facturX?.profile);
  if (facturX !== undefined && typeof name === 'string' && !names.includes(name))
    report(['name'], `\`facturX\` goes with the \`name\` ${names.join(' or ')}, by which readers find the invoice`);
}

/** Joi schema of an attachment, with the conditions between its fields. */
export const attachmentSchema = () =>
  also(
    joi.object<AttachmentOptions>({
      name: joi
        .string()
        .max(255)
        .pattern(/^(?!\.{1,2}$)[^/\\\p{Cc}]+$/u)
        .required()
        .description(
          'The file name under which it is listed and saved. A name that is taken becomes `name#2`, with a warning.',
        )
        .messages({ 'string.pattern.base': '{{#label}} must be a file name without / \\ and control characters' }),
      data: fileData().required(),
      contentType: joi
        .string()
        .max(127)
        .pattern(/^[\w.+-]+\/[\w.+-]+$/)
        .description('The media type; by the extension of the name unless given.')
        .messages({ 'string.pattern.base': '{{#label}} must be a media type, for example "text/xml"' }),
      description: joi.string().allow('').max(2000),
      relationship: joi
        .string()
        .valid(...relationships)
        .description(
          'What the file is to the document (AFRelationship): Unspecified unless given; of an invoice ' +
            'Alternative, or Data where its profile is not a whole invoice.',
        ),
      facturX: joi
        .object({
          profile: joi
            .string()
            .valid(...invoiceProfiles)
            .required(),
        })
        .description(
          'The file is the XML of an invoice by Factur-X or ZUGFeRD (CrossIndustryInvoice), of this profile; ' +
            'its XMP states the same.',
        ),
    }),
    checkInvoiceName,
  );

const types = new Map(
  Object.entries({
    xml: 'text/xml',
    csv: 'text/csv',
    txt: 'text/plain',
    md: 'text/markdown',
    html: 'text/html',
    json: 'application/json',
    pdf: 'application/pdf',
    zip: 'application/zip',
    png: 'image/png',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    svg: 'image/svg+xml',
    xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    ods: 'application/vnd.oasis.opendocument.spreadsheet',
    odt: 'application/vnd.oasis.opendocument.text',
  }),
);

const typeOf = (name: string) =>
  types.get(/\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '') ?? 'application/octet-stream';

/** Profiles without all parts of an invoice (Factur-X 1.0, 6.2.1). */
const partial: ReadonlySet<InvoiceProfile> = new Set(['MINIMUM', 'BASIC WL']);

/** A file without an invoice, as it is embedded. */
export function plainAttachment({ name, data, contentType, description, relationship }: AttachmentOptions): Attachment {
  return {
    name,
    data: bytesOf(data) ?? new Uint8Array(),
    contentType: contentType ?? typeOf(name),
    description: description ?? null,
    relationship: relationship ?? 'Unspecified',
  };
}

/**
 * Adds a file to the document's attachments. `pointer` leads to it in the request. Throws AppError `render-failed`
 * where the file should be an invoice and is not, and `conformance-not-reached` where it violates its profile.
 */
export function attach(
  document: Document,
  { name, data, contentType, description, relationship, facturX }: AttachmentOptions,
  pointer: string,
): void {
  const bytes = bytesOf(data) ?? new Uint8Array();
  if (facturX !== undefined) document.invoice = invoiceOf(bytes, name, facturX.profile, pointer);
  const usual = facturX === undefined ? 'Unspecified' : partial.has(facturX.profile) ? 'Data' : 'Alternative';
  const file = { name, data: bytes, contentType, description, relationship: relationship ?? usual } as const;
  document.attachments.push({ ...plainAttachment(file as AttachmentOptions), pointer });
}

/** Gives every attachment a name of its own. */
export function nameAttachments({ attachments, warnings }: Document): void {
  const names = new UniqueNames();
  for (const [index, attachment] of attachments.entries()) {
    const { name, pointer } = attachment;
    const given = names.claim(name);
    if (given === name) continue;
    attachments[index] = { ...attachment, name: given };
    warnings.push(renamed(name, given, `${pointer}/name`));
  }
}

/** The warning that an attachment was renamed; `pointer` where it is known which one. */
export function renamed(name: string, given: string, pointer?: string): Warning {
  return {
    code: 'attachment-renamed',
    message: `There is an attachment '${name}' already: this one is now '${given}'.`,
    ...(pointer !== undefined && { pointer }),
  };
}

const rootNamespace = 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100';

function invoiceOf(bytes: Uint8Array, fileName: string, profile: InvoiceProfile, pointer: string): Invoice {
  const refuse = (what: string) =>
    new AppError('render-failed', `The invoice '${fileName}' ${what}.`, {
      errors: [{ pointer: `${pointer}/data`, message: `\`data\` ${what}` }],
    });
  const { root, text } = xmlOf(bytes, refuse);
  if (root.name !== 'CrossIndustryInvoice' || root.namespace !== rootNamespace)
    throw refuse(
      'is not a CrossIndustryInvoice: its root element is ' +
        `'${root.name.slice(0, 60)}'${root.name === 'CrossIndustryInvoice' ? ' in another namespace' : ''}`,
    );
  const mistakes = invoiceMistakes(root, profile);
  if (mistakes.length > 0) throw notOfProfile(mistakes, { fileName, profile, pointer });
  return {
    fileName,
    profile,
    version: profile === 'XRECHNUNG' ? (/xrechnung_(\d+\.\d+)/.exec(text)?.[1] ?? '3.0') : '1.0',
  };
}

/** True for an XML invoice that does not follow its profile. */
function notOfProfile(
  mistakes: readonly string[],
  { fileName, profile, pointer }: { readonly fileName: string; readonly profile: string; readonly pointer: string },
): AppError {
  const more = mistakes.length > 3 ? `, and ${mistakes.length - 3} more (see \`errors\`)` : '';
  return new AppError(
    'conformance-not-reached',
    `The invoice '${fileName}' is none of the profile ${profile}: it ` +
      `${mistakes.slice(0, 3).join('; it ')}${more}. Correct the XML, or name its profile.`,
    { errors: mistakes.map((mistake) => ({ pointer: `${pointer}/data`, message: `\`data\` ${mistake}` })) },
  );
}

function xmlOf(bytes: Uint8Array, refuse: (what: string) => AppError): InvoiceXml {
  try {
    return readInvoiceXml(bytes);
  } catch (error) {
    if (!(error instanceof InvoiceXmlError)) throw error;
    throw refuse(`is not well-formed XML: it ${error.message}`);
  }
}
