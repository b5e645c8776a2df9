import { Dict, Ref } from '../../objects/objects.ts';
import type { Part, PrintedPart } from './part.ts';
import {
  showingContent,
  stampPage,
  takeStamp,
  type StampContents,
  type StampTarget,
  type TakenStamp,
} from './stamp-pages.ts';

/** Puts the stamps of all parts on their pages; streams that show them are written once. */
export class StampJoin {
  readonly #given: readonly PrintedPart[];
  readonly #target: StampTarget;
  #contents: StampContents | null = null;

  constructor(given: readonly PrintedPart[], target: StampTarget) {
    this.#given = given;
    this.#target = target;
  }

  take(part: Part): void {
    const stamps = part.given.stamps.map((stamp) => takeStamp(stamp, this.#target));
    if (stamps.length > 0) this.#stampPages(part, stamps, (this.#contents ??= this.#stampContents()));
  }

  #stampContents(): StampContents {
    const stream = (content: string): Ref => {
      const ref = new Ref(this.#target.add());
      this.#target.write(ref.num, new Dict(), Buffer.from(content));
      return ref;
    };
    const maximum = Math.max(0, ...this.#given.map(({ stamps }) => stamps.length));
    const subtypes = Array.from(
      { length: maximum },
      (_, position) =>
        this.#given.map(({ stamps }) => stamps[position]?.subtype).find((one) => one !== undefined) ?? 'Watermark',
    );
    return {
      save: stream('q'),
      restore: stream('Q'),
      shows: subtypes.map((subtype, position) => stream(showingContent(position, subtype))),
    };
  }

  #stampPages(part: Part, stamps: readonly TakenStamp[], contents: StampContents): void {
    part.objects.pages().forEach((number, index) => {
      const placed = stamps.map(({ forms, layer }) => ({ form: forms[index] ?? null, layer }));
      if (placed.every(({ form }) => form === null)) return;
      const page = part.renumbered(part.take(new Ref(number))) as Dict;
      stampPage(page, placed, contents);
      this.#target.write(part.number(number), page);
    });
  }
}
