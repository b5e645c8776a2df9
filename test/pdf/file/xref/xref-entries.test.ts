import { expect } from 'chai';
import fc from 'fast-check';
import type { XrefEntry } from '../../../../src/pdf/file/xref/xref-entry.ts';
import { XrefEntries } from '../../../../src/pdf/file/xref/xref-entries.ts';

const plain = { noNullPrototype: true } as const;
const entry = fc.oneof(
  fc.constant(null),
  fc.record({ kind: fc.constant('offset' as const), offset: fc.nat(), gen: fc.nat(65535) }, plain),
  fc.record({ kind: fc.constant('object-stream' as const), container: fc.nat(), index: fc.maxSafeNat() }, plain),
);
/** Runs as files have them, and numbers that only a broken or a hostile file has. */
const number = fc.oneof(
  { weight: 5, arbitrary: fc.nat(3000) },
  { weight: 1, arbitrary: fc.constantFrom(-1, 1.5, 2 ** 31, 2 ** 32, 2 ** 40, 1e300) },
);

/** Type, place and detail of an entry in a cross-reference stream. */
function rowOf(entry: XrefEntry | null): number[] {
  if (entry === null) return [0, 0, 0];
  return entry.kind === 'offset' ? [1, entry.offset, entry.gen] : [2, entry.container, entry.index];
}

const byNumber = ([a]: [number, unknown], [b]: [number, unknown]) => a - b;

describe('cross-reference entries', () => {
  it('are found again by their numbers, however far those are from each other', () => {
    fc.assert(
      fc.property(fc.nat(3000), fc.array(fc.tuple(number, entry), { maxLength: 200 }), (run, others) => {
        const all: [number, XrefEntry | null][] = [
          ...others.slice(0, 20),
          ...Array.from({ length: run }, (_, num): [number, XrefEntry] => [
            num,
            { kind: 'offset', offset: num, gen: 0 },
          ]),
          ...others,
        ];
        const [map, entries] = [new Map(all), XrefEntries.of(all)];
        const numbers = [...map.keys(), 2999, 5000, -2];
        expect(entries.size).to.equal(map.size);
        expect(JSON.stringify([...entries].sort(byNumber))).to.equal(JSON.stringify([...map].sort(byNumber)));
        expect(JSON.stringify(numbers.map((num) => [entries.has(num), entries.get(num)]))).to.equal(
          JSON.stringify(numbers.map((num) => [map.has(num), map.get(num)])),
        );
        expect(numbers.map((num) => [entries.type(num), entries.place(num), entries.detail(num)])).to.deep.equal(
          numbers.map((num) => rowOf(map.get(num) ?? null)),
        );
      }),
      { numRuns: 50 },
    );
  });
});
