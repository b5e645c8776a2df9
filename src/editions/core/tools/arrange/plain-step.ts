import { points, type Length } from '../../../../input/length.ts';
import type { Sides, StepFields } from '../../../../pdf/assemble/arrange/arrange-steps.ts';
import type { Fit, PageSize } from '../../../../pdf/assemble/arrange/planned-page.ts';
import { bytesOf } from '../../../../render/compose/assets.ts';
import { plainAttachment, type AttachmentOptions } from '../../../../render/model/attachments.ts';
import type { Metadata } from '../../../../render/model/document.ts';
import type { EncryptionOptions } from '../../../../render/model/output-options.ts';
import type { PageOptions } from '../../../../render/model/page-setup.ts';
import { paperSizes } from '../../../../render/model/paper-sizes.ts';
import { InputDocument } from '../../../input-document.ts';
import { plainMark, type MarkStep, type StepPlace } from './plain-mark.ts';

interface Ranged {
  readonly pages?: string;
}

type BoxOptions = Readonly<Record<'x' | 'y' | 'width' | 'height', Length>>;

/** A document inside a step, as the request has it, or opened. */
export interface InnerDocument {
  readonly data?: string | InputDocument;
  readonly jobId?: string;
  readonly password?: string;
}

interface SheetRequest {
  readonly do: 'nUp' | 'booklet';
  readonly columns?: number;
  readonly rows?: number;
  readonly size?: PageOptions['size'];
  readonly gap?: Length;
  readonly border?: boolean;
}

/** A valid step of a request. */
export type RequestStep =
  | ({ readonly do: 'select' | 'reverse' | 'decrypt' } & Ranged)
  | ({ readonly do: 'rotate'; readonly by: number } & Ranged)
  | { readonly do: 'blank'; readonly at?: number; readonly size?: PageOptions['size'] }
  | ({ readonly do: 'insert'; readonly document: InnerDocument; readonly at?: number } & Ranged)
  | ({ readonly do: 'crop'; readonly box?: BoxOptions; readonly margins?: PageOptions['margin'] } & Ranged)
  | ({ readonly do: 'resize'; readonly size: PageOptions['size']; readonly fit?: Fit } & Ranged)
  | ({ readonly do: 'metadata' } & Metadata)
  | { readonly do: 'bookmarks'; readonly list: readonly { title: string; page: number; level?: number }[] }
  | ({ readonly do: 'attach' } & AttachmentOptions)
  | { readonly do: 'detach'; readonly names: readonly string[] }
  | { readonly do: 'flatten'; readonly annotations?: boolean; readonly forms?: boolean }
  | MarkStep
  | SheetRequest
  | ({ readonly do: 'encrypt' } & EncryptionOptions);

/** A step as plain data, which is sent to a thread: its pages are still text. */
export type PlainStep = {
  [Name in keyof StepFields]: Omit<StepFields[Name], 'pages'> & {
    readonly do: Name;
    readonly pages?: string | undefined;
  };
}[keyof StepFields];

/** Reads the documents, images and lengths of a step; with `place.form` as the print of its HTML. */
export async function plainStep(step: RequestStep, place: StepPlace): Promise<PlainStep> {
  switch (step.do) {
    case 'insert':
      return { ...step, pages: step.pages, document: await innerDocument(step.document) };
    case 'blank':
      return { do: step.do, at: step.at, size: step.size === undefined ? undefined : sizeOf(step.size) };
    case 'crop':
      return {
        do: step.do,
        pages: step.pages,
        box: step.box && boxOf(step.box),
        margins: step.margins === undefined ? undefined : sidesOf(step.margins),
      };
    case 'resize':
      return { do: step.do, pages: step.pages, size: sizeOf(step.size), fit: step.fit ?? 'contain' };
    case 'bookmarks':
      return { do: step.do, list: step.list.map((item) => ({ level: 1, ...item })) };
    case 'metadata': {
      const { do: name, ...metadata } = step;
      return { do: name, metadata };
    }
    case 'attach': {
      const { do: name, ...file } = step;
      return { do: name, file: plainAttachment(file) };
    }
    case 'encrypt': {
      const { do: name, ...encryption } = step;
      return { do: name, encryption };
    }
    case 'flatten':
      return { do: step.do, annotations: step.annotations ?? true, forms: step.forms ?? true };
    case 'nUp':
    case 'booklet':
      return plainSheets(step);
    case 'stamp':
    case 'number':
    case 'bates':
      return plainMark(step, place);
    case 'rotate':
    case 'detach':
      return { pages: undefined, ...step };
    case 'select':
    case 'reverse':
    case 'decrypt':
      return { do: step.do, pages: step.pages };
  }
}

async function innerDocument({ data, password }: InnerDocument): Promise<StepFields['insert']['document']> {
  if (data instanceof InputDocument)
    return { bytes: await data.bytes(), password, name: data.name === null ? undefined : data.stem };
  return { bytes: bytesOf(data ?? '') ?? new Uint8Array(), password };
}

function plainSheets({ do: name, columns, rows, size, gap, border }: SheetRequest) {
  return {
    do: name,
    columns: columns ?? 2,
    rows: rows ?? 1,
    size: size === undefined ? undefined : sizeOf(size),
    turns: typeof size !== 'object',
    gap: points(gap ?? 0),
    border: border ?? false,
    booklet: name === 'booklet',
  };
}

function sizeOf(size: PageOptions['size']): PageSize {
  if (typeof size === 'object') return { width: points(size.width), height: points(size.height) };
  const [width, height] = paperSizes[size ?? 'A4'] ?? [0, 0];
  return { width, height };
}

function boxOf({ x, y, width, height }: BoxOptions) {
  return { x: points(x), y: points(y), width: points(width), height: points(height) };
}

function sidesOf(margins: NonNullable<PageOptions['margin']>): Sides {
  const side = (name: keyof Sides) => points(typeof margins === 'object' ? (margins[name] ?? 0) : margins);
  return { top: side('top'), right: side('right'), bottom: side('bottom'), left: side('left') };
}
