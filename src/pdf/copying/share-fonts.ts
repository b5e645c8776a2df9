import {
  embeddedSubset,
  SubsetsByFont,
  type EmbeddedSubset,
  type ObjectsByNumber,
  type UnitedSubset,
} from '../fonts/embedded-subset.ts';
import { newFlateStream } from '../objects/new-stream.ts';
import { Dict, Ref, Stream } from '../objects/objects.ts';
import type { Target } from './target.ts';

interface SharedFont {
  readonly united: UnitedSubset;
  readonly subset: EmbeddedSubset;
}

/**
 * Replaces the subsets of one font, which were printed with different glyphs, by one with the glyphs of all, so that it
 * is embedded once. `printed` are the numbers of composite fonts as Chromium writes them. The result maps the number of
 * each replaced font to that of its replacement, and includes the entries of `stands`.
 */
export function shareFonts(
  target: Target,
  printed: readonly number[],
  stands: ReadonlyMap<number, number>,
): ReadonlyMap<number, number> {
  const { objects } = target;
  const source: ObjectsByNumber = {
    dict: (number) => dictOf(target, number),
    array(obj) {
      const value = target.get(obj);
      return Array.isArray(value) ? value : null;
    },
    content: (number) => {
      const stream = objects[number];
      return stream instanceof Stream ? stream.decode() : null;
    },
  };
  const fonts = new SubsetsByFont<SharedFont>();
  const moved = new Map<number, number>();
  for (const number of printed) {
    const subset = stands.has(number) ? null : embeddedSubset(source, number);
    if (subset === null) continue;
    const { font, isNew } = fonts.of(subset, (united) => ({ united, subset }));
    if (!isNew) moved.set(number, font.subset.numbers.font);
  }
  for (const {
    united,
    subset: { numbers },
  } of fonts.all().filter((font) => font.united.isUnited)) {
    const { widths, program, texts } = united.content();
    target.set(new Ref(numbers.descendant), dictOf(target, numbers.descendant).copy().set('W', widths));
    target.set(new Ref(numbers.program), newFlateStream(new Dict([['Length1', program.length]]), program));
    target.set(new Ref(numbers.texts), newFlateStream(new Dict(), texts));
  }
  return new Map([...[...stands].map(([from, to]) => [from, moved.get(to) ?? to] as const), ...moved]);
}

function dictOf(target: Target, number: number): Dict {
  const object = target.get(new Ref(number));
  return object instanceof Dict ? object : new Dict();
}
