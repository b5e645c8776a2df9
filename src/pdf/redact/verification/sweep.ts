import { Dict, isName, Name, PdfString, Ref, Stream, type Obj } from '../../objects/objects.ts';
import type { Changes } from '../../file/changes.ts';
import type { TextCleaner } from '../rewriting/clean-text.ts';
import { withoutPictureMetadata } from '../rewriting/pictures/picture-metadata.ts';
import { textsIn } from './byte-texts.ts';
import {
  binaryKeys,
  dropped,
  droppedActions,
  fileKeys,
  formKeys,
  iconKeys,
  imageKeys,
  listKeys,
  metadataKeys,
  nameKeys,
  pageKeys,
  referredKeys,
} from './sweep-keys.ts';
import { percentDecoded, pointersIn } from './data-texts.ts';
import { droppedName, isContent, isKnownBinary, placeOf, type TextLocation } from './sweep-kinds.ts';

/** The document after its pages were redacted, and what may stay. */
export interface SweepOptions {
  readonly changes: Changes;
  readonly cleaner: TextCleaner;
  /** Objects that were removed from the document. */
  readonly gone: ReadonlySet<number>;
  /** Replaced streams by object number, and what replaces them; object 0 for a removed stream. */
  readonly replaced: ReadonlyMap<number, Ref>;
  /** Content streams that were scanned; unscanned ones are dropped. */
  readonly scanned: ReadonlySet<number>;
  readonly pages: ReadonlySet<number>;
  readonly keepMetadata: boolean;
  readonly keepFiles: boolean;
}

/**
 * Copies every object that can be reached from the catalog. Drops what a redacted document may not have, and text that
 * a rule finds. Unreachable objects, and those not known to be harmless, are not written.
 */
export class Sweep {
  readonly #options: SweepOptions;
  readonly #objects = new Map<number, Obj>();
  readonly #queue: Ref[] = [];
  /** Matches by place and rule. */
  readonly found = new Map<string, { readonly where: TextLocation; readonly pointer: string; count: number }>();
  readonly dropped = new Map<string, number>();

  constructor(options: SweepOptions) {
    this.#options = options;
  }

  get objects(): readonly (readonly [number, Obj])[] {
    return [...this.#objects];
  }

  /** Adds an object that is clean already. */
  place(ref: Ref, value: Obj): void {
    this.#objects.set(ref.num, value);
  }

  /** Cleans a value; the objects that it refers to are queued. */
  value(obj: Obj, key: string, where: TextLocation = 'other'): Obj {
    if (obj instanceof Ref) return this.#reference(obj, key);
    if (obj instanceof PdfString) return this.#string(obj, key, where);
    if (obj instanceof Name) return nameKeys.has(key) ? this.#name(obj, where) : obj;
    if (Array.isArray(obj)) return this.#array(obj, key, where);
    return obj instanceof Dict ? this.dict(obj, key, where) : obj;
  }

  /** Cleans all queued objects. */
  drain(): void {
    for (let ref = this.#queue.pop(); ref !== undefined; ref = this.#queue.pop()) {
      const obj = this.#options.changes.resolve(ref);
      this.#objects.set(ref.num, obj instanceof Stream ? this.#stream(obj, ref.num) : this.#topValue(obj, ref.num));
    }
  }

  #topValue(obj: Obj, num: number): Obj {
    return obj instanceof Dict && this.#options.pages.has(num)
      ? this.dict(only(obj, pageKeys), '', 'other')
      : this.value(obj, '');
  }

  #reference(ref: Ref, key: string): Obj {
    const { changes, gone, replaced } = this.#options;
    const to = key === 'Stm' || key === 'Obj' ? (replaced.get(ref.num) ?? ref) : ref;
    if (to.num === 0 || gone.has(to.num)) return null;
    const obj = changes.resolve(to);
    if (obj === null || typeof obj === 'number' || typeof obj === 'boolean') return obj;
    if (obj instanceof Name || obj instanceof PdfString) return this.value(obj, key);
    if (!this.#mayStay(obj, to.num)) return null;
    if (!this.#objects.has(to.num)) {
      this.#objects.set(to.num, null);
      this.#queue.push(to);
    }
    return new Ref(to.num);
  }

