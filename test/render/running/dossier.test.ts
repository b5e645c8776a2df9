import { expect } from 'chai';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createEgress } from '../../../src/browser/network/egress.ts';
import { dossierRequest, indexOf, readChapters } from '../../../src/cli/gallery/dossier/dossier.ts';
import { renderInSession } from '../../../src/cli/gallery/requests.ts';
import { inspect } from '../../support/inspect.ts';
import { checkSyntax } from '../../support/pdf.ts';
import { pdfOf, startService, type OwnService, type Service } from '../../support/service.ts';
import { sharedService } from '../../support/shared.ts';
import { shownPagesOf, type ShownPage } from '../../support/shown-texts.ts';
import { numberedPdf } from '../../support/unusual-pages.ts';

/** A page by what stands in its margins, each part of which begins with a word of its own. */
function furnitureOf({ texts }: ShownPage): { section: string; number: string; bates: string } {
  const after = (word: string) => texts.find(({ text }) => text.startsWith(word))?.text.slice(word.length) ?? '';
  return { section: after('§ '), number: after('Page '), bates: after('No. ') };
}

/** The lines of a table of contents: what stands at one height, from left to right. */
function linesOf({ texts }: ShownPage): string[] {
  const lines = Map.groupBy(texts, ({ y }) => Math.round(y));
  return [...lines.values()].map((line) =>
    [...line]
      .sort((one, other) => one.x - other.x)
      .map(({ text }) => text)
      .join(' '),
  );
}

/** Title and page number of each entry of a table of contents. */
const entriesOf = (pages: readonly ShownPage[]) =>
  pages.flatMap((page) =>
    linesOf(page).flatMap((line) => {
      const [, title, number] = /^(.*?)[ .]* (\S+)$/.exec(line) ?? [];
      return title === undefined || number === undefined ? [] : [[title.trim(), number] as const];
    }),
  );

describe('A dossier of our own pages, pages of PDFs and remote pages', () => {
  let service: OwnService;
  let remote: Server;
  let pdf: Buffer;
  let pages: ShownPage[];
  before(async () => {
    remote = createServer((_, response) => {
      const later = '<p style="break-before:page">Second page</p>';
      response.setHeader('content-type', 'text/html').end(`<h1>Remote terms</h1><p>First page</p>${later}`);
    });
    await once(remote.listen(0, '127.0.0.1'), 'listening');
    const { port } = remote.address() as AddressInfo;
    const egress = createEgress({
      allow: [`terms.test:${port}`],
      addresses: () => Promise.resolve(['127.0.0.1']),
      reachable: () => true,
    });
    service = await startService({ SERVICE_WORKER_COUNT: '1', SERVICE_NETWORK_ALLOW: 'terms.test' }, { egress });
    const annex = numberedPdf(3, { 1: 'Annex one', 3: 'Annex two' }).toString('base64');
    const body = { op: 'add_text', text: 'Body' };
    const heading = (text: string) => ({ op: 'add_heading', text });
    pdf = pdfOf(
      await service.render({
        operations: [
          { op: 'set_header', left: '§ {section}' },
          { op: 'set_footer', left: 'No. {bates}', right: 'Page {page}' },
          { op: 'set_bates', prefix: 'D', digits: 3, start: 7 },
          { op: 'set_page_numbers', style: 'roman' },
          { op: 'add_toc', title: 'Contents' },
          { op: 'set_page_numbers', style: 'decimal' },
          heading('Report'),
          body,
          { op: 'add_page_break' },
          heading('Findings'),
          { op: 'add_pdf', data: annex, furniture: true },
          { op: 'add_url', url: `http://terms.test:${port}/` },
          { op: 'set_page_numbers', style: 'ALPHA', prefix: 'Z-' },
          { op: 'add_pdf', data: annex, pages: '2', furniture: true },
          heading('Closing'),
          body,
        ],
      }),
    );
    pages = await shownPagesOf(pdf);
  });
  after(async () => {
    await service.stop();
    remote.close();
  });

  const labels = ['i', '1', '2', '3', '4', '5', '6', '7', 'Z-A', 'Z-B'];

  it('has one row of page numbers: in footers, as labels of the file, and as Bates numbers', async () => {
    expect(pages.map(({ label }) => label)).to.deep.equal(labels);
    expect(pages.map((page) => furnitureOf(page).number)).to.deep.equal(labels);
    expect(pages.map((page) => furnitureOf(page).bates)).to.deep.equal(
      labels.map((_, index) => `D${String(7 + index).padStart(3, '0')}`),
    );
    await checkSyntax(pdf);
  });

  it('has sections that begin where the outline leads, whoever made the page', async () => {
    const { outline } = await inspect(pdf);
    expect(outline.map(({ title, page }) => [title, labels[page]])).to.deep.equal([
      ['Report', '1'],
      ['Findings', '2'],
      ['Annex one', '3'],
      ['Annex two', '5'],
      ['Remote terms', '6'],
      ['Closing', 'Z-B'],
    ]);
    const sections = pages.map((_, index) => outline.findLast(({ page }) => page <= index)?.title ?? '');
    expect(pages.map((page) => furnitureOf(page).section)).to.deep.equal(sections);
  });

  it('has a table of contents with the labels of the pages to which it leads', async () => {
    const { outline } = await inspect(pdf);
    const entries = entriesOf(pages.slice(0, 1)).filter(([title]) => ['Report', 'Findings', 'Closing'].includes(title));
    expect(entries).to.deep.equal([
      ['Report', '1'],
      ['Findings', '2'],
      ['Closing', 'Z-B'],
    ]);
    for (const [title, label] of entries)
      expect(labels[outline.find((item) => item.title === title)?.page ?? -1]).to.equal(label);
  });
});

