import { expect } from 'chai';
import type { PrintedPlaces } from '../../../../src/pdf/printed/printed-places.ts';
import { longFlow } from '../../../../src/render/print/fragments/planning/long-flow.ts';
import { type LongFlow } from '../../../../src/render/print/fragments/planning/flow.ts';
import { printLong } from '../../../../src/render/print/fragments/print-fragments.ts';
import { Misjudged, type PartPrint } from '../../../../src/render/print/fragments/print-part.ts';

interface Paper {
  readonly places: PrintedPlaces;
  /** Numbers of the paragraphs on its pages. */
  readonly units: readonly number[];
}

const [aPage, height] = [10, 800];
const flow = (paragraphs: number): LongFlow =>
  longFlow(
    { heads: ['<body>', '<body>'], sheets: ['<section class="colophon-sheet">'] },
    [
      {
        sheet: 0,
        within: [],
        others: [],
        pieces: Array.from({ length: paragraphs }, (_, index) => `<p>paragraph ${index}</p>`),
      },
    ],
    [],
    { partSize: 900 },
  );

/** Sets ten paragraphs on every page, as a browser would that knows nothing else. */
function setPages({ html, pages, after }: PartPrint): Paper {
  const all = Array.from(html().matchAll(/<p(?: id="([^"]*)")?>paragraph (\d+)/g), ([, id, number]) => ({
    id,
    number: Number(number),
  }));
  const count = pages ?? Math.ceil(all.length / aPage);
  const seen = all.flatMap((one, index) => {
    const page = Math.floor(index / aPage);
    return page < count && (page === 0 || page >= after)
      ? [{ ...one, page: page === 0 || after === 0 ? page : page - after + 1, top: height - (index % aPage) * 50 }]
      : [];
  });
  const places = new Map(seen.flatMap(({ id, page, top }) => (id === undefined ? [] : [[id, { page, top }] as const])));
  const sheets = Array.from({ length: Math.max(0, ...seen.map(({ page }) => page)) + 1 }, () => ({
    width: 500,
    height,
  }));
  return {
    places: { pages: sheets, destinations: {}, outline: [], places, title: '' },
    units: seen.map(({ number }) => number),
  };
}

/** Prints a flow; whoever `lies` to, of parts by their first paragraph, is told of a page more. */
async function printed(
  paragraphs: number,
  lies: (first: number) => boolean,
): Promise<{ units: number[]; prints: number; size: number; all: number }> {
  const long = flow(paragraphs);
  let [prints, size] = [0, 0];
  const parts = await printLong<Paper>({
    flow: long,
    widths: new Map(),
    ends: null,
    print(job) {
      const paper = setPages(job);
      if (job.probe) return Promise.resolve(paper);
      prints += 1;
      return Promise.resolve(
        lies(paper.units[0] ?? -1)
          ? { ...paper, places: { ...paper.places, pages: [...paper.places.pages, { width: 500, height }] } }
          : paper,
      );
    },
    progress: (more) => (size += more),
  });
  return { units: parts.flatMap((part) => part.printed.units), prints, size, all: long.sizes.at(-1) ?? 0 };
}

const all = (paragraphs: number) => Array.from({ length: paragraphs }, (_, index) => index);

describe('A long flow', () => {
  it('is printed in parts that have each of its pieces once, in order', async () => {
    const { units, prints, size, all: whole } = await printed(1000, () => false);
    expect(units).to.deep.equal(all(1000));
    expect(prints).to.be.greaterThan(5);
    expect(size).to.be.closeTo(whole, 0.001);
  });

  it('is printed anew from the part before one that does not end where it was taken to', async () => {
    let told = 0;
    const { units, prints, size, all: whole } = await printed(1000, (first) => first > 500 && (told += 1) === 1);
    expect(units).to.deep.equal(all(1000));
    expect(told).to.be.greaterThan(1);
    expect(prints).to.be.greaterThan((await printed(1000, () => false)).prints);
    expect(size).to.be.closeTo(whole, 0.001);
  });

  it('is given up where no part ends where it was taken to', async () => {
    const failure = await printed(1000, () => true).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(Misjudged);
  });
});
