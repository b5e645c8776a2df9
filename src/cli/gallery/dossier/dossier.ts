import { readFile } from 'node:fs/promises';
import { exhibits } from './exhibits.ts';

type Step = Readonly<Record<string, unknown>>;

interface Chapter {
  readonly title: string;
  readonly sections: readonly { readonly title: string; readonly texts: readonly string[]; readonly figure: Step }[];
}

const title = 'Hall 3: claim for the roof';
const nextPage: Step = { op: 'add_page_break' };
const decimal: Step = { op: 'set_page_numbers', style: 'decimal' };

const cover =
  "<div style='height:100%;padding-top:90pt'><p style='font-size:11pt;letter-spacing:.12em;color:#14507a'>WHITFIELD WORKS</p>" +
  `<p style='font-size:27pt;line-height:1.15;font-weight:700;margin:10pt 0 14pt'>${title}</p>` +
  "<p style='font-size:13pt;color:#59616f'>Report of the expert, with the exhibits. 4 May 2026</p>" +
  "<p style='margin-top:150pt;border-top:2pt solid #14507a;padding-top:8pt'>Dossier 2026-117. Each page has a number of " +
  'its own at the foot, in the order of the dossier.</p></div>';

const stamp =
  "<div style='border:1.2pt solid #9b2226;border-radius:2pt;padding:2.5pt 8pt;color:#9b2226;font:700 7.5pt sans-serif;" +
  "letter-spacing:.1em;white-space:nowrap'>CERTIFIED COPY</div>";

/** One page of the report for each section. */
function reportOf(chapters: readonly Chapter[]): Step[] {
  return chapters.flatMap(({ title: chapter, sections }, number) =>
    sections.flatMap((section, index): Step[] => [
      ...(number + index > 0 ? [nextPage] : []),
      ...(index === 0 ? [{ op: 'add_heading', level: 1, text: chapter }] : []),
      { op: 'add_heading', level: 2, text: section.title },
      ...section.texts.map((text) => ({ op: 'add_text', text })),
      section.figure,
    ]),
  );
}

const letterOf = (index: number) => String.fromCharCode(65 + index);

/** A sheet with the name of the exhibit, and its pages. */
const exhibitSteps = (): Step[] =>
  exhibits.flatMap(({ name, title: exhibit }, index) => [
    nextPage,
    { op: 'add_spacer', height: '120pt' },
    { op: 'add_heading', level: 1, text: `Exhibit ${letterOf(index)}: ${exhibit}` },
    { op: 'add_text', text: 'As received. The numbers at the foot of the pages are those of this dossier.' },
    { op: 'add_pdf', asset: name, furniture: true },
  ]);

/** What the index lists, with the numbers of the pages as they are printed there. */
export function indexOf(chapters: readonly Chapter[]): [term: string, page: number][] {
  const sections = chapters.flatMap((chapter) => chapter.sections.map((section) => section.title));
  const entries = sections.map((section, index): [string, number] => [section, index + 1]);
  let next = sections.length + 1;
  for (const { title: exhibit, pages } of exhibits) {
    entries.push([exhibit, next + 1]);
    next += 1 + pages;
  }
  return entries.sort(([one], [other]) => (one < other ? -1 : 1));
}

/** The report, by its chapters. */
export async function readChapters(): Promise<readonly Chapter[]> {
  const { chapters } = JSON.parse(await readFile(new URL('report.json', import.meta.url), 'utf8')) as {
    chapters: Chapter[];
  };
  return chapters;
}

/** The body of a render that makes the dossier, which the gallery makes in a session. */
export async function dossierRequest(): Promise<Readonly<Record<string, unknown>>> {
  const chapters = await readChapters();
  const rows = indexOf(chapters).map(([term, page]) => [term, page]);
  return {
    document: {
      size: 'A5',
      margin: '18mm',
      title,
      lang: 'en',
      assets: Object.fromEntries(exhibits.map(({ name, pdf }) => [name, pdf])),
    },
    operations: [
      { op: 'set_bates', prefix: 'WW-', digits: 6 },
      { op: 'set_header', left: '{title}', right: '{section}', on: 'not-first' },
      { op: 'set_footer', left: '{bates}', right: 'Page {page}' },
      { op: 'add_stamp', html: stamp, at: 'bottom-center', margin: '6mm' },
      { op: 'set_page_numbers', style: 'roman' },
      { op: 'add_html', html: cover },
      nextPage,
      { op: 'add_toc', title: 'Contents', levels: 2 },
      decimal,
      ...reportOf(chapters),
      ...exhibitSteps(),
      { op: 'add_heading', level: 1, text: 'Index' },
      { op: 'add_table', columns: ['Subject', { header: 'Page', align: 'right' }], rows, density: 'compact' },
    ],
  };
}
