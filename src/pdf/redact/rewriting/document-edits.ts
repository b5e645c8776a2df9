import { createHash } from 'node:crypto';
import { newFlateStream } from '../../objects/new-stream.ts';
import type { Dict, Ref } from '../../objects/objects.ts';
import { serialize } from '../../objects/serialize.ts';
import type { Changes } from '../../file/changes.ts';
import type { Look } from '../survey/boxes.ts';
import type { EditedImage } from './edit-image.ts';

/** What is kept over the pages of a document. */
export class DocumentEdits {
  readonly changes: Changes;
  readonly exact: boolean;
  readonly look: Look;
  /** Whether a string may stay. */
  readonly isClean: (text: string) => boolean;
  /** Streams that others took the place of: the structure tree still names them. */
  readonly replaced = new Map<number, Ref>();
  /** Pages (object numbers, `p12`) and forms (`s12`) with the marked-content identifiers of what went from them. */
  readonly touched = new Set<string>();
  readonly #forms = new Map<string, Ref>();
  readonly #images = new Map<string, Promise<Ref | null>>();

  constructor(options: Pick<DocumentEdits, 'changes' | 'exact' | 'look' | 'isClean'>) {
    this.changes = options.changes;
    this.exact = options.exact;
    this.look = options.look;
    this.isClean = options.isClean;
  }

  /** A form that is the same as one before is stored once. */
  form(num: number, dict: Dict, bytes: Buffer): Ref {
    const key = createHash('sha256')
      .update(`${num} ${serialize(dict)}\n`)
      .update(bytes)
      .digest('base64');
    const known = this.#forms.get(key);
    if (known !== undefined) return known;
    const ref = this.changes.add(newFlateStream(dict, bytes));
    this.#forms.set(key, ref);
    if (num > 0 && !this.replaced.has(num)) this.replaced.set(num, ref);
    return ref;
  }

  /** An edited image; null for one that goes as a whole. */
  image(num: number, key: string, make: () => Promise<EditedImage | null>): Promise<Ref | null> {
    const known = num === 0 ? undefined : this.#images.get(`${num} ${key}`);
    if (known !== undefined) return known;
    const made = make().then((edited) => {
      if (edited === null) return null;
      if (edited.softMask !== null) edited.image.dict.set('SMask', this.changes.add(edited.softMask));
      if (edited.mask !== null) edited.image.dict.set('Mask', this.changes.add(edited.mask));
      const ref = this.changes.add(edited.image);
      if (num > 0 && !this.replaced.has(num)) this.replaced.set(num, ref);
      return ref;
    });
    this.#images.set(`${num} ${key}`, made);
    return made;
  }
}