describe('The dossier of the gallery', () => {
  let service: Service;
  let pdf: Buffer;
  let pages: ShownPage[];
  before(async () => {
    service = await sharedService({ SERVICE_SESSIONS_ENABLED: 'true' });
    const send = async (method: string, path: string, sent: string | FormData | Uint8Array) => {
      const headers: Record<string, string> = typeof sent === 'string' ? { 'content-type': 'application/json' } : {};
      const body = sent instanceof Uint8Array ? new Uint8Array(sent) : sent;
      const answer = await service.request(method, `/api/v1/${path}`, { headers, body });
      expect(answer.status, answer.body.toString('latin1', 0, 300)).to.be.within(200, 299);
      return answer.body;
    };
    const request = { ...(await dossierRequest()), output: { deterministic: true } };
    pdf = Buffer.from(await renderInSession(send, request));
    pages = await shownPagesOf(pdf);
    expect(pdfOf(await service.render(request)).equals(pdf), 'the same as by one request').to.equal(true);
  });

  it('has roman numbers in front, then decimal ones, and Bates numbers on every page', () => {
    const labels = ['i', 'ii', 'iii', ...Array.from({ length: 29 }, (_, index) => String(index + 1))];
    expect(pages.map(({ label }) => label)).to.deep.equal(labels);
    pages.forEach(({ texts }, index) => {
      const words = texts.map(({ text }) => text);
      expect(words).to.include.members([`Page ${labels[index]}`, `WW-${String(index + 1).padStart(6, '0')}`]);
    });
  });

  it('has the stamp once on every page, upright at its foot, in the middle', () => {
    pages.forEach(({ texts, width, height }, index) => {
      const stamped = texts.filter(({ y, x }) => y > height - 40 && Math.abs(x - width / 2) < 60);
      expect(stamped.map(({ text }) => text.replace(/\s/g, '')).join(''), `page ${index + 1}`).to.equal(
        'CERTIFIEDCOPY',
      );
      for (const { angle } of stamped) expect(angle).to.be.closeTo(0, 0.01);
    });
  });

  it('has contents, an outline and an index that lead to the pages they name', async () => {
    const { outline } = await inspect(pdf);
    const labelOf = (title: string) => pages[outline.find((item) => item.title === title)?.page ?? -1]?.label;
    const chapters = await readChapters();
    const titles = [
      ...chapters.flatMap(({ title, sections }) => [title, ...sections.map((section) => section.title)]),
      ...['Exhibit A: Site survey', 'Exhibit B: Laboratory report', 'Exhibit C: Correspondence', 'Index'],
    ];
    const entries = entriesOf(pages.slice(1, 3)).filter(([title]) => titles.includes(title));
    expect(entries).to.deep.equal(titles.map((title) => [title, labelOf(title)]));
    const listed = entriesOf(pages.slice(-1)).filter(([, page]) => /^\d+$/.test(page));
    for (const [subject, page] of indexOf(chapters)) {
      expect(listed.find(([title]) => title === subject)?.[1]).to.equal(String(page));
      expect(labelOf(subject), subject).to.equal(String(page));
    }
  });

  it('has the section of the outline above each page, also above those of the exhibits', async () => {
    const { outline } = await inspect(pdf);
    const first = outline.filter(({ level }) => level === 1);
    pages.forEach(({ texts, width }, index) => {
      const section = first.findLast(({ page }) => page <= index)?.title;
      const above = texts.filter(({ x, y }) => y < 40 && x > width / 2).map(({ text }) => text);
      expect(above.join(''), `page ${index + 1}`).to.equal(section ?? '');
    });
  });

  it('shows the exhibits as others have made them, upright', () => {
    const shown = [24, 25, 27, 28, 30].map((index) => pages[index]!);
    expect(shown.map(({ width, height }) => [width, height])).to.deep.equal([
      ...[1, 2].map(() => [1224, 792]),
      ...[1, 2].map(() => [396, 612]),
      [612, 1008],
    ]);
    for (const { texts } of shown) for (const { angle } of texts) expect(angle).to.be.closeTo(0, 0.01);
  });
});
