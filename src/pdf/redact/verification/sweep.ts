import { parseCMap } from '../../fonts/cmap.ts';
import { Dict, isName, Name, PdfString, Ref, Stream, type Obj } from '../../objects/objects.ts';
import type { Changes } from '../../file/changes.ts';
import type { TextCleaner } from '../rewriting/clean-text.ts';
import { withoutPictureMetadata } from '../rewriting/picture-metadata.ts';
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
import { droppedName, isContent, isKnownBinary, placeOf, type Place } from './sweep-kinds.ts';

export interface SweepOptions {
  readonly changes: Changes;
  readonly cleaner: TextCleaner;
  /** Objects that are in the document no more. */
  readonly gone: ReadonlySet<number>;
  /** Streams that others took the place of; 0 for one that is gone. */
  readonly replaced: ReadonlyMap<number, Ref>;
  /** Content streams that were looked into: another one is not let through. */
  readonly scanned: ReadonlySet<number>;
  readonly pages: ReadonlySet<number>;
  readonly keepMetadata: boolean;
  readonly keepFiles: boolean;
}

/**
 * Everything that can be reached from a document's catalog, object by object, without what does not belong in a
 * redacted document and without text that a rule finds. What cannot be reached, or is not known to be harmless, is not
 * written.
 */
export class Sweep {
  readonly #options: SweepOptions;
  readonly #objects = new Map<number, Obj>();
  readonly #queue: Ref[] = [];
  /** By place and rule. */
  readonly found = new Map<string, { readonly where: Place; readonly pointer: string; count: number }>();
  readonly dropped = new Map<string, number>();

  constructor(options: SweepOptions) {
    this.#options = options;
  }

  get objects(): readonly (readonly [number, Obj])[] {
    return [...this.#objects];
  }

  /** An object that is clean already. */
  place(ref: Ref, value: Obj): void {
    this.#objects.set(ref.num, value);
  }

  /** A value as it is written; what it leads to follows. */
  value(obj: Obj, key: string, where: Place = 'other'): Obj {
    if (obj instanceof Ref) return this.#reference(obj, key);
    if (obj instanceof PdfString) return this.#string(obj, key, where);
    if (obj instanceof Name) return nameKeys.has(key) ? this.#name(obj, where) : obj;
    if (Array.isArray(obj)) return this.#array(obj, key, where);
    return obj instanceof Dict ? this.dict(obj, key, where) : obj;
  }

  /** Writes all that values led to. */
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

  /** Whether an object may be in the document at all. */
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

  /** Counts what is left out. */
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
    const pointers = [...new Set([uri.text, unescaped(uri.text)].flatMap((text) => cleaner.found(text)))];
    for (const pointer of pointers) this.#tell('link', pointer);
    return pointers.length > 0;
  }

  dict(dict: Dict, key: string, around: Place): Dict | null {
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
    for (const pointer of cleaner.found(value.text)) this.#tell('field', pointer);
    return cleaner.isClean(value.text) ? value : PdfString.ofText(cleaner.name(value.text));
  }

  #array(array: readonly Obj[], key: string, where: Place): Obj[] {
    const indexed = array.length === 4 && (isName(array[0] ?? null, 'Indexed') || isName(array[0] ?? null, 'I'));
    const values = array.map((entry) =>
      indexed && entry instanceof PdfString ? entry : this.value(entry, key, where),
    );
    return listKeys.has(key) ? values.filter((value) => value !== null) : values;
  }

  #name(name: Name, where: Place): Name {
    const { cleaner } = this.#options;
    const own = cleaner.name(name.text);
    if (own === name.text) return name;
    for (const pointer of cleaner.found(name.text)) this.#tell(where === 'field' ? 'field' : 'name', pointer);
    return new Name(own);
  }

  #string(string: PdfString, key: string, where: Place): PdfString {
    const { cleaner } = this.#options;
    if (binaryKeys.has(key) && where !== 'tags') return string;
    const { text } = string;
    const found = cleaner.found(text);
    if (found.length > 0) {
      for (const pointer of found) this.#tell(where, pointer);
      return PdfString.ofText(referredKeys.has(key) ? cleaner.name(text) : cleaner.cleaned(text));
    }
    // Text that does not say in which encoding it is.
    const hidden = textsIn(string.bytes).flatMap((other) => cleaner.foundInData(other));
    for (const pointer of hidden) this.#tell(where, pointer);
    return hidden.length === 0 ? string : PdfString.ofText(cleaner.replacement);
  }

  #tell(where: Place, pointer: string): void {
    const key = `${where} ${pointer}`;
    const known = this.found.get(key);
    if (known === undefined) this.found.set(key, { where, pointer, count: 1 });
    else known.count += 1;
  }

  /** A CMap says what it maps to; its own words are nobody's. */
  #foundIn(bytes: Buffer): string[] {
    const { cleaner } = this.#options;
    if (bytes.includes('begincmap'))
      return [...parseCMap(bytes).texts.values()]
        .filter((text) => text.length > 1)
        .flatMap((text) => cleaner.found(text));
    return textsIn(bytes).flatMap((text) => (isText(bytes) ? cleaner.found(text) : cleaner.foundInData(text)));
  }

  #stream(stream: Stream, num: number): Obj {
    const { changes } = this.#options;
    const image = changes.name(stream.dict.get('Subtype')) === 'Image';
    const content = isContent(changes, stream.dict);
    const from = image ? only(stream.dict, imageKeys) : content ? only(stream.dict, formKeys) : stream.dict;
    const dict = this.dict(from, '', 'stream') ?? new Dict();
    if (image) return copyOf(stream, dict, withoutPictureMetadata(stream, changes));
    if (!content && !this.#options.scanned.has(num) && !isKnownBinary(changes, stream.dict)) {
      const found = this.#foundIn(stream.decode());
      for (const pointer of new Set(found)) this.#tell('stream', pointer);
      if (found.length > 0) return copyOf(stream, new Dict([['Length', 0]]), Buffer.alloc(0));
    }
    return copyOf(stream, dict, stream.raw);
  }
}

/** Mostly characters that are printed, and the white space between them. */
function isText(bytes: Buffer): boolean {
  const some = bytes.subarray(0, 4096);
  let printed = 0;
  for (const byte of some) if (byte >= 0x20 || byte === 9 || byte === 10 || byte === 13) printed += 1;
  return printed >= 0.95 * some.length && !some.includes(0);
}

function copyOf(stream: Stream, dict: Dict, bytes: Buffer): Stream {
  return new Stream(dict.set('Length', bytes.length), bytes, {
    decrypt: (copy) => copy.stored,
    decode: () => stream.decoded(),
  });
}

const only = (dict: Dict, allowed: ReadonlySet<string>): Dict =>
  new Dict(dict.entries().filter(([key]) => allowed.has(key)));

function unescaped(uri: string): string {
  try {
    return decodeURIComponent(uri.replaceAll('+', ' '));
  } catch (error) {
    if (error instanceof URIError) return uri;
    throw error;
  }
}
