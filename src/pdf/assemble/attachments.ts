import { createHash } from 'node:crypto';
import { Dict, Name, type Obj, PdfString, Ref } from '../objects/objects.ts';
import { newFlateStream } from '../objects/new-stream.ts';
import type { PdfFile } from '../file/pdf-file.ts';
import type { Report } from '../facts/report.ts';
import type { Attachment } from '../xmp/attachment.ts';
import type { Part } from '../copying/part.ts';
import { readNameTree } from '../facts/trees/read-trees.ts';
import { writeNameTree } from '../facts/trees/write-trees.ts';
import type { Target } from '../copying/target.ts';
import { UniqueNames } from '../facts/unique-names.ts';

/**
 * Attachments of an assembled document (ISO 32000-2, 7.11.4): the name tree EmbeddedFiles, and associated files
 * (14.13).
 */
export class Attachments {
  readonly #names = new UniqueNames();
  readonly #files = new UniqueNames();
  readonly #entries: [PdfString, Obj][] = [];
  readonly #associated: Obj[] = [];
  readonly #taken = new Map<Part, ReadonlySet<string>>();

  /** Assigns names to the attachments of a document, before actions that refer to them are copied. */
  place(part: Part, detached: ReadonlySet<string> = new Set()): void {
    this.#taken.set(part, detached);
    const { file } = part.source;
    for (const [name, value] of readNameTree(file, part.source.names('EmbeddedFiles')))
      if (!namesOf(file, value, name).some((one) => detached.has(one)))
        part.fileNames.set(name.bytes.toString('latin1'), this.#names.claimString(name));
  }

  fill(part: Part): void {
    const detached = this.#taken.get(part);
    if (detached === undefined) return;
    const { file } = part.source;
    for (const [name, value] of readNameTree(file, part.source.names('EmbeddedFiles'))) {
      const key = part.fileNames.get(name.bytes.toString('latin1'));
      if (key === undefined) continue;
      const specification = this.#specification(part, value);
      if (specification !== null) this.#entries.push([key, specification]);
    }
    for (const value of file.array(file.catalog.get('AF')) ?? []) {
      if (namesOf(file, value).some((one) => detached.has(one))) continue;
      const specification = this.#specification(part, value);
      if (specification !== null) this.#associated.push(specification);
    }
  }

  /**
   * Copies a file specification (ISO 32000-2, 7.11.3) once. A duplicate file name gets `#2`, so that saving all files
   * loses none.
   */
  #specification(part: Part, value: Obj): Ref | null {
    const { file } = part.source;
    const dict = file.dict(value);
    if (dict === null) return null;
    const known = value instanceof Ref ? part.copier.placed(value.num) : undefined;
    if (known != null) return this.#renameOnce(part, known, dict);
    const ref = part.target.reserve();
    if (value instanceof Ref) part.copier.place(value.num, ref);
    part.target.set(ref, part.copier.entries(dict, new Set()));
    return this.#renameOnce(part, ref, dict);
  }

  readonly #renamed = new Set<number>();

  #renameOnce(part: Part, ref: Ref, source: Dict): Ref {
    const copy = part.target.get(ref);
    if (this.#renamed.has(ref.num) || !(copy instanceof Dict)) return ref;
    this.#renamed.add(ref.num);
    const name = part.source.file.string(source.get('UF')) ?? part.source.file.string(source.get('F'));
    if (name === null) return ref;
    const given = this.#files.claim(name.text);
    if (given === name.text) return ref;
    for (const key of ['UF', 'F']) if (copy.has(key)) copy.set(key, PdfString.ofText(given));
    part.report.warn(
      `Attachment '${name.text}' of document ${part.document} is now '${given}', because the name is taken.`,
    );
    return ref;
  }

  /** Adds files that no document brings. A name that is taken becomes `name#2`. */
  add(target: Target, attachments: readonly Attachment[], report: Report): void {
    for (const attachment of attachments) {
      const given = this.#files.claim(attachment.name);
      const key = this.#names.claimString(PdfString.ofText(given));
      const specification = target.add(specificationOf(target, attachment, given));
      this.#entries.push([key, specification]);
      this.#associated.push(specification);
      if (given !== attachment.name)
        report.warn(`There is an attachment '${attachment.name}' already: the new one is '${given}'.`);
    }
  }

  /** The name tree and the AF array; null without entries. */
  write(target: Target): [names: Ref | null, associated: Obj[] | null] {
    return [
      this.#entries.length === 0 ? null : writeNameTree(target, this.#entries),
      this.#associated.length === 0 ? null : this.#associated,
    ];
  }
}

/** The names of an attachment of a document: its file name, and its name in the tree of names. */
export function namesOf(file: PdfFile, value: Obj, name?: PdfString): string[] {
  const dict = file.dict(value);
  const written = [dict?.get('UF'), dict?.get('F')].map((one) => file.string(one ?? null)?.text);
  return [...written, name?.text].filter((one) => one !== undefined);
}

/** A new file specification (ISO 32000-2, 7.11.3) with its embedded file (7.11.4). */
function specificationOf(
  target: Target,
  { data, contentType, description, relationship }: Attachment,
  name: string,
): Dict {
  const parameters = new Dict()
    .set('Size', data.byteLength)
    .set('CheckSum', new PdfString(createHash('md5').update(data).digest(), true));
  const dict = new Dict()
    .set('Type', new Name('EmbeddedFile'))
    .set('Subtype', new Name(contentType))
    .set('Params', parameters);
  const stream = newFlateStream(dict, data);
  stream.dict.set('Length', stream.stored.length);
  const embedded = target.add(stream);
  return new Dict()
    .set('Type', new Name('Filespec'))
    .set('F', PdfString.ofText(name.replace(/[^\x20-\x7e]/g, '_')))
    .set('UF', PdfString.ofText(name))
    .set('EF', new Dict().set('F', embedded).set('UF', embedded))
    .set('AFRelationship', new Name(relationship))
    .set('Desc', description === null ? null : PdfString.ofText(description));
}
