import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { splitPdf } from '../../../../src/pdf/assemble/split.ts';
import type { Encryption } from '../../../../src/pdf/crypt/encryption.ts';
import { newEncryption } from '../../../../src/pdf/crypt/new-encryption.ts';
import { ElementsAhead } from '../../../../src/pdf/facts/structure/ahead/elements-ahead.ts';
import type { ElementTable } from '../../../../src/pdf/facts/structure/element-table.ts';
import type { StructureIndex } from '../../../../src/pdf/facts/structure/structure-index.ts';
import { Source } from '../../../../src/pdf/facts/source.ts';
import { openPdf } from '../../../../src/pdf/file/open.ts';
import type { PdfFile } from '../../../../src/pdf/file/pdf-file.ts';
import { writePdf } from '../../../../src/pdf/file/writing/write.ts';
import type { ByteSink } from '../../../../src/pdf/objects/byte-sink.ts';
import { defaultLimits } from '../../../../src/pdf/objects/limits.ts';
import { Dict, Name, Ref, type Obj } from '../../../../src/pdf/objects/objects.ts';
import { Writable } from '../../../../src/pdf/objects/serialize.ts';
import { expectSameElements } from './same-elements.ts';

/** An object as it is written here. */
class Written extends Writable {
  readonly #text: string;

  constructor(text: string) {
    super();
    this.#text = text;
  }

