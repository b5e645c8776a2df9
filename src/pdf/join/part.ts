import { markArtifacts } from '../artifacts/mark-artifacts.ts';
import { readPrinted, type PrintedFile } from '../printed.ts';
import { ParsedPrint } from '../parsed-print.ts';
import type { Dict} from '../raw/objects.ts';
import { Ref, type Obj } from '../raw/objects.ts';
import type { PartStamp } from './stamp-pages.ts';
import { renumbered, type Shift } from './renumber.ts';

/** How a part goes on from the one before it: on a new sheet, in the sheet, or in a table of the sheet. */
export type Continues = 'nothing' | 'sheet' | 'table';

/** One of the files that a document was printed in, each beginning at the top of a page. */
export interface PrintedPart {
  readonly pdf: Uint8Array;
  readonly continues: Continues;
  /** Levels of its headings in order, for the outline, 0 for what is left out of it; where they are not as many as its items, these keep the depth that they have. */
  readonly levels: readonly number[];
  readonly stamps: readonly PartStamp[];
}

/** A part with its place in the joined file. */
export class Part {
  readonly given: PrintedPart;
  readonly file: PrintedFile;
  readonly objects: ParsedPrint;
  readonly shift: Shift;
  /** New bodies of content streams, by number. */
  readonly marked: ReadonlyMap<number, Buffer>;
  /** Numbers of objects that are not taken over as they are. */
  readonly special = new Set<number>();
  /** The new parent, by the number of a structure element that goes to another. */
  readonly parents = new Map<number, number>();

  constructor(given: PrintedPart, shift: Shift) {
    this.given = given;
    this.file = readPrinted(given.pdf);
    this.objects = new ParsedPrint(given.pdf);
    this.shift = shift;
    this.marked = markArtifacts(this.file);
    this.special.add(this.file.root);
    if (this.file.info !== null) this.special.add(this.file.info);
  }

  /** The number that an object of the part has in the joined file. */
  number(own: number): number {
    return own + this.shift.objects;
  }

  /** A value with the numbers of the joined file. */
  renumbered(obj: Obj): Obj {
    return renumbered(obj, this.shift);
  }

  /** The dictionary that an entry of the catalog refers to, which is not taken over as it is. */
  takeFromCatalog(key: string): Dict | null {
    return this.take(this.objects.catalog.get(key));
  }

  /** The dictionary that `obj` is or refers to; it is not taken over as it is. */
  take(obj: Obj): Dict | null {
    if (obj instanceof Ref) this.special.add(obj.num);
    return obj === null ? null : this.objects.dict(obj);
  }
}
