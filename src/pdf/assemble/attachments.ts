import { Dict, type Obj, PdfString, Ref } from '../objects/objects.ts';
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
  readonly #taken = new Set<Part>();

  /** Assigns names to the attachments of a document, before actions that refer to them are copied. */
  place(part: Part): void {
    this.#taken.add(part);
    for (const [name] of readNameTree(part.source.file, part.source.names('EmbeddedFiles')))
      part.fileNames.set(name.bytes.toString('latin1'), this.#names.claimString(name));
  }

  fill(part: Part): void {
    if (!this.#taken.has(part)) return;
    const { file } = part.source;
    for (const [name, value] of readNameTree(file, part.source.names('EmbeddedFiles'))) {
      const key = part.fileNames.get(name.bytes.toString('latin1'));
      const specification = this.#specification(part, value);
      if (key !== undefined && specification !== null) this.#entries.push([key, specification]);
    }
    for (const value of file.array(file.catalog.get('AF')) ?? []) {
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

  /** The name tree and the AF array; null without entries. */
  write(target: Target): [names: Ref | null, associated: Obj[] | null] {
    return [
      this.#entries.length === 0 ? null : writeNameTree(target, this.#entries),
      this.#associated.length === 0 ? null : this.#associated,
    ];
  }
}