  write(sink: ByteSink): void {
    sink.text(this.#text);
  }
}

const pageCount = 40;
const cellsAPage = 800;
/** The first of the cells, after the catalog, the tree of pages, the root, the document, and pages with their rows. */
const firstCell = 5 + 2 * pageCount;

/** A cell, in one of the forms in which elements are written. */
function cell(num: number, row: number, page: number, mcid: number): string {
  const start = `/Type/StructElem/S/TD/P ${row} 0 R`;
  const random = createHash('sha1').update(String(num)).digest('hex').slice(0, 12);
  switch (num % 11) {
    case 0:
      return `<<${start}/Pg ${page} 0 R/K ${mcid}/ID(c${random})>>`;
    case 1:
      return `<<${start} /Pg ${page} 0 R /K [ ${mcid} ] /A [<</O/Table/ColSpan 2>> <</O/Layout/Width ${num}>>]>>`;
    case 2:
      return `<<${start}/Pg ${page} 0 R/K[${mcid}]/Alt(${random})>>`;
    case 3:
      return `<<${start}/K<</Type/MCR/Pg ${page} 0 R/MCID ${mcid}>>>>`;
    case 4:
      return `<</S/#54D/Type/StructElem/P ${row} 0 R/Pg ${page} 0 R/K ${mcid}>>`;
    case 5:
      return `<<${start}/Pg ${page} 0 R/K % ${random}\n ${mcid}>>`;
    default:
      return `<<${start}/Pg ${page} 0 R/A<</O/Table/Headers[(${num % 4})]>>/K ${mcid}>>`;
  }
}

interface TaggedOptions {
  readonly encrypt?: Encryption;
  /** All pages are in the first object stream. */
  readonly pagesFirst?: boolean;
  /** Each cell has attributes of its own. */
  readonly differing?: boolean;
  /** Spaces in the outermost element. */
  readonly spaces?: number;
}

/** A tagged file of so many pages, each with a row of cells. */
function tagged(
  pages = pageCount,
  { encrypt, pagesFirst = false, differing = false, spaces = 0 }: TaggedOptions = {},
): Uint8Array {
  const pageNum = (page: number) => 5 + 2 * page;
  const cellNum = (page: number, index: number) => firstCell + page * cellsAPage + index;
  const objects: [number, Obj | Writable][] = [
    [1, new Written('<</Type/Catalog/Pages 2 0 R/StructTreeRoot 3 0 R/MarkInfo<</Marked true>>>>')],
    [3, new Written('<</Type/StructTreeRoot/K 4 0 R>>')],
  ];
  const each = Array.from({ length: pages }, (_, page) => page);
  objects.push([
    2,
    new Dict([
      ['Type', new Name('Pages')],
      ['Kids', each.map((page) => new Ref(pageNum(page)))],
      ['Count', pages],
    ]),
  ]);
  const rows = each.map((page) => `${pageNum(page) + 1} 0 R`).join(' ');
  objects.push([4, new Written(`<</Type/StructElem/S/Document/P 3 0 R/K[${' '.repeat(spaces)}${rows}]>>`)]);
  for (const page of each) {
    const cells = Array.from({ length: cellsAPage }, (_, index) => cellNum(page, index));
    objects.push(
      [pageNum(page), new Written(`<</Type/Page/Parent 2 0 R/MediaBox[0 0 100 100]/StructParents ${page}>>`)],
      [
        pageNum(page) + 1,
        new Written(`<</Type/StructElem/S/TR/P 4 0 R/K[${cells.map((num) => `${num} 0 R`).join(' ')}]>>`),
      ],
      ...cells.map((num, index): [number, Writable] => [
        num,
        new Written(cell(differing ? 11 * num + 1 : num, pageNum(page) + 1, pageNum(page), index)),
      ]),
    );
  }
  if (pagesFirst) objects.sort(([one], [other]) => one - other);
  const trailer = new Dict([['Root', new Ref(1)]]);
  return writePdf({ objects, trailer, version: '1.7', compress: true, ...(encrypt && { encrypt }) });
}

function seen(elements: ElementTable) {
  return Array.from({ length: elements.count }, (_, order) => ({
    num: elements.num(order),
    parent: elements.parent(order),
    type: elements.types[elements.typeNumber(order)],
    page: [elements.ownPage(order), elements.page(order)],
    id: elements.id(order)?.bytes.toString('latin1'),
    attributes: elements.attributesNumber(order),
    others: elements.others(order)?.toString('latin1'),
    isPlain: elements.dict(order) === null,
    filled: elements.filled(order),
    items: Array.from({ length: elements.endOfItems(order) - elements.firstItem(order) }, (_unused, index) =>
      elements.item(elements.firstItem(order) + index),
    ),
  }));
}

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** The structure of a file, read by this thread alone. */
const alone = (bytes: Uint8Array) => new Source(openPdf(bytes)).structure;

/** The structure of a file, once another thread has scanned what it can within a quarter of a second. */
async function readAhead(bytes: Uint8Array): Promise<StructureIndex> {
  const source = new Source(openPdf(bytes));
  source.scanElementsAhead(defaultLimits);
  expect(source.ahead).to.not.equal(null);
  await sleep(250);
  return source.structure;
}

/** A file of which another thread has scanned all object streams. */
async function scannedWhole(bytes: Uint8Array): Promise<Source> {
  for (let waitMs = 250; ; waitMs *= 2) {
    const source = new Source(openPdf(bytes));
    source.scanElementsAhead(defaultLimits);
    await sleep(waitMs);
    if (source.file.objectStreams().every((num) => source.ahead?.take(num) != null)) return source;
    source.ahead?.end();
  }
}

/** Whether another thread would scan the file. */
function isScanned(bytes: Uint8Array): boolean {
  const source = new Source(openPdf(bytes));
  source.scanElementsAhead(defaultLimits);
  const isScanned = source.ahead !== null;
  source.ahead?.end();
  return isScanned;
}

describe('structure elements that another thread scans', () => {
  const bytes = tagged();

  it('are the same as those that are read from their objects', () => {
    expect(expectSameElements(openPdf(bytes))).to.be.above(15_000);
  });

  it('make the same tree, where all of them were scanned', async () => {
    const source = await scannedWhole(bytes);
    const expected = alone(bytes);
    const { elements, onPage, marked } = source.structure;
    expect(seen(elements)).to.deep.equal(seen(expected.elements));
    expect(elements.attributeValues).to.deep.equal(expected.elements.attributeValues);
    expect([...onPage]).to.deep.equal([...expected.onPage]);
    expect(marked).to.deep.equal(expected.marked);
    expect(source.ahead).to.equal(null);
  });

  it('give a split the same bytes each time, however far the thread comes', async () => {
    const hashes = new Set<string>();
    for (let round = 0; round < 6; round += 1) {
      const { parts } = await splitPdf({ bytes, by: { every: 7 } });
      hashes.add(hash(Buffer.concat(parts.map(({ pdf }) => pdf))));
    }
    expect(hashes.size).to.equal(1);
  });

  it('are read as well where the thread gives up: in damaged streams, and in those of many megabytes', async () => {
    const damaged = Buffer.from(tagged(pageCount, { pagesFirst: true }));
    const second = damaged.indexOf('/ObjStm', damaged.indexOf('/ObjStm') + 1);
    for (let at = second; at >= 0; at = damaged.indexOf('/ObjStm', at + 60_000))
      damaged.fill('damage', at + 500, at + 520);
    const huge = tagged(pageCount, { pagesFirst: true, spaces: 9_000_000 });
    for (const file of [damaged, huge])
      expect(seen((await readAhead(file)).elements)).to.deep.equal(seen(alone(file).elements));
    expect(alone(damaged).elements.count).to.be.within(1, alone(bytes).elements.count - 1);
  });

  it('are read as well where more attributes differ than the thread remembers', async () => {
    const file = tagged(pageCount, { differing: true });
    expect(expectSameElements(openPdf(file))).to.be.within(1, 15_000);
    expect(seen((await readAhead(file)).elements)).to.deep.equal(seen(alone(file).elements));
  });

  it('are scanned in no file whose object streams overlap, because they are more than the file together', () => {
    const file = openPdf(bytes);
    const streams = file.objectStreams();
    const begins = (numbers: readonly number[]) => {
      const { encryption, catalog, repaired } = file;
      const where = (num: number) => file.where(num);
      const get = (num: number) => file.get(num);
      const seenFile = { bytes: file.bytes, encryption, catalog, repaired, where, get, inflateWith: () => undefined };
      const ahead = ElementsAhead.begin(
        { ...seenFile, objectStreams: () => numbers } as unknown as PdfFile,
        defaultLimits,
      );
      ahead?.end();
      return ahead !== null;
    };
    expect([begins(streams), begins([...streams, ...streams])]).to.deep.equal([true, false]);
  });

  it('are scanned in large files, which need no key and no repair', () => {
    const encrypt = newEncryption({ userPassword: '' });
    const broken = Buffer.from(bytes);
    broken.write('startxref\n1\n%%EOF', broken.lastIndexOf('startxref'));
    expect(isScanned(bytes)).to.equal(true);
    expect([tagged(10), tagged(pageCount, { encrypt }), broken].map(isScanned)).to.deep.equal([false, false, false]);
  });
});
