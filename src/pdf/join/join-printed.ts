import { readPrinted } from '../printed.ts';
import { Dict, Name, Ref, type Obj } from '../raw/objects.ts';
import { serialize } from '../raw/serialize.ts';
import { joinOutlines } from './join-outline.ts';
import { joinStructure } from './join-structure.ts';
import { Part, type PrintedPart } from './part.ts';
import { renumber } from './renumber.ts';
import { SharedObjects } from './shared-objects.ts';
import { showingContent, stampPage, takeStamp, type StampContents, type TakenStamp } from './stamp-pages.ts';

/** Destinations of this prefix are for whoever prints in parts, and are left out. */
export const markPrefix = 'colophon-unit-';

/** An action that leads to an id of the document, as Skia writes it where the id is in another part. */
const actionToId = /\/A <<\/Type \/Action\s+\/S \/URI\s+\/URI \(https:\/\/[0-9a-f]{24}\.invalid\/(?:part)?#((?:[^\\()]|\\[\s\S])*)\)>>/g;

/** A number of each part in the ids of its structure elements. */
const idDigits = 5;

/**
 * Makes one file of the files that a document was printed in, in the shape of a printed file: pages, destinations, outline and structure tree go
 * on from part to part, links lead across, and stamps lie on their pages. Bodies are copied with new numbers and never parsed, so it costs
 * about a sixth of printing them. What pages paint outside of the structure is marked.
 */
export function joinPrinted(given: readonly PrintedPart[]): Uint8Array {
  return new Joiner(given).write();
}

class Joiner {
  readonly #chunks: Buffer[] = [];
  readonly #offsets: number[] = [];
  readonly #parts: readonly Part[];
  readonly #shared = new SharedObjects();
  #length = 0;
  #next = 1;

  constructor(given: readonly PrintedPart[]) {
    let parents = 0;
    this.#parts = given.map((one, index) => {
      const part = new Part(one, { objects: this.#next - 1, parents, ids: String(index).padStart(idDigits, '0') });
      this.#next += part.file.size;
      part.share(this.#shared);
      parents += Number(part.objects.dict(part.objects.catalog.get('StructTreeRoot')).get('ParentTreeNextKey') ?? 0);
      return part;
    });
  }

  write(): Uint8Array {
    this.#push(Buffer.from('%PDF-1.4\n%\xD3\xEB\xE9\xE1\n', 'latin1'));
    const [root, pages, dests, outlines] = [this.#add(), this.#add(), this.#add(), this.#add()] as const;
    const structure = { root: this.#add(), document: this.#add(), parentTree: this.#add(), idTree: this.#add() };
    const elements = joinStructure(this.#parts, structure);
    const items = joinOutlines(this.#parts, outlines, () => this.#add());
    const destinations = this.#destinations();
    for (const [number, dict] of [...elements, ...items]) this.#write(number, dict);
    this.#write(dests, new Dict(destinations));
    this.#write(pages, this.#pageTree(pages));
    this.#write(root, this.#catalog({ pages, dests, outlines: items.size > 0 ? outlines : null, structure: elements.size > 0 ? structure.root : null }));
    const contents = this.#stampContents();
    for (const part of this.#parts) this.#takeOver(part, destinations, contents);
    return this.#end(root);
  }

  /** Of two of a name the first stands. */
  #destinations(): Map<string, Obj> {
    const all = new Map<string, Obj>();
    for (const part of this.#parts) {
      for (const [name, destination] of part.takeFromCatalog('Dests') ?? []) if (!name.startsWith(markPrefix) && !all.has(name)) all.set(name, part.renumbered(destination));
    }
    return all;
  }

  /** The page trees of the parts below one root (ISO 32000-2, 7.7.3). */
  #pageTree(number: number): Dict {
    const roots = this.#parts.map((part) => {
      const ref = part.objects.catalog.get('Pages') as Ref;
      this.#write(part.number(ref.num), (part.renumbered(part.take(ref)) as Dict).set('Parent', new Ref(number)));
      return new Ref(part.number(ref.num));
    });
    const count = this.#parts.reduce((sum, part) => sum + part.file.pages, 0);
    return new Dict([['Type', new Name('Pages')], ['Count', count], ['Kids', roots]]);
  }

  #catalog({ pages, dests, outlines, structure }: { pages: number; dests: number; outlines: number | null; structure: number | null }): Dict {
    const [first] = this.#parts;
    const catalog = (first?.renumbered(first.objects.catalog) ?? new Dict()) as Dict;
    const ref = (number: number | null) => (number === null ? null : new Ref(number));
    return catalog.set('Pages', ref(pages)).set('Dests', ref(dests)).set('Outlines', ref(outlines)).set('StructTreeRoot', ref(structure));
  }

  #stampContents(): StampContents {
    const stream = (content: string): Ref => {
      const ref = new Ref(this.#add());
      this.#write(ref.num, new Dict(), Buffer.from(content));
      return ref;
    };
    const most = Math.max(0, ...this.#parts.map(({ given }) => given.stamps.length));
    const subtypes = Array.from({ length: most }, (_, position) => this.#parts.map(({ given }) => given.stamps[position]?.subtype).find((one) => one !== undefined) ?? 'Watermark');
    return { save: stream('q'), restore: stream('Q'), shows: subtypes.map((subtype, position) => stream(showingContent(position, subtype))) };
  }

  /** Everything of a part that is not made anew. */
  #takeOver(part: Part, destinations: ReadonlyMap<string, Obj>, contents: StampContents): void {
    const stamps = part.given.stamps.map((stamp) => {
      const first = this.#next - 1;
      this.#next += readPrinted(stamp.pdf).size;
      return takeStamp(stamp, first, { write: (number, obj, stored) => this.#write(number, obj, stored), add: () => this.#add(), shared: this.#shared });
    });
    if (stamps.length > 0) this.#stampPages(part, stamps, contents);
    for (const { number } of part.file.objects) {
      if (part.special.has(number)) continue;
      const { text, stream } = part.split(number);
      this.#object(part.number(number), this.#mended(text, part, { number, destinations }), stream);
    }
  }

  #mended(text: string, part: Part, { number, destinations }: { number: number; destinations: ReadonlyMap<string, Obj> }): string {
    const parent = part.parents.get(number);
    const moved = renumber(text, part.shift);
    const placed = parent === undefined ? moved : moved.replace(/\/P \d+ 0 R/, `/P ${parent} 0 R`);
    return placed.includes('/S /URI') ? placed.replace(actionToId, (action, id: string) => (destinations.has(nameOf(id)) ? `/Dest ${serialize(new Name(nameOf(id)))}` : action)) : placed;
  }

  #stampPages(part: Part, stamps: readonly TakenStamp[], contents: StampContents): void {
    part.objects.pages().forEach((number, index) => {
      const placed = stamps.map(({ forms, layer }) => ({ form: forms[index] ?? null, layer }));
      if (placed.every(({ form }) => form === null)) return;
      const page = part.renumbered(part.take(new Ref(number))) as Dict;
      stampPage(page, placed, contents);
      this.#write(part.number(number), page);
    });
  }

  #add(): number {
    return this.#next++;
  }

  #write(number: number, obj: Obj, stored: Buffer | null = null): void {
    const dict = stored !== null && obj instanceof Dict ? obj.copy().set('Length', stored.length) : obj;
    this.#object(number, serialize(dict), stored === null ? null : Buffer.concat([Buffer.from('stream\n'), stored, Buffer.from('\nendstream')]));
  }

  #object(number: number, text: string, rest: Buffer | null): void {
    this.#offsets[number] = this.#length;
    this.#push(Buffer.from(`${number} 0 obj\n${text.trim()}\n`, 'latin1'));
    if (rest !== null) this.#push(rest);
    this.#push(Buffer.from('\nendobj\n'));
  }

  /** The table (7.5.4) and the trailer. */
  #end(root: number): Uint8Array {
    const start = this.#length;
    const lines = [`xref\n0 ${this.#next}\n0000000000 65535 f \n`];
    for (let number = 1; number < this.#next; number += 1) {
      const offset = this.#offsets[number];
      lines.push(offset === undefined ? '0000000000 00000 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`);
    }
    this.#push(Buffer.from(`${lines.join('')}trailer\n<</Size ${this.#next}\n/Root ${root} 0 R>>\nstartxref\n${start}\n%%EOF\n`));
    return Buffer.concat(this.#chunks, this.#length);
  }

  #push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
  }
}

/** An id as destinations are named: a URL escapes what is not ASCII. */
function nameOf(id: string): string {
  const unescaped = id.replace(/\\([\s\S])/g, '$1');
  try {
    return Buffer.from(decodeURIComponent(unescaped), 'utf8').toString('latin1');
  } catch {
    return unescaped;
  }
}
