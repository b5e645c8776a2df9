import type { AttachmentObjects } from '../../edit/attachments/attachment-objects.ts';
import type { Claim } from '../../xmp/claim.ts';
import { idOfName } from '../../objects/id-of-name.ts';
import type { DocumentInfo } from '../../xmp/info.ts';
import { mendOutlineTitles } from '../outline-titles.ts';
import { readPrinted } from '../printed.ts';
import { Dict, Name, Ref, type Obj } from '../../objects/objects.ts';
import { serialize } from '../../objects/serialize.ts';
import { joinAttachments } from './join-attachments.ts';
import { joinLinks } from './join-links.ts';
import { itemText, OutlineJoin } from './join-outline.ts';
import { StampJoin } from './join-stamps.ts';
import { StructureJoin } from './join-structure.ts';
import { packedFile, plainFile, streamOf, type JoinedFile } from './joined-file.ts';
import { editableFile } from './editable-file.ts';
import { Part, type PrintedPart } from './part.ts';
import { renumber } from './renumber.ts';
import { SharedFonts } from './shared-fonts.ts';
import { SharedObjects } from './shared-objects.ts';

/** Destinations of this prefix are for printing in parts, and are left out. */
export const markPrefix = 'colophon-unit-';

/** A number of each part in the ids of its structure elements. */
const idDigits = 5;

/** Metadata of the document, and how it is written. */
interface JoinOptions {
  readonly info: DocumentInfo;
  /** Texts of the headings in the HTML that was printed, where they are known. */
  readonly headings: readonly string[];
  /** Same content, same bytes. */
  readonly deterministic: boolean;
  /**
   * Standards that the document is made to conform to, and that its metadata claims. PDF/A-1 is excluded: its files are
   * not packed.
   */
  readonly claim: Claim | null;
  readonly attachments: AttachmentObjects | null;
}

/**
 * Makes one file of the files that a document was printed in, in the shape of a printed file: pages, destinations,
 * outline and structure tree go on from part to part, links lead across, and stamps lie on their pages. Bodies are
 * copied with new numbers and never parsed, so it costs about a sixth of printing them. What pages paint outside of the
 * structure is marked.
 */
export function joinPrinted(given: readonly PrintedPart[]): Uint8Array {
  return new Joiner(given, plainFile(), { headings: [], deterministic: false, claim: null, attachments: null }).join()
    .pdf;
}

/** The same as a packed file, for merging with others. */
export function joinForMerging(given: readonly PrintedPart[], info: DocumentInfo): Uint8Array {
  return new Joiner(given, packedFile(info, null, 'keep'), {
    headings: [],
    deterministic: false,
    claim: null,
    attachments: null,
  }).join().pdf;
}

/**
 * The same, finished as `repack` would. Only one part at a time is in memory. Of the others there are only the data
 * that are written of them, and for a standard the text of their objects.
 */
export function joinPacked(
  given: readonly PrintedPart[],
  { info, ...options }: JoinOptions,
): { readonly pdf: Uint8Array; readonly pages: number } {
  return new Joiner(given, packedFile(info, options.claim), options).join();
}

/**
 * A skeleton in the shape of a printed file (see `Skeleton`) to be edited; new objects get numbers above `highest`.
 * Answers it as it is then.
 */
export type EditSkeleton = (skeleton: Uint8Array, highest: number) => Promise<Uint8Array>;

/** As `joinPacked`, edited before it is finished. */
export async function joinEdited(
  given: readonly PrintedPart[],
  { info, ...options }: JoinOptions,
  edit: EditSkeleton,
): Promise<{ readonly pdf: Uint8Array; readonly pages: number }> {
  const file = editableFile(packedFile(info, options.claim));
  const { pdf: skeleton, pages } = new Joiner(given, file, options).join();
  return { pdf: file.finish(await edit(skeleton, file.next - 1)), pages };
}

class Joiner {
  readonly #given: readonly PrintedPart[];
  readonly #file: JoinedFile;
  readonly #options: Omit<JoinOptions, 'info'>;
  readonly #shared = new SharedObjects();
  readonly #fonts = new SharedFonts();
  /** Names of all destinations by their ids: links of any part may lead to them. */
  readonly #names: ReadonlyMap<string, string>;
  readonly #destinations = new Map<string, Obj>();
  readonly #pages: Obj[] = [];
  readonly #numbers: Readonly<
    Record<'root' | 'pages' | 'dests' | 'outlines' | 'tree' | 'document' | 'parentTree' | 'idTree', number>
  >;
  readonly #structure: StructureJoin;
  readonly #outline: OutlineJoin;
  readonly #stamps: StampJoin;
  #catalog = new Dict();
  #parents = 0;
  #count = 0;

