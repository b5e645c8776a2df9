import type { Dict, Stream } from '../../objects/objects.ts';
import type { PdfFile } from '../../file/pdf-file.ts';
import type { ObjectLocation } from '../object-location.ts';
import type { Part } from '../../xmp/standards.ts';
import { readActions, type Action, type Triggers } from './actions.ts';
import { readAnnotations, readFields, type Annotation, type Field } from './annotations.ts';
import { readFileSpecifications, type FileSpecification } from './file-specifications.ts';
import { numberOf, readFileStructure, type FileStructure } from './file-structure.ts';
import { readFonts } from './fonts.ts';
import { type FontModel } from './font-model.ts';
import { readJpegs, type JpegImage } from './jpeg-2000.ts';
import type { Lexemes } from './usage/lexemes.ts';
import { readMetadata, type MetadataStream } from './metadata.ts';
import { walkObjects, type Containers, type SpokenName, type Walked } from './names.ts';
import { readOutputIntents, type OutputIntent } from './output-intents.ts';
import { readPageBoxes, type PageBoxes } from './page-boxes.ts';
import { plainElementsOf, type PlainElements } from './structure/plain-elements.ts';
import { readRawObjects, type RawObject } from './raw-objects.ts';
import { readUsage } from './usage/read-usage.ts';
import { readStreams, type StreamObject } from './streams.ts';
import { readStructureTree, type StructureTree } from './structure/structure-tree.ts';
import { readTables, type TableGrid } from './structure/table-grid.ts';
import type { Usage } from './usage/usage.ts';

/** Whether an embedded document conforms to a standard that this document may embed. */
export type EmbeddedCheck = (bytes: Uint8Array, part: Part) => boolean;

/** A document for rules. Each part is read once, when the first rule needs it. */
export class Model {
  readonly file: PdfFile;
  readonly #embedded: EmbeddedCheck;
  readonly #read = new Map<string, unknown>();

  constructor(file: PdfFile, embedded: EmbeddedCheck) {
    this.file = file;
    this.#embedded = embedded;
  }

  /** Numbers of all objects in use, ascending. */
  get numbers(): readonly number[] {
    return this.#once('numbers', () => this.file.numbers());
  }

  get structure(): FileStructure {
    return this.#once('structure', () => readFileStructure(this.file));
  }

  /** Objects as written. */
  get rawObjects(): readonly RawObject[] {
    return this.#once('rawObjects', () => readRawObjects(this.file, this.numbers));
  }

  /** Lexemes of objects and content streams. */
  get lexemes(): readonly (Lexemes & { readonly place: ObjectLocation })[] {
    return this.#once('lexemes', () => [...this.rawObjects, ...this.usage.lexemes]);
  }

  get streams(): readonly StreamObject[] {
    return this.#once('streams', () => readStreams(this.file, this.numbers));
  }

  /** Metadata streams, that of the catalog first. */
  get metadata(): readonly MetadataStream[] {
    return this.#once('metadata', () => readMetadata(this.file, this.streams));
  }

  /** Output intents of the catalog, and of pages. */
  get outputIntents(): readonly OutputIntent[] {
    return this.#once('outputIntents', () => [
      ...readOutputIntents(this.file, this.file.catalog, {}),
      ...this.file
        .pages()
        .flatMap(({ dict, ref }, index) => readOutputIntents(this.file, dict, { page: index + 1, object: ref?.num })),
    ]);
  }

  /** Colour space of the PDF/A output intent of a page (in PDF 2.0 its own first), or null. */
  intentSpace(page: number | null): string | null {
    const intents = this.outputIntents.filter(({ type }) => type === 'GTS_PDFA1');
    const own = page === null ? undefined : intents.find((intent) => intent.place.page === page);
    return (own ?? intents.find((intent) => intent.place.page === undefined))?.profile?.space ?? null;
  }

  get annotations(): readonly Annotation[] {
    return this.#once('annotations', () => readAnnotations(this.file));
  }

  get fields(): readonly Field[] {
    return this.#once('fields', () => readFields(this.file));
  }

  get actions(): readonly Action[] {
    return this.#actions.actions;
  }

  get triggers(): readonly Triggers[] {
    return this.#actions.triggers;
  }

  get #actions(): { actions: readonly Action[]; triggers: readonly Triggers[] } {
    return this.#once('actions', () => readActions(this.file, this.annotations, this.fields));
  }

  get fileSpecifications(): readonly FileSpecification[] {
    return this.#once('fileSpecifications', () => readFileSpecifications(this.file, this.#walked));
  }

  embeddedConforms(embedded: Stream, part: Part): boolean {
    return this.#embedded(embedded.decode(), part);
  }

  get tree(): StructureTree {
    return this.#once('tree', () => readStructureTree(this.file, this.#elements));
  }

  get #elements(): PlainElements {
    return this.#once('elements', () => plainElementsOf(this.file, this.numbers));
  }

  get tables(): readonly TableGrid[] {
    return this.#once('tables', () => readTables(this.file, this.tree.root, this.tree.ofType('Table')));
  }

  /** Objects that content uses. */
  get usage(): Usage {
    return this.#once('usage', () => readUsage(this.file, this.tree));
  }

  get jpegs(): readonly JpegImage[] {
    return this.#once('jpegs', () => readJpegs(this.usage.images.values()));
  }

  /** Fonts that content shows text in. */
  get fonts(): readonly FontModel[] {
    return this.#once('fonts', () => readFonts(this.file, this.usage.fonts.values()));
  }

  get pageBoxes(): readonly PageBoxes[] {
    return this.#once('pageBoxes', () => readPageBoxes(this.file));
  }

  /** Names with characters beyond ASCII. */
  get spokenNames(): readonly SpokenName[] {
    return this.#walked.names;
  }

  /** Very large containers. */
  get containers(): readonly Containers[] {
    return this.#walked.containers;
  }

  get strayReferences(): Walked['strayReferences'] {
    return this.#walked.strayReferences;
  }

  get #walked(): Walked {
    return this.#once('walked', () => walkObjects(this.file, this.numbers, this.#elements));
  }

  /** Values of signature fields. */
  get signatures(): readonly { readonly place: ObjectLocation; readonly dict: Dict }[] {
    return this.fields.flatMap(({ dict, place }) => {
      const value = this.file.name(dict.get('FT')) === 'Sig' ? this.file.dict(dict.get('V')) : null;
      return value === null ? [] : [{ place: { object: numberOf(dict.get('V')) ?? place.object }, dict: value }];
    });
  }

  #once<T>(part: string, read: () => T): T {
    if (!this.#read.has(part)) this.#read.set(part, read());
    return this.#read.get(part) as T;
  }
}
