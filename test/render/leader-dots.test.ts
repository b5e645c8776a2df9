import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { PDFDocument, PDFDict, PDFName, PDFRawStream } from 'pdf-lib';
import { wordBoxesOf } from '../support/figures.ts';
import { pixelsOf } from '../support/pdf.ts';
import { pdfOf, type Service } from '../support/service.ts';
import { sharedService } from '../support/shared.ts';

/** Pictures and patterns among the objects of a file. */
async function paintedAsPicture(pdf: Uint8Array): Promise<number> {
  const { context } = await PDFDocument.load(pdf, { updateMetadata: false });
  return context.enumerateIndirectObjects().filter(([, object]) => {
    const dict = object instanceof PDFRawStream ? object.dict : object;
    return (
      dict instanceof PDFDict &&
      (dict.lookup(PDFName.of('Subtype')) === PDFName.of('Image') || dict.has(PDFName.of('PatternType')))
    );
  }).length;
}

describe('Lines of the sample and of contents', () => {
  let service: Service;
  before(async () => (service = await sharedService()));

  it('lead to page numbers with dots that are vector graphics', async () => {
    const pdf = pdfOf(
      await service.render({ operations: [{ op: 'add_toc' }, { op: 'add_heading', level: 1, text: 'Chapter' }] }),
    );
    expect(await paintedAsPicture(pdf)).to.equal(0);
    const boxes = await wordBoxesOf(pdf, 1);
    const [chapter, number] = ['Chapter', '1'].map((text) => boxes.find((box) => box.text === text));
    const pixels = await pixelsOf(pdf, 1);
    const isInk = (x: number) =>
      Array.from({ length: 8 }, (_, above) => pixels.at(x, (chapter?.bottom ?? 0) - above)).some(
        (value) => value < 220,
      );
    const [from, to] = [Math.ceil((chapter?.right ?? 0) + 12), Math.floor((number?.left ?? 0) - 24)];
    const ink = Array.from({ length: to - from }, (_, at) => isInk(from + at));
    expect(ink.filter(Boolean).length / ink.length).to.be.within(0.1, 0.8);
  });

  it('begin at the end of the text of a long entry, whose first line is as wide as there is room', async () => {
    const text =
      'A long account of the trade in grain and timber between all of the ports of the northern coast ending';
    const pdf = pdfOf(
      await service.render({
        operations: [{ op: 'add_toc' }, { op: 'add_page_break' }, { op: 'add_heading', level: 3, text }],
      }),
    );
    const boxes = await wordBoxesOf(pdf, 1);
    const boxOf = (word: string) => boxes.find((box) => box.text === word);
    const [last, number] = [boxOf('ending'), boxOf('2')];
    const lineOf = ({ bottom }: { bottom: number }) => Math.round(bottom);
    const first = boxes.filter((box) => lineOf(box) === lineOf(boxOf('account') ?? { bottom: 0 }));
    expect(lineOf(last ?? { bottom: 0 })).to.be.greaterThan(lineOf(first[0] ?? { bottom: 0 }) + 8);
    expect(Math.max(...first.map(({ right }) => right))).to.be.greaterThan((number?.left ?? 0) - 60);
    const pixels = await pixelsOf(pdf, 1);
    const isInk = (x: number) =>
      Array.from({ length: 8 }, (_, above) => pixels.at(x, (last?.bottom ?? 0) - above)).some((value) => value < 220);
    const [from, to] = [Math.ceil((last?.right ?? 0) + 6), Math.floor((number?.left ?? 0) - 24)];
    expect(to - from).to.be.greaterThan(200);
    const ink = Array.from({ length: to - from }, (_, at) => isInk(from + at));
    for (const part of [ink.slice(0, 20), ink.slice(-20)]) expect(part).to.include(true).and.include(false);
  });
});

describe('The charts of the sample report', () => {
  let service: Service;
  before(async () => (service = await sharedService()));

  it('are drawn by the service itself, with the unit of the axis above its numbers', async () => {
    const sample = JSON.parse(
      await readFile(new URL('../../templates/report/sample.json', import.meta.url), 'utf8'),
    ) as { document: { assets?: object } };
    expect(sample.document.assets).to.equal(undefined);
    const boxes = await wordBoxesOf(pdfOf(await service.render(sample)), 4);
    const [unit, number] = ['kVA', '150'].map((text) => boxes.find((box) => box.text === text));
    expect(unit?.bottom).to.be.lessThan(number?.top ?? 0);
    expect(boxes.map(({ text }) => text)).to.include.members(['Midlands', 'headroom', '19:00']);
  });
});
