import type { MadePage, Making } from './made-page.ts';
import { Source } from '../../facts/source.ts';
import { Target } from '../../copying/target.ts';
import { writePageTree } from '../../copying/pages.ts';
import type { FontFolder } from '../../fonts/installed-fonts.ts';
import { newFlateStream } from '../../objects/new-stream.ts';
import { openPdf } from '../../file/open.ts';
import { Dict, Name, type Obj, PdfString, type Ref } from '../../objects/objects.ts';
import { openShelf } from '../../typeset/font-shelf.ts';
import { Typesetter } from '../../typeset/typesetter.ts';
import { writePdf } from '../../file/writing/write.ts';
import type { Compared } from '../report.ts';
import { findingsOf, type Names, verdictOf } from './findings.ts';
import { tintState } from './marks.ts';
import { PageForms } from './page-forms.ts';
import { Pen } from './pen.ts';
import type { Numbered } from './sheet.ts';
import { drawSheets, numbered } from './sheets.ts';
import { maxRows, Summary, summarySize } from './summary.ts';
import { Tags } from './tags.ts';

/** The documents, and the results to mark. */
export interface MarkedOptions {
  readonly before: { readonly bytes: Uint8Array; readonly password?: string | undefined };
  readonly after: { readonly bytes: Uint8Array; readonly password?: string | undefined };
  readonly compared: Compared;
  readonly names: Names;
  readonly fonts: readonly FontFolder[];
}

/**
 * A PDF of both documents side by side with marked differences: a summary, a list of all changes, then a sheet for each
 * pair of pages. Pages stay vectors and text. The PDF is tagged: each page is a figure whose alternative text describes
 * its marks.
 * @throws AppError those of `openPdf`
 */
export async function markedPdf({
  before,
  after,
  compared,
  names,
  fonts,
}: MarkedOptions): Promise<{ readonly pdf: Uint8Array; readonly pages: number }> {
  const changes = numbered(compared);
  const shelf = await openShelf({
    folders: fonts,
    texts: [
      latin,
      ...changes.slice(0, maxRows).flatMap((change) => [change.before?.text ?? '', change.after?.text ?? '']),
      ...findingsOf(compared),
      names.before,
      names.after,
    ],
  });
  const [target, tags] = [new Target(), new Tags()];
  const typesetter = new Typesetter({ shelf, sink: target, prefix: 'CF' });
  const pages: MadePage[] = [];
  const making: Making = {
    target,
    tags,
    page(size) {
      const made = { ref: target.reserve(), pen: new Pen(typesetter, size.height), size, forms: new Dict() };
      // Figures are tagged before their page is written.
      target.set(made.ref, new Dict([['Type', new Name('Page')]]));
      pages.push(made);
      return made;
    },
  };
  summarize(making, { compared, names, changes });
  const sides = [before, after].map((side) => new Source(openPdf(side.bytes, side))) as [Source, Source];
  const forms = sides.map((source) => new PageForms(source, target)) as [PageForms, PageForms];
  const outline = drawSheets(making, { compared, names, changes, sides, forms });
  const layers = forms.map((one) => one.finish());
  const state = target.add(
    new Dict([
      ['Type', new Name('ExtGState')],
      ['BM', new Name('Multiply')],
      ['ca', 0.2],
    ]),
  );
  for (const page of pages) writePage(target, page, state);
  typesetter.write();
  return {
    pdf: writeDocument(target, {
      tags,
      pages,
      outline,
      off: layers.flatMap(({ off }) => off),
      groups: layers.flatMap(({ all }) => all),
    }),
    pages: pages.length,
  };
}

/** Characters of the text of reports. */
const latin = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 .,:;()“”–→…#-';