  constructor(given: readonly PrintedPart[], file: JoinedFile, options: Omit<JoinOptions, 'info'>) {
    this.#given = given;
    this.#file = file;
    this.#options = options;
    this.#names = new Map(given.flatMap(({ names }) => names.map((name) => [idOfName(name), name])));
    this.#numbers = {
      root: this.#add(),
      pages: this.#add(),
      dests: this.#add(),
      outlines: this.#add(),
      tree: this.#add(),
      document: this.#add(),
      parentTree: this.#add(),
      idTree: this.#add(),
    };
    this.#structure = new StructureJoin({ ...this.#numbers, root: this.#numbers.tree });
    this.#outline = new OutlineJoin(() => this.#add());
    this.#stamps = new StampJoin(given, {
      reserve: (count) => file.reserve(count),
      add: () => this.#add(),
      write: (number, obj, stored) => this.#write(number, obj, stored),
      shared: this.#shared,
      conforming: options.claim !== null,
    });
  }

  join(): { pdf: Uint8Array; pages: number } {
    for (const [index, given] of this.#given.entries()) this.#take(given, index);
    for (const { number, text, stream } of this.#fonts.objects()) this.#file.write(number, text, stream);
    const { root, pages, dests, outlines, tree } = this.#numbers;
    const items = [...this.#outline.written(outlines)].map(
      ([number, item]) => [number, item.has('Title') ? itemText(item) : serialize(item)] as const,
    );
    for (const [number, text] of mendOutlineTitles(
      items.map(([number, text]) => [number, text]),
      this.#options.headings,
    ))
      this.#file.write(number, text, null);
    const elements = this.#structure.written();
    for (const [number, dict] of elements)
      this.#file.write(number, serialize(dict), null, {
        ofTrees: number === this.#numbers.parentTree || number === this.#numbers.idTree,
      });
    this.#write(dests, new Dict(this.#destinations));
    this.#write(
      pages,
      new Dict([
        ['Type', new Name('Pages')],
        ['Count', this.#count],
        ['Kids', this.#pages],
      ]),
    );
    const catalog = this.#catalog.set('Pages', new Ref(pages)).set('Dests', new Ref(dests));
    catalog
      .set('Outlines', items.length > 0 ? new Ref(outlines) : null)
      .set('StructTreeRoot', elements.size > 0 ? new Ref(tree) : null);
    const { attachments } = this.#options;
    const attached = attachments === null ? '' : joinAttachments(attachments, this.#file);
    return {
      pdf: this.#file.end(root, serialize(catalog).replace(/>>$/, `${attached}>>`)),
      pages: this.#count,
    };
  }

  /** Writes all of a part, and stores the state that goes on in the next. */
  #take(given: PrintedPart, index: number): void {
    const file = readPrinted(given.read());
    const part = new Part(given, file, {
      objects: this.#file.reserve(file.size) - 1,
      parents: this.#parents,
      ids: String(index).padStart(idDigits, '0'),
      deterministic: this.#options.deterministic,
      conforming: this.#options.claim !== null,
    });
    this.#fonts.take(part);
    part.share(this.#shared);
    this.#parents += Number(
      part.objects.dict(part.objects.catalog.get('StructTreeRoot')).get('ParentTreeNextKey') ?? 0,
    );
    if (index === 0) this.#catalog = part.renumbered(part.objects.catalog) as Dict;
    this.#structure.take(part, this.#given[index + 1]?.continues ?? 'nothing');
    this.#outline.take(part);
    this.#takeDestinations(part);
    this.#takePages(part);
    this.#stamps.take(part);
    const ofParents = new Set(part.parentArrays.values());
    for (const number of part.taken()) {
      const { text, stream } = part.split(number);
      const mended = this.#mended(text, part, number).trim();
      this.#file.write(part.number(number), mended, stream, {
        ofTrees: ofParents.has(number) && mended.startsWith('['),
      });
    }
  }

  /** Of two of a name the first stands. */
  #takeDestinations(part: Part): void {
    for (const [name, destination] of part.takeFromCatalog('Dests') ?? [])
      if (!name.startsWith(markPrefix) && !this.#destinations.has(name))
        this.#destinations.set(name, part.renumbered(destination));
  }

  /** The page trees of the parts below one root (ISO 32000-2, 7.7.3). */
  #takePages(part: Part): void {
    const ref = part.objects.catalog.get('Pages') as Ref;
    const number = part.number(ref.num);
    this.#write(number, (part.renumbered(part.take(ref)) as Dict).set('Parent', new Ref(this.#numbers.pages)));
    this.#pages.push(new Ref(number));
    this.#count += part.file.pages;
  }

  #mended(text: string, part: Part, number: number): string {
    const parent = part.parents.get(number);
    const moved = renumber(text, part.shift);
    const placed = parent === undefined ? moved : moved.replace(/\/P \d+ 0 R/, `/P ${parent} 0 R`);
    return joinLinks(placed, this.#names);
  }

  #add(): number {
    return this.#file.reserve(1);
  }

  #write(number: number, obj: Obj, stored: Buffer | null = null): void {
    const dict = stored !== null && obj instanceof Dict ? obj.copy().set('Length', stored.length) : obj;
    this.#file.write(number, serialize(dict), stored === null ? null : streamOf(stored));
  }
}
