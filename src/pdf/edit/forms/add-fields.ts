import {
  PDFArray,
  PDFBool,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFRef,
  PDFString,
} from 'pdf-lib';
import type { FontFolder } from '../../fonts/installed-fonts.ts';
import { openShelf } from '../../typeset/font-shelf.ts';
import { Typesetter } from '../../typeset/typesetter.ts';
import { fieldFont, textsOf } from './appearance.ts';
import { FieldNames, type NamedField, type RenamedField } from './field-names.ts';
import { tagForms } from './form-elements.ts';
import { findPlaces, type PlacedWidget, type PlacesWanted } from './places.ts';
import { pdfLibSink } from './pdf-lib-sink.ts';
import { orderTabs } from './tab-order.ts';
import { writeTypingFont } from './typing-font.ts';
import { writeField } from './write-field.ts';

/** Widgets to add, and how to find their places. */
export interface NewFields extends PlacesWanted {
  /** Folders with fonts. */
  readonly fonts: readonly FontFolder[];
}

/** The outcome of adding fields. */
export interface AddedFields {
  readonly renamed: readonly RenamedField[];
  /** Characters of values that no font has. */
  readonly missing: readonly string[];
  /** Names of fields without a place on a page. */
  readonly unplaced: readonly string[];
}

const name = (text: string) => PDFName.of(text);

/**
 * Turns the links at the places of fields into widgets of a form (ISO 32000-2, 12.7) with appearances, in addition to
 * an existing form.
 */
export async function addFields(document: PDFDocument, { fonts: folders, ...wanted }: NewFields): Promise<AddedFields> {
  const { widgets } = wanted;
  const { places, removed } = findPlaces(document, wanted);
  const form = formOf(document);
  const sink = pdfLibSink(document);
  const shelf = await openShelf({ folders, texts: ['A', ...widgets.flatMap(textsOf)], language: languageOf(document) });
  const fonts = {
    typesetter: new Typesetter({ shelf, sink }),
    typing: freeFontName(form.fonts),
    marks: new Map<string, PDFRef>(),
  };
  const names = new FieldNames(form.fields.asArray().map((field) => nameOf(document.context.lookup(field))));
  const byWidget = Map.groupBy(places, ({ widget }) => widget);
  for (const widget of byWidget.keys()) names.add(widget);
  const tree = new FieldTree(document, form.fields);
  for (const field of names.fields) {
    const own = field.widgets.flatMap((widget) => byWidget.get(widget) ?? []);
    tree.add(field, writeField(document, field, own, fonts));
  }
  orderTabs(document, places);
  form.fonts.set(name(fonts.typing), PDFRef.of(writeTypingFont(sink, shelf, fieldFont).num));
  fonts.typesetter.write();
  if (places.some(({ widget }) => widget.kind === 'signature')) form.dict.set(name('SigFlags'), PDFNumber.of(1));
  tagForms(document, new Set(places.map(({ ref }: PlacedWidget) => ref)), removed);
  const unplaced = widgets.filter((widget) => !byWidget.has(widget)).map((widget) => widget.name);
  return { renamed: names.renamed, missing: [...fonts.typesetter.missing], unplaced };
}

interface Form {
  readonly dict: PDFDict;
  readonly fields: PDFArray;
  readonly fonts: PDFDict;
}

/** The form of the document (ISO 32000-2, 12.7.3), or a new one. */
function formOf({ catalog, context }: PDFDocument): Form {
  const dict = catalog.lookupMaybe(name('AcroForm'), PDFDict) ?? context.obj({});
  const fields = dict.lookupMaybe(name('Fields'), PDFArray) ?? context.obj([]);
  const resources = dict.lookupMaybe(name('DR'), PDFDict) ?? context.obj({});
  const fonts = resources.lookupMaybe(name('Font'), PDFDict) ?? context.obj({});
  resources.set(name('Font'), fonts);
  dict.set(name('Fields'), fields);
  dict.set(name('DR'), resources);
  if (dict.get(name('NeedAppearances')) === PDFBool.False) dict.delete(name('NeedAppearances'));
  if (!catalog.has(name('AcroForm'))) catalog.set(name('AcroForm'), context.register(dict));
  return { dict, fields, fonts };
}

function languageOf({ catalog }: PDFDocument): string {
  const language = catalog.lookup(name('Lang'));
  return language instanceof PDFString || language instanceof PDFHexString ? language.decodeText() : '';
}

function freeFontName(fonts: PDFDict): string {
  let free = 'Inter';
  while (fonts.keys().some((key) => key.decodeText().startsWith(free))) free += 'X';
  return free;
}

function nameOf(field: unknown): string {
  const text = field instanceof PDFDict ? field.lookup(name('T')) : undefined;
  return text instanceof PDFString || text instanceof PDFHexString ? text.decodeText() : '';
}

interface Group {
  readonly ref: PDFRef;
  readonly kids: PDFArray;
  readonly groups: Map<string, Group>;
}

/** Fields in the hierarchy of their names (ISO 32000-2, 12.7.4.2). */
class FieldTree {
  readonly #document: PDFDocument;
  readonly #roots: PDFArray;
  readonly #groups = new Map<string, Group>();

  constructor(document: PDFDocument, roots: PDFArray) {
    this.#document = document;
    this.#roots = roots;
  }

  add({ path }: NamedField, { ref, dict }: { readonly ref: PDFRef; readonly dict: PDFDict }): void {
    let groups = this.#groups;
    let siblings = this.#roots;
    let parent: PDFRef | undefined;
    for (const part of path.slice(0, -1)) {
      const group: Group = groups.get(part) ?? this.#group(part, siblings, parent);
      groups.set(part, group);
      ({ ref: parent, kids: siblings, groups } = group);
    }
    dict.set(name('T'), PDFHexString.fromText(path.at(-1) ?? ''));
    if (parent) dict.set(name('Parent'), parent);
    siblings.push(ref);
  }

  #group(part: string, siblings: PDFArray, parent: PDFRef | undefined): Group {
    const { context } = this.#document;
    const kids = context.obj([]);
    const dict = context.obj({ T: PDFHexString.fromText(part), Kids: kids });
    if (parent) dict.set(name('Parent'), parent);
    const ref = context.register(dict);
    siblings.push(ref);
    return { ref, kids, groups: new Map() };
  }
}
