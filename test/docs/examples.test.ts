import { expect } from 'chai';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { examplesOf, picturesOf } from '../../src/cli/examples/read-page.ts';
import { runPage } from '../../src/cli/examples/run-page.ts';
import { keys } from '../support/service.ts';
import { infoOf, textOf } from '../support/pdf.ts';
import { sharedService } from '../support/shared.ts';
import type { Service } from '../support/service.ts';

const docs = fileURLToPath(new URL('../../docs/', import.meta.url));
const textOfPage = (page: string) => readFileSync(join(docs, page), 'utf8');
const hasFiles = (page: string) => examplesOf(textOfPage(page)).some(({ kind }) => kind === 'file');
const pages = globSync('*.md', { cwd: docs }).filter(hasFiles).sort();

/** Words that a reader sees in files of the cookbook, by page; and words that are gone. */
const cookbook: Readonly<Record<string, readonly (readonly [page: number, text: RegExp])[]>> = {
  'invoice.pdf': [[1, /Amount due +€2,926\.57/]],
  'report.pdf': [[2, /Traffic[ .]* 3\s+By month[ .]* 3\s+Works[ .]* 4\s+Outlook[ .]* 5/]],
  'numbers.pdf': [
    [1, /^\s*Cover\s*$/],
    [2, /2\s*$/],
  ],
  'from-one.pdf': [
    [1, /^\s*Cover\s*$/],
    [2, /[^\d]\s1\s*$/],
  ],
  'merged.pdf': [
    [1, /Annual file/],
    [2, /Harbour report/],
    [8, /Appendix/],
  ],
  'traffic.pdf': [[1, /By month/]],
  'redacted.pdf': [
    [1, /^(?!.*(?:Thornbury|Millwright House,|9 November))/s],
    [1, /Tomasz Rennie/],
  ],
  'signed.pdf': [[1, /Approved/]],
  'filled.pdf': [[1, /山田 花子/]],
  'labels.pdf': [[1, /Ada Nnamdi +Jonas Weidling +Chiara Moro/]],
};

describe('The examples of the documentation', () => {
  let service: Service;
  before(async () => {
    service = await sharedService();
  });

  it('are on these pages', () => {
    expect(pages).to.include.members(['cookbook.md', 'css.md', 'mail-merge.md', 'options.md', 'scripts.md']);
  });

  for (const page of pages)
    it(`work as ${page} has them, from its first to its last, and have the pages of its pictures`, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'colophon-docs-'));
      try {
        await runPage(textOfPage(page), folder, { address: service.url, key: keys.enterprise });
        for (const [file, seen] of page === 'cookbook.md' ? Object.entries(cookbook) : [])
          for (const [number, text] of seen)
            expect(await textOf(readFileSync(join(folder, file)), number), file).to.match(text);
        for (const { path, pdf, number } of picturesOf(textOfPage(page)))
          expect(Number((await infoOf(readFileSync(join(folder, pdf)))).Pages), path).to.be.at.least(number);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }).timeout(180_000);

  it('have the pictures that their pages show, and no others, as `npm run examples` leaves them', () => {
    const shown = pages.flatMap((page) => picturesOf(textOfPage(page)).map(({ path }) => path));
    expect(globSync('pictures/*/*.png', { cwd: docs }).sort()).to.deep.equal([...new Set(shown)].sort());
  });

  it('stop a run of a page at the first that the service refuses', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'colophon-docs-'));
    const page = '**`wrong.json`**\n\n```json\n{"operations": [{"op": "add_txet"}]}\n```\n';
    try {
      const error = await runPage(page, folder, { address: service.url, key: keys.core }).catch((e: unknown) => e);
      expect(String(error)).to.contain('wrong.json').and.contain('unknown-operation');
      expect(existsSync(join(folder, 'wrong.pdf'))).to.equal(false);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('The pages of the documentation', () => {
  const listed = textOfPage('README.md');

  for (const page of globSync('*.md', { cwd: docs }))
    it(`has ${page}: one title, links that lead somewhere, a line in the list of pages`, () => {
      const text = textOfPage(page).replaceAll(/^```[^]*?^```$/gm, '');
      expect(text.match(/^# /gm), 'titles').to.have.length(1);
      const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, to = '']) => to);
      expect(links.filter((to) => !existsSync(join(docs, to)))).to.deep.equal([]);
      if (page !== 'README.md') expect(listed).to.contain(`](${basename(page)})`);
    });
});
