import type { Encryption } from '../crypt/encryption.ts';
import type { WriteOptions } from '../file/writing/write.ts';
import { Dict, isName, type Ref, Stream } from '../objects/objects.ts';
import { placeAnnotations } from '../copying/annotations.ts';
import { Attachments } from './attachments.ts';
import { catalogOf, markInfo } from './catalog.ts';
import type { EmbeddedFiles } from '../facts/claims.ts';
import { compact } from '../copying/compact.ts';
import type { FieldDrawing } from './form/drawn-fields.ts';
import { Form, type FieldsMode } from './form/form.ts';
import { Layers } from './layers.ts';
import type { Layout } from './layout.ts';
import { copyMetadata, type Metadata } from './metadata.ts';
import { NamedObjects } from './named-objects.ts';
import { bookmarkNodes, copyOutline, titled, writeOutline, type Bookmark, type OutlineMode } from './outline.ts';
import { writeLabels } from '../facts/page-labels.ts';
import { copyPages, writePageTree } from '../copying/pages.ts';
import type { Part } from '../copying/part.ts';
import type { Report } from '../facts/report.ts';
import { equalObjects } from '../copying/share-equal.ts';
import { shareFonts } from '../copying/share-fonts.ts';
import type { Selection } from './selection.ts';
import type { Source } from '../facts/source.ts';
import { Structure } from './structure.ts';
import { Target } from '../copying/target.ts';
import type { Attachment } from '../xmp/attachment.ts';
import { addBlanks, labelsOf, partsOf, type ResultPage } from './result-pages.ts';
import { writeForm } from './form/write-form.ts';

/** Pages of documents, and the form of the result. */
export interface AssembleOptions {
  readonly selections: readonly Selection[];
  readonly outline: OutlineMode;
  readonly fields: FieldsMode;
  /** Drawings for documents whose fields viewers were to draw, needed where other documents bring drawn fields. */
  readonly drawings?: ReadonlyMap<Source, FieldDrawing> | undefined;
  readonly attachments: boolean;
  readonly metadata?: Metadata | undefined;
  readonly decrypt: boolean;
  /** The tags of all documents become those of one document. */
  readonly oneDocument?: boolean | undefined;
  /** Uses object streams, if the version has them. */
  readonly compress: boolean;
  /** Finds and shares equal objects: worthwhile for several documents. */
  readonly share: boolean;
  readonly report: Report;
  /** The pages of the result, where they are not those of the selections in their order. */
  readonly layout?: Layout | undefined;
  /** Outline items that come before those of the documents. */
  readonly bookmarks?: readonly Bookmark[] | undefined;
  /** Files that the result has, too. */
  readonly attached?: readonly Attachment[] | undefined;
  /** The tags of the documents were lost: so are claims that need them. */
  readonly losesTags?: boolean | undefined;
  /** Something that is drawn on the pages is transparent. */
  readonly hasTransparency?: boolean | undefined;
  /** Replaces the encryption of the documents. */
  readonly encryption?: Encryption | undefined;
}

/**
 * Assembles pages of documents into one, with everything that belongs to them. Objects that others may refer to get
 * their numbers first; then all objects are copied.
 */
export function assemble(options: AssembleOptions): WriteOptions {
  const target = new Target();
  const { parts, pages } = partsOf(target, options);
  const leads = parts.filter((part) => part.lead === part);
  const features = {
    form: new Form(target, options.fields),
    structure: new Structure(target),
    names: new NamedObjects(),
    attachments: new Attachments(),
    layers: new Layers(),
  };
  const placed = parts.map((part) => {
    features.form.place(part);
    features.structure.place(part);
    return [part, placeAnnotations(part)] as const;
  });
  const detached = new Map(options.selections.map((selection) => [selection.source, selection.detached]));
  for (const part of leads) {
    features.names.place(part);
    if (options.attachments) features.attachments.place(part, detached.get(part.source));
  }
  for (const [part, annotations] of placed) {
    copyPages(part, annotations);
    part.copier.drain();
  }
  if (options.layout !== undefined) addBlanks(target, pages, options.layout);
  for (const part of parts) {
    features.form.fill(part);
    features.structure.fill(part);
    if (part.lead === part) for (const feature of [features.names, features.attachments]) feature.fill(part);
    features.layers.take(part);
    part.copier.drain();
  }
  const trailer = writeDocument({ target, parts, leads, pages, ...features }, options);
  for (const part of parts) part.copier.drain();
  options.layout?.finish(
    target,
    pages.map(({ ref }) => ref),
  );
  const { encryption, version } = formatOf(options);
  const equal = options.share ? equalObjects(target) : new Map<number, number>();
  const objects = compact(
    target,
    trailer,
    shareFonts(
      target,
      parts.flatMap((part) => part.printedFonts),
      equal,
    ),
  );
  return { objects, trailer, version, compress: options.compress && version >= '1.5', encrypt: encryption };
}

