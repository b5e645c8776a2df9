import { expect } from 'chai';
import { inspect } from '../../support/inspect.ts';
import { inOneGo } from '../../support/in-one-go.ts';
import { checkSyntax, pageTreeOf, textOf } from '../../support/pdf.ts';
import { pdfOf, type Service } from '../../support/service.ts';
import { sharedService } from '../../support/shared.ts';

describe('References of a long document', () => {
  let service: Service;
  before(async () => (service = await sharedService({}, { partSize: 900 })));
  afterEach(() =>
    expect(service.warnings.splice(0), 'a happy path that logs a warning is a failing test').to.deep.equal([]),
  );

  const prose = 'Deliveries rose in every region, and the cost of each fell for the third quarter in a row. ';
  const count = 16;
  const page = { op: 'set_page_numbers', style: 'roman', prefix: 'p-' };

  const pagesOf = async (pdf: Uint8Array) =>
    (await textOf(pdf)).split('\f').map((text) => text.replace(/\s+/g, ' ').replace(/(?<=-) /g, ''));

  /** Every chapter refers to the next but three, and the last ones back to the first. */
  async function check(pdf: Uint8Array, ofChapter: (to: number, page: string) => string): Promise<void> {
    const roman = 'i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx xxi xxii xxiii'.split(' ');
    const { outline } = await inspect(pdf);
    const pages = await pagesOf(pdf);
    expect(outline).to.have.length(count);
    for (const [index, { page: at }] of outline.entries()) {
      const to = (index + 3) % count;
      const label = roman[outline[to]?.page ?? -1] ?? String((outline[to]?.page ?? 0) + 1);
      expect(pages[at], `chapter ${index + 1}`).to.contain(ofChapter(to + 1, label));
    }
  }

  it('lead from part to part', async () => {
    const chapters = Array.from({ length: count }, (_, index) => [
      { op: 'add_heading', text: `Chapter ${index + 1}`, id: `c${index + 1}` },
      {
        op: 'add_text',
        text: `See {ref: c${((index + 3) % count) + 1}} on {ref: c${((index + 3) % count) + 1}, page}.`,
      },
      { op: 'add_text', text: prose.repeat(24) },
    ]).flat();
    const print = async (document: object) =>
      pdfOf(
        await service.render({
          operations: [page, ...chapters],
          document: { size: 'A5', numbering: true, ...document },
        }),
      );
    const [pdf, whole] = [await print({}), await print(inOneGo)];
    expect(await pageTreeOf(pdf), 'parts').not.to.equal(await pageTreeOf(whole));
    for (const one of [pdf, whole]) await check(one, (to, label) => `See ${to} on p-${label}.`);
    await checkSyntax(pdf);
  });

  it('of style sheets lead from part to part', async () => {
    const css =
      '.r::after{content:"“" target-text(attr(href)) "” on " target-counter(attr(href), page)}' +
      '.r::before{content:target-counter(attr(href), page, upper-roman) ": "}';
    const chapters = Array.from({ length: count }, (_, index) => {
      const link = `<a class="r" href="#c${((index + 3) % count) + 1}">See </a>`;
      return {
        op: 'add_html',
        html: `<h2 id="c${index + 1}">Chapter ${index + 1}</h2><p>${link}</p><p>${prose.repeat(24)}</p>`,
      };
    });
    const print = async (document: { css: string }) =>
      pdfOf(await service.render({ operations: [page, ...chapters], document: { size: 'A5', ...document } }));
    const [pdf, whole] = [await print({ css }), await print({ css: css + inOneGo.css })];
    expect(await pageTreeOf(pdf), 'parts').not.to.equal(await pageTreeOf(whole));
    for (const one of [pdf, whole])
      await check(one, (to, label) => `${label.toUpperCase()}: See “Chapter ${to}” on p-${label}`);
    await checkSyntax(pdf);
  });
});
