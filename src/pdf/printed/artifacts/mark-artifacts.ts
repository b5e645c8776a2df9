import { bodyOf, type PrintedFile } from '../printed.ts';
import { markContent } from './mark-content.ts';
import { referenceOf, references } from '../model/body.ts';
import { PrintedObjects } from '../model/printed-objects.ts';
import { asArtifacts, unrepeatRows, type Unrepeated } from './repeated-rows.ts';

/**
 * New bodies, by object number, for what a printed file paints outside of its structure (ISO 32000-2, 14.8.2.2; ISO
 * 14289-1, 7.1): Chromium tags content and leaves margin boxes, rules and hidden text bare, and it tags headers of
 * tables on every page. None where the file is not tagged.
 */
export function markArtifacts(file: PrintedFile): ReadonlyMap<number, Buffer> {
  if (!bodyOf(file, file.root).includes('/StructTreeRoot ')) return new Map();
  const objects = new PrintedObjects(file);
  return new ArtifactMarker(objects, unrepeatRows(file, objects)).mark(file.root);
}

class ArtifactMarker {
  readonly #objects: PrintedObjects;
  readonly #unrepeated: Unrepeated;
  readonly #marked = new Map<number, Buffer>();
  /** Forms that were looked at, and whether they or those in them have tagged content. */
  readonly #tagged = new Map<number, boolean>();

  constructor(objects: PrintedObjects, unrepeated: Unrepeated) {
    this.#objects = objects;
    this.#unrepeated = unrepeated;
  }

  mark(root: number): ReadonlyMap<number, Buffer> {
    for (const [number, body] of this.#unrepeated.bodies) this.#marked.set(number, Buffer.from(body, 'latin1'));
    this.#node(referenceOf(this.#objects.head(root), 'Pages'));
    return this.#marked;
  }

  /** A node of the page tree, or a page (7.7.3). */
  #node(number: number): void {
    const head = this.#objects.head(number);
    const kids = /\/Kids \[([^[\]]*)\]/.exec(head)?.[1];
    if (kids !== undefined) for (const kid of references(kids)) this.#node(kid);
    else this.#content(referenceOf(head, 'Contents'), head);
  }

  /** A content stream, with the text of the dictionary that holds its resources. */
  #content(number: number, holder: string): void {
    const printed = this.#objects.content(number);
    if (printed === null) return;
    const repeated = this.#unrepeated.marks.get(number);
    const content = repeated === undefined ? printed : asArtifacts(printed, repeated);
    const forms = new Map(
      Array.from(
        /\/XObject <<([^<>]*)>>/.exec(holder)?.[1]?.matchAll(/\/([^\s/]+) (\d+) 0 R/g) ?? [],
        ([, name = '', form]) => [name, Number(form)],
      ),
    );
    const drawn = new Set<number>();
    const marked = markContent(content, {
      isTaggedForm: (name) => this.#isTagged(forms.get(name)),
      onTaggedForm: (name) => void drawn.add(forms.get(name) ?? 0),
    });
    if (marked !== null || content !== printed)
      this.#marked.set(number, this.#objects.withContent(number, marked ?? content));
    for (const form of drawn) if (!this.#marked.has(form)) this.#content(form, this.#objects.head(form));
  }

  #isTagged(form: number | undefined): boolean {
    if (form === undefined) return false;
    const known = this.#tagged.get(form);
    if (known !== undefined) return known;
    this.#tagged.set(form, false);
    const head = this.#objects.head(form);
    const inside = /\/XObject <<([^<>]*)>>/.exec(head)?.[1] ?? '';
    const tagged =
      head.includes('/Subtype /Form') &&
      (head.includes('/StructParents ') || references(inside).some((inner) => this.#isTagged(inner)));
    this.#tagged.set(form, tagged);
    return tagged;
  }
}
