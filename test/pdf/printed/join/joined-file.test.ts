import { expect } from 'chai';
import { claimOf } from '../../../../src/pdf/xmp/claim.ts';
import type { DocumentInfo } from '../../../../src/pdf/xmp/info.ts';
import { packedFile } from '../../../../src/pdf/printed/join/joined-file.ts';
import { takeStamp } from '../../../../src/pdf/printed/join/stamp-pages.ts';
import { SharedObjects } from '../../../../src/pdf/printed/join/shared-objects.ts';
import { openPdf } from '../../../../src/pdf/file/open.ts';
import { printedStyle } from '../../../../src/pdf/file/writing/file-style.ts';
import { FileWriter } from '../../../../src/pdf/file/writing/file-writer.ts';
import { Dict, type Obj } from '../../../../src/pdf/objects/objects.ts';

const info: DocumentInfo = {
  title: 'T',
  author: null,
  subject: null,
  keywords: [],
  creator: 'C',
  producer: 'P',
  date: null,
  lang: null,
  custom: {},
};
const link = (uri: string) =>
  `<</Type /Annot /Subtype /Link /Rect [0 0 9 9] /A <</Type /Action\n/S /URI\n/URI (${uri})>>>>`;

describe('A file that is joined and packed at once', () => {
  for (const names of [[], ['PDF/A-2b'], ['PDF/UA-1']]) {
    it(
      'has no link to what nobody may follow, ' + (names.length === 0 ? 'without a claim' : `as ${names.join()}`),
      () => {
        const file = packedFile(info, claimOf(names));
        const [root = 0, pages, page, good, script, own] = Array.from({ length: 6 }, () => file.reserve(1));
        file.write(pages!, `<</Type /Pages /Count 1 /Kids [${page} 0 R]>>`, null);
        file.write(
          page!,
          `<</Type /Page /Parent ${pages} 0 R /MediaBox [0 0 9 9] /Annots [${good} 0 R ${script} 0 R ${own} 0 R]>>`,
          null,
        );
        file.write(good!, link('https://e.com/'), null);
        file.write(script!, link('javascript:alert\\(1\\)'), null);
        file.write(own!, link('https://colophon.invalid/0123456789abcdef01234567/part#gone'), null);
        const made = openPdf(file.end(root, `<</Type /Catalog /Pages ${pages} 0 R>>`));
        const texts = [good, script, own].map((number) => {
          const dict = made.dict(made.get(number!));
          return [
            made.string(made.dict(dict?.get('A') ?? null)?.get('URI') ?? null)?.text,
            made.string(dict?.get('Contents') ?? null)?.text,
          ];
        });
        expect(texts.flat().filter((text) => text !== undefined && text !== '#')).to.deep.equal(
          names.length === 0 ? ['https://e.com/'] : ['https://e.com/', 'https://e.com/'],
        );
      },
    );
  }

  it('has no glyph of a stamp that stands for U+0000, where it is to conform', () => {
    const out = new FileWriter({ style: printedStyle, next: 7 }).begin('1.4');
    const content = Buffer.from('1 beginbfchar\n<0001> <0000>\nendbfchar');
    const bodies: [number, string][] = [
      [1, '<</Type /Catalog /Pages 2 0 R>>'],
      [2, '<</Type /Pages /Count 1 /Kids [3 0 R]>>'],
      [3, '<</Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Resources <</Font <</F 4 0 R>>>> /Contents 6 0 R>>'],
      [4, '<</Type /Font /ToUnicode 5 0 R>>'],
    ];
    for (const [number, body] of bodies) out.body(number, `${body}\n`);
    for (const [number, data] of [
      [5, content],
      [6, Buffer.from('q Q')],
    ] as const)
      out.body(number, `<</Length ${data.length}>> stream\n`, data, '\nendstream');
    const stamp = out.end('/Root 1 0 R', 'table');
    for (const conforming of [false, true]) {
      const written: { obj: Obj; stored: Buffer | null }[] = [];
      let next = 1;
      const reserve = (count: number) => (next += count) - count;
      takeStamp(
        { read: () => stamp, layer: 'over', subtype: 'Footer', pages: [0] },
        {
          reserve,
          add: () => reserve(1),
          shared: new SharedObjects(),
          conforming,
          write: (_, obj, stored = null) => written.push({ obj, stored }),
        },
      );
      const streams = written.filter(({ stored }) => stored !== null);
      expect(streams).to.have.length(2);
      const mended = streams.find(({ obj }) => obj instanceof Dict && !obj.has('Type'));
      expect(mended?.stored?.equals(content)).to.equal(!conforming);
      expect(mended?.obj instanceof Dict && mended.obj.has('Filter')).to.equal(conforming);
    }
  });
});
