import {
  embeddedSubset,
  roles,
  SubsetsByFont,
  type FontNumbers,
  type ObjectsByNumber,
  type UnitedSubset,
} from '../../fonts/embedded-subset.ts';
import { newFlateStream } from '../../objects/new-stream.ts';
import { Dict } from '../../objects/objects.ts';
import { serialize } from '../../objects/serialize.ts';
import type { Part } from './part.ts';
import { renumber } from './renumber.ts';

/** An object of the joined file, as `JoinedFile.write` takes it. */
export interface FontObject {
  readonly number: number;
  readonly text: string;
  readonly stream: Buffer | null;
}

/** A font of the joined file. */
interface SharedFont {
  readonly united: UnitedSubset;
  readonly numbers: FontNumbers;
  readonly descendant: Dict;
  /** Its objects as the first part brought them. */
  readonly objects: readonly FontObject[];
}

/**
 * The fonts of a joined document, each embedded once, with the glyphs of all parts. Chromium embeds in every print a
 * subset that keeps the numbers of glyphs.
 */
export class SharedFonts {
  readonly #fonts = new SubsetsByFont<SharedFont>();

  /** Takes the fonts out of a part: their objects are not taken over. */
  take(part: Part): void {
    const source: ObjectsByNumber = {
      dict: (number) => part.parsed(number),
      array: (obj) => part.objects.array(obj),
      content: (number) => part.content(number),
    };
    for (const { number, stream } of part.file.objects) {
      const subset = stream || !part.split(number).text.includes('/Type0') ? null : embeddedSubset(source, number);
      if (subset === null || roles.some((role) => part.special.has(subset.numbers[role]))) continue;
      const { numbers } = subset;
      const { font, isNew } = this.#fonts.of(subset, (united) => sharedFont(part, numbers, united));
      for (const role of roles) {
        part.standFor(numbers[role], isNew ? part.number(numbers[role]) : font.numbers[role]);
        part.special.add(numbers[role]);
      }
    }
  }

  /** The objects of all fonts. */
  objects(): FontObject[] {
    return this.#fonts.all().flatMap(({ united, numbers, descendant, objects }) => {
      if (!united.isUnited) return objects;
      const { widths, program, texts } = united.content();
      const changed = new Map([
        [
          numbers.descendant,
          { number: numbers.descendant, text: serialize(descendant.copy().set('W', widths)), stream: null },
        ],
        [numbers.program, flate(numbers.program, new Dict([['Length1', program.length]]), program)],
        [numbers.texts, flate(numbers.texts, new Dict(), texts)],
      ]);
      return objects.map((object) => changed.get(object.number) ?? object);
    });
  }
}

function sharedFont(part: Part, own: FontNumbers, united: UnitedSubset): SharedFont {
  const number = (role: keyof FontNumbers) => part.number(own[role]);
  const objects = roles.map((role): FontObject => {
    const { text, stream } = part.split(own[role]);
    return {
      number: number(role),
      text: renumber(text, part.shift).trim(),
      stream: stream === null ? null : Buffer.from(stream),
    };
  });
  const numbers = {
    font: number('font'),
    descendant: number('descendant'),
    descriptor: number('descriptor'),
    program: number('program'),
    texts: number('texts'),
  };
  return { united, numbers, descendant: part.renumbered(part.parsed(own.descendant)) as Dict, objects };
}

function flate(number: number, entries: Dict, bytes: Buffer): FontObject {
  const { dict, raw } = newFlateStream(entries, bytes);
  return {
    number,
    text: serialize(dict.set('Length', raw.length)),
    stream: Buffer.concat([Buffer.from('stream\n'), raw, Buffer.from('\nendstream')]),
  };
}
