import { expect } from 'chai';
import { compact } from '../../src/pdf/copying/compact.ts';
import { fingerprint } from '../../src/pdf/facts/equal.ts';
import { equalObjects } from '../../src/pdf/copying/share-equal.ts';
import { Target } from '../../src/pdf/copying/target.ts';
import { readNameTree } from '../../src/pdf/facts/trees/read-trees.ts';
import { writeNameTree } from '../../src/pdf/facts/trees/write-trees.ts';
import { UniqueNames } from '../../src/pdf/facts/unique-names.ts';
import { writePdf } from '../../src/pdf/file/writing/write.ts';
import { openPdf } from '../../src/pdf/file/open.ts';
import { Dict, Name, type Obj, PdfString, Ref } from '../../src/pdf/objects/objects.ts';

const dict = (entries: Record<string, Obj>) => new Dict(Object.entries(entries));

describe('Copying objects', () => {
  it('gives a name that is taken a number, in the encoding of the name', () => {
    const names = new UniqueNames();
    expect(['a', 'a', 'a#2', 'a'].map((name) => names.claim(name))).to.deep.equal(['a', 'a#2', 'a#2#2', 'a#3']);
    const wide = PdfString.ofText('Übersicht \u4e2d');
    expect([wide, wide].map((name) => names.claimString(name).text)).to.deep.equal([
      'Übersicht \u4e2d',
      'Übersicht \u4e2d#2',
    ]);
  });

  it('writes name trees of any size so that they read back in order', () => {
    const target = new Target();
    const entries = Array.from({ length: 10_000 }, (_, index): [PdfString, Obj] => [
      PdfString.ofText(`n${(index * 7919) % 10_000}`),
      index,
    ]);
    const tree = writeNameTree(target, entries);
    const pages = target.add(dict({ Type: new Name('Pages'), Kids: [], Count: 0 }));
    const page = target.add(dict({ Type: new Name('Page'), Parent: pages, MediaBox: [0, 0, 9, 9] }));
    target.set(pages, dict({ Type: new Name('Pages'), Kids: [page], Count: 1 }));
    const root = target.add(dict({ Type: new Name('Catalog'), Pages: pages, Tree: tree }));
    const trailer = dict({ Root: root });
    const file = openPdf(
      writePdf({ objects: compact(target, trailer, new Map()), trailer, version: '1.7', compress: true }),
    );
    const read = readNameTree(file, file.catalog.get('Tree'));
    expect(read).to.have.length(10_000);
    expect(read.map(([key]) => key.text)).to.deep.equal(entries.map(([key]) => key.text).sort());
    expect(new Map(read.map(([key, value]) => [key.text, value]))).to.deep.equal(
      new Map(entries.map(([key, value]) => [key.text, value])),
    );
  });

  it('finds graphs equal whatever their numbers, and different where anything differs', () => {
    const objects = new Map<number, Obj>([
      [1, dict({ A: new Ref(2), B: 1 })],
      [2, [new Ref(1)]],
      [11, dict({ B: 1, A: new Ref(12) })],
      [12, [new Ref(11)]],
      [21, dict({ A: new Ref(22), B: 2 })],
      [22, [new Ref(21)]],
    ]);
    const print = (num: number) => fingerprint(new Ref(num), (ref) => objects.get(ref.num) ?? null);
    expect(print(1)).to.equal(print(11));
    expect(print(1)).to.not.equal(print(21));
  });

  it('shares what is equal from the leaves up, and leaves circles and somebodies alone', () => {
    const target = new Target();
    const font = () => target.add(dict({ Type: new Name('Font'), Widths: target.add([1, 2, 3]) }));
    const [first, second] = [font(), font()];
    const layers = [
      target.add(dict({ Type: new Name('OCG'), Name: PdfString.ofText('x') })),
      target.add(dict({ Type: new Name('OCG'), Name: PdfString.ofText('x') })),
    ];
    const circles = [target.reserve(), target.reserve()];
    for (const circle of circles) target.set(circle, [circle]);
    const stands = equalObjects(target);
    expect(stands.get(second.num)).to.equal(first.num);
    expect([...layers, ...circles].some(({ num }) => stands.has(num))).to.equal(false);
  });
});
