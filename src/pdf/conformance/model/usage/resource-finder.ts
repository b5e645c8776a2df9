import type { Operation } from '../../../content/operation.ts';
import type { Frame } from '../../../content/state/frame.ts';
import type { Dict } from '../../../objects/objects.ts';
import type { PdfFile, PdfPage } from '../../../file/pdf-file.ts';
import type { ObjectLocation } from '../../object-location.ts';
import type { ResourceUses } from './resource-uses.ts';

/** Finds the resources of operations: in those of their content stream, of its users, and of the page. */
export class ResourceFinder {
  readonly #file: PdfFile;
  readonly #uses: ResourceUses;
  /** The resource of each category that was found last, because content often repeats it. */
  readonly #found = new Map<string, { readonly frame: Frame; readonly name: string }>();

  constructor(file: PdfFile, uses: ResourceUses) {
    this.#file = file;
    this.#uses = uses;
  }

  /** Records resources that an operation of a frame on `page` names, and that its content stream lacks. */
  look(operation: Operation, frame: Frame, page: PdfPage | null, place: ObjectLocation): void {
    const use = this.#uses.of(operation);
    if (use === null) return;
    const before = this.#found.get(use.category);
    if (before?.frame === frame && before.name === use.name) return;
    const has = (dict: Dict | null) =>
      this.#file.resolve(this.#file.dict(dict?.get(use.category) ?? null)?.get(use.name) ?? null) !== null;
    if (has(this.#own(frame, page))) {
      this.#found.set(use.category, { frame, name: use.name });
      return;
    }
    let around: Frame | null = frame;
    let found = has(frame.resources);
    for (; around !== null && !found; around = around.parent) found = has(around.resources);
    found ||= has(page?.resources ?? null);
    (found ? this.#uses.inherited : this.#uses.undefined).push({ ...use, place });
  }

  /** Resources of the content stream itself, not inherited from its users. */
  #own(frame: Frame, page: PdfPage | null): Dict | null {
    if (frame.kind === 'page') return this.#file.dict(page?.dict.get('Resources') ?? null);
    if (frame.kind === 'glyph')
      return (
        this.#file.dict(frame.glyph?.font.dict.get('Resources') ?? null) ??
        this.#file.dict(frame.stream?.dict.get('Resources') ?? null)
      );
    return this.#file.dict(frame.stream?.dict.get('Resources') ?? null);
  }
}