function summarize(
  { tags, page }: Making,
  {
    compared,
    names,
    changes,
  }: { readonly compared: Compared; readonly names: Names; readonly changes: readonly Numbered[] },
): void {
  const section = tags.element(tags.root, 'Sect');
  const summary = new Summary(tags, () => page(summarySize));
  const count = (side: 'before' | 'after') => compared.pairs.filter((pair) => pair[side] !== null).length;
  summary.heading(section, 'H1', 'Comparison of two documents');
  summary.text(section, `Before (left): ${names.before}, ${pagesOf(count('before'))}`);
  summary.text(section, `After (right): ${names.after}, ${pagesOf(count('after'))}`);
  summary.heading(section, 'H2', 'Result');
  summary.text(section, verdictOf(compared), { strong: true });
  for (const finding of findingsOf(compared)) summary.text(section, finding);
  summary.heading(section, 'H2', 'Marks');
  summary.legend(section);
  if (changes.length === 0) return;
  summary.heading(section, 'H2', 'Changes of text');
  summary.list(section, changes);
  if (changes.length > maxRows)
    summary.text(section, `${changes.length - maxRows} more changes are marked on the pages.`, { quiet: true });
}

const pagesOf = (count: number): string => (count === 1 ? '1 page' : `${count} pages`);

function writePage(target: Target, { ref, pen, size, forms }: MadePage, state: Ref): void {
  const page = target.get(ref);
  if (!(page instanceof Dict)) return;
  page.set('MediaBox', [0, 0, size.width, size.height]);
  page.set(
    'Resources',
    new Dict([
      ['Font', pen.fonts()],
      ['XObject', forms],
      ['ExtGState', new Dict([[tintState, state]])],
    ]),
  );
  page.set(
    'Group',
    new Dict([
      ['S', new Name('Transparency')],
      ['CS', new Name('DeviceRGB')],
    ]),
  );
  page.set('Contents', target.add(newFlateStream(new Dict(), pen.content)));
}

interface Parts {
  readonly tags: Tags;
  readonly pages: readonly MadePage[];
  readonly outline: readonly { readonly title: string; readonly page: Ref }[];
  readonly off: readonly Obj[];
  readonly groups: readonly Obj[];
}

function writeDocument(target: Target, { tags, pages, outline, off, groups }: Parts): Uint8Array {
  const catalog = new Dict([
    ['Type', new Name('Catalog')],
    [
      'Pages',
      writePageTree(
        target,
        pages.map(({ ref }) => ref),
      ),
    ],
    ['Lang', PdfString.ofText('en')],
  ]);
  catalog.set('MarkInfo', new Dict([['Marked', true]])).set('ViewerPreferences', new Dict([['DisplayDocTitle', true]]));
  catalog
    .set('StructTreeRoot', tags.write(target))
    .set('Outlines', writeOutline(target, [{ title: 'Summary', page: pages[0]?.ref ?? target.add(null) }, ...outline]))
    .set('PageMode', new Name('UseOutlines'));
  if (groups.length > 0)
    catalog.set(
      'OCProperties',
      new Dict([
        ['OCGs', [...groups]],
        [
          'D',
          new Dict([
            ['OFF', [...off]],
            ['Name', PdfString.ofText('As the documents open')],
          ]),
        ],
      ]),
    );
  const info = target.add(
    new Dict([
      ['Title', PdfString.ofText('Comparison of two documents')],
      ['Producer', PdfString.ofText('Colophon')],
    ]),
  );
  const trailer = new Dict([
    ['Root', target.add(catalog)],
    ['Info', info],
  ]);
  const objects = target.objects.flatMap((obj, num): [number, Obj][] =>
    num === 0 || (typeof obj === 'object' && obj !== null && 'references' in obj) ? [] : [[num, obj]],
  );
  return writePdf({ objects, trailer, version: '1.7', compress: true });
}

/** Writes a flat outline (ISO 32000-2, 12.3.3). */
function writeOutline(target: Target, items: readonly { readonly title: string; readonly page: Ref }[]): Ref {
  const [root, refs] = [target.reserve(), items.map(() => target.reserve())];
  items.forEach(({ title, page }, index) => {
    const item = new Dict([
      ['Title', PdfString.ofText(title)],
      ['Parent', root],
      ['Dest', [page, new Name('Fit')]],
    ]);
    const [previous, next] = [refs[index - 1], refs[index + 1]];
    if (previous) item.set('Prev', previous);
    if (next) item.set('Next', next);
    target.set(refs[index] ?? root, item);
  });
  target.set(
    root,
    new Dict([
      ['Type', new Name('Outlines')],
      ['First', refs[0] ?? null],
      ['Last', refs.at(-1) ?? null],
      ['Count', refs.length],
    ]),
  );
  return root;
}
