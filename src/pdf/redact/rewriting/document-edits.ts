import { createHash } from 'node:crypto';
import { newFlateStream } from '../../objects/new-stream.ts';
import type { Dict, Ref } from '../../objects/objects.ts';
import { serialize } from '../../objects/serialize.ts';
import type { Changes } from '../../file/changes.ts';
import type { Look } from '../survey/boxes.ts';
import type { EditedImage } from './pictures/edit-image.ts';

/** State of a redaction that all pages share. */
export class DocumentEdits {
  readonly changes: Changes;
  readonly exact: boolean;
  readonly look: Look;
  /** False for a string that a rule finds. */
  readonly isClean: (text: string) => boolean;
  /** Replaced streams by object number: the structure tree still refers to the old ones. */
  readonly replaced = new Map<number, Ref>();
  /** Marked content from which something was removed: `p<page object>:<mcid>` and `s<form object>:<mcid>`. */
  readonly touched = new Set<string>();
  readonly #forms = new Map<string, Ref>();
  readonly #images = new Map<string, Promise<Ref | null>>();

  constructor(options: Pick<DocumentEdits, 'changes' | 'exact' | 'look' | 'isClean'>) {
    this.changes = options.changes;
    this.exact = options.exact;
    this.look = options.look;
    this.isClean = options.isClean;
  }

  /** Stores an edited form. Equal forms are stored once. */
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

  /** Stores an edited image once for each key; null for one that is removed as a whole. */
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