  /** False for an object that a redacted document may not have. */
  #mayStay(obj: Obj, num: number): boolean {
    const { changes, scanned, keepFiles, keepMetadata } = this.#options;
    if (obj instanceof Dict) return !this.#isDroppedDict(obj);
    if (!(obj instanceof Stream)) return true;
    const type = changes.name(obj.dict.get('Type'));
    if (type === 'EmbeddedFile' && !keepFiles) return this.#drop('embedded files');
    if (type === 'Metadata' && !keepMetadata) return this.#drop('metadata streams');
    if (isContent(changes, obj.dict) && !scanned.has(num)) return this.#drop('content that nothing draws');
    return true;
  }

  /** Counts a dropped object under a name for the report. */
  note(what: string): void {
    this.dropped.set(what, (this.dropped.get(what) ?? 0) + 1);
  }

  #drop(what: string): false {
    this.note(what);
    return false;
  }

  #isDroppedDict(dict: Dict): boolean {
    const { changes, cleaner, gone, replaced } = this.#options;
    const kind = changes.name(dict.get('S'));
    if (dict.has('ByteRange') && dict.has('Contents')) return true;
    if (isName(changes.resolve(dict.get('Type')), 'OBJR')) {
      const obj = dict.get('Obj');
      const num = obj instanceof Ref ? (replaced.get(obj.num) ?? obj).num : 0;
      return num === 0 || gone.has(num);
    }
    if (kind !== null && droppedActions.has(kind) && !dict.has('P')) return !this.#drop(`${kind} actions`);
    const uri = kind === 'URI' ? changes.string(dict.get('URI')) : null;
    if (uri === null) return false;
    const pointers = [...new Set([uri.text, percentDecoded(uri.text)].flatMap((text) => cleaner.found(text)))];
    for (const pointer of pointers) this.#countMatch('link', pointer);
    return pointers.length > 0;
  }

  dict(dict: Dict, key: string, around: TextLocation): Dict | null {
    if (this.#isDroppedDict(dict)) return null;
    const { changes, keepMetadata, keepFiles, cleaner } = this.#options;
    const where = placeOf(changes, dict, key) ?? around;
    const signature = changes.name(dict.get('FT')) === 'Sig';
    const own = new Dict();
    for (const [name, value] of key === 'MK' ? only(dict, iconKeys) : dict) {
      if (
        dropped.has(name) ||
        (!keepMetadata && metadataKeys.has(name)) ||
        (!keepFiles && fileKeys.has(name)) ||
        (signature && name === 'V')
      ) {
        this.#drop(droppedName(name));
        continue;
      }
      const isField = name === 'T' && where === 'field' && value instanceof PdfString;
      const states = key === 'AP' ? changes.resolve(value) : null;
      const written = isField
        ? this.#fieldName(value)
        : states instanceof Dict
          ? this.dict(states, 'states', where)
          : this.value(value, name, where);
      own.set(key === 'states' ? cleaner.name(name) : name, written);
    }
    return own;
  }

  #fieldName(value: PdfString): PdfString {
    const { cleaner } = this.#options;
    for (const pointer of cleaner.found(value.text)) this.#countMatch('field', pointer);
    return cleaner.isClean(value.text) ? value : PdfString.ofText(cleaner.name(value.text));
  }

  #array(array: readonly Obj[], key: string, where: TextLocation): Obj[] {
    const indexed = array.length === 4 && (isName(array[0] ?? null, 'Indexed') || isName(array[0] ?? null, 'I'));
    const values = array.map((entry) =>
      indexed && entry instanceof PdfString ? entry : this.value(entry, key, where),
    );
    return listKeys.has(key) ? values.filter((value) => value !== null) : values;
  }

  #name(name: Name, where: TextLocation): Name {
    const { cleaner } = this.#options;
    const own = cleaner.name(name.text);
    if (own === name.text) return name;
    for (const pointer of cleaner.found(name.text)) this.#countMatch(where === 'field' ? 'field' : 'name', pointer);
    return new Name(own);
  }

  #string(string: PdfString, key: string, where: TextLocation): PdfString {
    const { cleaner } = this.#options;
    if (binaryKeys.has(key) && where !== 'tags') return string;
    const { text } = string;
    const found = cleaner.found(text);
    if (found.length > 0) {
      for (const pointer of found) this.#countMatch(where, pointer);
      return PdfString.ofText(referredKeys.has(key) ? cleaner.name(text) : cleaner.cleaned(text));
    }
    // Strings of an unknown encoding are searched in every encoding.
    const hidden = textsIn(string.bytes).flatMap((other) => cleaner.foundInData(other));
    for (const pointer of hidden) this.#countMatch(where, pointer);
    return hidden.length === 0 ? string : PdfString.ofText(cleaner.replacement);
  }

  #countMatch(where: TextLocation, pointer: string): void {
    const key = `${where} ${pointer}`;
    const known = this.found.get(key);
    if (known === undefined) this.found.set(key, { where, pointer, count: 1 });
    else known.count += 1;
  }

  #stream(stream: Stream, num: number): Obj {
    const { changes } = this.#options;
    const image = changes.name(stream.dict.get('Subtype')) === 'Image';
    const content = isContent(changes, stream.dict);
    const from = image ? only(stream.dict, imageKeys) : content ? only(stream.dict, formKeys) : stream.dict;
    const dict = this.dict(from, '', 'stream') ?? new Dict();
    if (image) return copyOf(stream, dict, withoutPictureMetadata(stream, changes));
    if (!content && !this.#options.scanned.has(num) && !isKnownBinary(changes, stream.dict)) {
      const found = pointersIn(stream.decode(), this.#options.cleaner);
      for (const pointer of new Set(found)) this.#countMatch('stream', pointer);
      if (found.length > 0) return copyOf(stream, new Dict([['Length', 0]]), Buffer.alloc(0));
    }
    return copyOf(stream, dict, stream.raw);
  }
}

function copyOf(stream: Stream, dict: Dict, bytes: Buffer): Stream {
  return new Stream(dict.set('Length', bytes.length), bytes, {
    decrypt: (copy) => copy.stored,
    decode: () => stream.decoded(),
  });
}

const only = (dict: Dict, allowed: ReadonlySet<string>): Dict =>
  new Dict(dict.entries().filter(([key]) => allowed.has(key)));