interface Assembly {
  readonly target: Target;
  readonly parts: readonly Part[];
  readonly leads: readonly Part[];
  readonly pages: readonly ResultPage[];
  readonly form: Form;
  readonly structure: Structure;
  readonly names: NamedObjects;
  readonly attachments: Attachments;
  readonly layers: Layers;
}

/** Writes the catalog and the trailer (ISO 32000-2, 7.5.5, 7.7.2). */
function writeDocument(
  { target, parts, leads, pages, form, structure, names, attachments, layers }: Assembly,
  options: AssembleOptions,
): Dict {
  const [first] = leads as [Part];
  const catalog = catalogOf(first, parts).set(
    'Pages',
    writePageTree(
      target,
      pages.map(({ ref }) => ref),
    ),
  );
  const tree = structure.write({ single: options.oneDocument ?? false });
  attachments.add(target, options.attached ?? [], options.report);
  const [files, associated] = attachments.write(target);
  const { info, xmp } = copyMetadata(
    first,
    {
      sources: [...new Set(leads.map((part) => part.source))],
      files: files === null ? embeddedIn(target) : 'listed',
      changes: {
        isEncrypted: options.encryption !== undefined,
        hasNewFiles: (options.attached ?? []).length > 0,
        losesTags: options.losesTags ?? false,
        hasTransparency: options.hasTransparency ?? false,
      },
    },
    options.metadata,
  );
  catalog.set('Outlines', outlineOf({ target, leads, pages }, options));
  catalog.set('StructTreeRoot', tree).set('MarkInfo', markInfo(leads, tree !== null));
  catalog.set('AcroForm', writeForm(form, options.drawings ?? new Map())).set('OCProperties', layers.write());
  catalog
    .set('Dests', names.writeDests())
    .set('Names', names.writeNames(target, files))
    .set('AF', associated)
    .set('Metadata', xmp);
  if (pages.some(({ label }) => label !== null)) catalog.set('PageLabels', writeLabels(target, labelsOf(parts, pages)));
  return new Dict().set('Root', target.add(catalog)).set('Info', info);
}

/** Embedded files of pages and annotations, which no name tree lists. */
function embeddedIn(target: Target): EmbeddedFiles {
  return target.objects.some((object) => object instanceof Stream && isName(object.dict.get('Type'), 'EmbeddedFile'))
    ? 'loose'
    : 'none';
}

function outlineOf(
  { target, leads, pages }: Pick<Assembly, 'target' | 'leads' | 'pages'>,
  { outline: mode, bookmarks = [], selections }: AssembleOptions,
): Ref | null {
  const listed = bookmarkNodes(
    bookmarks,
    pages.map(({ ref }) => ref),
  );
  if (mode === 'none') return writeOutline(target, listed);
  const without = new Set(selections.filter(({ unbookmarked }) => unbookmarked === true).map(({ source }) => source));
  const roots = leads.flatMap((part) => {
    if (without.has(part.source)) return [];
    const items = copyOutline(part);
    const first = part.pageRef(part.pages[0] ?? null);
    return mode === 'keep' || first === null || part.title === '' ? items : [titled(part.title, first, items)];
  });
  return writeOutline(target, [...listed, ...roots]);
}

/**
 * The result of an encrypted document is encrypted (docs/spec/documents.md); of several documents the first decides
 * how. A file of an old version is written in the old format.
 */
function formatOf({ selections, decrypt, encryption: own, report }: AssembleOptions) {
  const files = selections.map(({ source }) => source.file);
  const version =
    files
      .map((file) => file.version)
      .sort()
      .at(-1) ?? '1.7';
  if (own !== undefined) return { encryption: own, version: own.id === null ? '2.0' : version };
  const encrypted = files.flatMap((file) => file.encryption ?? []);
  const [encryption = null] = decrypt ? [] : encrypted;
  if (encryption !== null && files.length > 1) {
    const own = selections.find(({ source }) => source.file.encryption === encryption)?.document;
    if (files.some((file) => file.encryption !== encryption))
      report.warn(`The result is encrypted as document ${own} was, with its passwords and permissions.`);
  }
  return { encryption, version };
}
