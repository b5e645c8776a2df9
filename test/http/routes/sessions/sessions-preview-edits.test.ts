import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { comparePages } from '../../../support/previews.ts';
import { openSession, type OpenedSession } from '../../../support/sessions.ts';
import { pdfOf, type Service } from '../../../support/service.ts';
import { sharedService } from '../../../support/shared.ts';

type Operation = Readonly<Record<string, unknown>>;

/** Numbers from 0 to 1 that are the same in each run (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const words = 'The revenue of each quarter grew by some per cent against the one before and costs fell slightly'.split(
  ' ',
);

/** A growing session and its edits, of one seed. */
class Scene {
  readonly next: () => number;
  /** An existing PDF among the operations; '' = none. */
  readonly pdf: string;
  /** More kinds of operations. */
  readonly more: readonly (() => Operation)[];
  constructor(seed: number, pdf: string, kinds: readonly Kind[]) {
    this.next = random(seed);
    this.pdf = pdf;
    this.more = kinds.map((kind) => () => kind(this));
  }
  below(count: number): number {
    return Math.floor(this.next() * count);
  }
  text(most: number): string {
    return Array.from({ length: 1 + this.below(most) }, () => words[this.below(words.length)] ?? '').join(' ');
  }
  operation(): Operation {
    const kinds: (() => Operation)[] = [
      () => ({ op: 'add_heading', text: this.text(6), level: 1 + this.below(3) }),
      () => ({ op: 'add_text', text: this.text(160) }),
      () => ({ op: 'add_text', text: this.text(40), size: 9 + this.below(8) }),
      () => ({ op: 'add_text', text: this.text(90) }),
      () => ({
        op: 'add_table',
        columns: ['Quarter', 'Revenue'],
        rows: Array.from({ length: 1 + this.below(9) }, () => [this.text(3), this.below(1000)]),
      }),
      () => ({ op: 'add_list', items: Array.from({ length: 1 + this.below(8) }, () => this.text(12)) }),
      () => ({ op: 'add_markdown', markdown: `## ${this.text(4)}\n\n${this.text(30)}\n\n- ${this.text(5)}\n- b` }),
      () => ({
        op: 'add_columns',
        columns: [[{ op: 'add_text', text: this.text(40) }], [{ op: 'add_text', text: 'B' }]],
      }),
      () => ({ op: 'add_spacer', height: this.below(120) }),
      () => ({ op: 'add_html', html: `<p>${this.text(30)}</p><h3>${this.text(3)}</h3><p>${this.text(50)}</p>` }),
      () => ({ op: 'add_divider' }),
      () => ({
        op: 'set_font',
        family: this.below(2) === 0 ? 'Source Serif 4' : 'sans-serif',
        size: 9 + this.below(4),
      }),
    ];
    const rare: (() => Operation)[] = [
      () => ({ op: 'add_page' }),
      () => ({ op: 'add_page', size: 'A5', orientation: 'landscape' }),
      () => ({ op: 'add_page_break' }),
      () => ({ op: 'set_style', css: `p { color: #${String(this.below(900) + 100)} }` }),
      () => ({ op: 'add_watermark', text: this.text(2) }),
    ];
    if (this.pdf !== '' && this.below(12) === 0)
      return { op: 'add_pdf', data: this.pdf, pages: this.text(1) < 'm' ? '1' : '2-', furniture: this.below(2) === 0 };
    if (this.pdf !== '' && this.below(20) === 0)
      return { op: 'set_page_numbers', style: this.below(2) === 0 ? 'roman' : 'decimal', start: 1 + this.below(40) };
    if (this.more.length > 0 && this.below(10) === 0)
      return (this.more[this.below(this.more.length)] as () => Operation)();
    const chosen = this.below(12) === 0 ? rare : kinds;
    return (chosen[this.below(chosen.length)] as () => Operation)();
  }
}

/** Makes an operation. */
type Kind = (scene: Scene) => Operation;

const contents: Kind = (scene) => ({ op: 'add_toc', title: 'Contents', levels: 1 + scene.below(3) });
const captioned: Kind = (scene) => ({
  op: 'add_table',
  columns: ['Item', 'Price'],
  rows: [['Pen', scene.below(10)]],
  caption: scene.text(5),
});
/** Headings without a number: one in a chapter, and the title of a part. */
const plain: Kind = (scene) => ({
  op: 'add_html',
  html: `<h2 data-numbered="no">${scene.text(3)}</h2><p>${scene.text(9)}</p>`,
});
const title: Kind = (scene) => ({ op: 'add_heading', text: scene.text(3), level: 1 + scene.below(2) });
/** Headings below the highest, also before any of that. */
const lower: Kind = (scene) => ({ op: 'add_heading', text: scene.text(12), level: 2 + scene.below(3) });
const tables: Kind = () => ({ op: 'add_toc', of: 'tables', title: 'Tables' });

const stamp: Kind = (scene) => ({
  op: 'add_stamp',
  ...(scene.below(2) === 0 ? { text: `${scene.text(2)} {page}/{pages}` } : { html: `<b>{page}</b> ${scene.text(2)}` }),
  at: scene.below(2) === 0 ? 'top-right' : 'center',
  ...(scene.below(3) === 0 && { layer: 'under' }),
  ...(scene.below(3) === 0 && { pages: '1,last' }),
});

/** A template of the service with the data of its sample. */
function sampleOf(name: string): Operation {
  const { operations } = JSON.parse(readFileSync(`templates/${name}/sample.json`, 'utf8')) as {
    operations: Operation[];
  };
  return operations.find(({ op }) => op === 'add_template') ?? {};
}

const colour = (scene: Scene): string => `#${String(scene.below(900) + 100)}`;
/** Content with styles, which apply to all other content too. */
const styles: readonly Kind[] = [
  (scene) => ({
    op: 'add_html',
    html: `<p class="note">${scene.text(20)}</p>`,
    css: `.note { color: ${colour(scene)} }`,
  }),
  (scene) => ({
    op: 'add_html',
    html: `<style>p { padding-left: ${scene.below(9)}px }</style><p>${scene.text(9)}</p>`,
  }),
  (scene) => ({
    op: 'add_columns',
    columns: [
      [{ op: 'add_html', html: '<p>A</p>', css: `td { color: ${colour(scene)} }` }],
      [{ op: 'add_text', text: 'B' }],
    ],
  }),
  (scene) => ({
    op: 'add_template',
    source: '<h2>{{title}}</h2><p>{{text}}</p>',
    data: { title: 'T', text: scene.text(30) },
  }),
  (scene) => sampleOf(scene.below(2) === 0 ? 'letter' : 'summary'),
  (scene) => ({ op: 'add_html', html: `<p class="note">${scene.text(20)}</p>` }),
];

const bookmark: Kind = (scene) => ({ op: 'add_bookmark', title: scene.text(3), level: 1 + scene.below(2) });
const field: Kind = (scene) => ({
  ...{ op: 'add_form_field', name: scene.text(1), label: scene.text(3), value: scene.text(2) },
  ...(scene.below(2) === 0 ? { kind: 'text' } : { kind: 'radio', options: ['Post', 'Courier'], value: 'Post' }),
});

/** Complete documents, which have pages of their own, with terms and headings that are listed elsewhere. */
const documents: Kind = (scene) => ({
  op: 'add_html',
  html:
    `<!doctype html><title>${scene.text(2)}</title><style>@page { margin: ${10 + scene.below(20)}mm }</style>` +
    `<h1>${scene.text(3)}</h1><p>${scene.text(90)}</p><h2 data-index="${scene.text(1)}">${scene.text(2)}</h2>`,
});
const index: Kind = () => ({ op: 'add_index', title: 'Index' });
const term: Kind = (scene) => ({ op: 'add_text', text: `${scene.text(9)} {index: ${scene.text(1)}}` });

describe('A page of a session after an edit', () => {
  let service: Service;
  before(async () => (service = await sharedService({ SERVICE_SESSIONS_ENABLED: 'true' })));

  async function edit(session: OpenedSession, scene: Scene): Promise<string> {
    const { operations } = (await service.request('GET', `${session.path}/operations?limit=1000`)).json() as {
      operations: { operationId: string }[];
    };
    const any = (late: boolean): string => {
      const from = late ? operations.length - Math.min(5, operations.length) : 0;
      return operations[from + scene.below(operations.length - from)]?.operationId ?? '';
    };
    const json = { headers: { 'content-type': 'application/json' } };
    const kinds: [string, () => Promise<unknown>][] = [
      ['append', () => session.post('operations', scene.operation())],
      ['insert late', () => session.post(`operations?before=${any(true)}`, scene.operation())],
      ['insert', () => session.post(`operations?before=${any(false)}`, scene.operation())],
      ['remove', () => service.request('DELETE', `${session.path}/operations/${any(false)}`)],
      ['remove late', () => service.request('DELETE', `${session.path}/operations/${any(true)}`)],
      ['move', () => session.post(`operations/${any(false)}/move`, { index: scene.below(operations.length) })],
      ['undo', () => session.post('undo')],
      [
        'replace',
        () =>
          service.request('PUT', `${session.path}/operations/${any(false)}`, {
            ...json,
            body: JSON.stringify(scene.operation()),
          }),
      ],
      [
        'patch',
        () =>
          service.request('PATCH', session.path, {
            ...json,
            body: JSON.stringify({ document: { footer: { text: `${scene.text(2)} {page} / {pages}` } } }),
          }),
      ],
    ];
    const [name, run] = kinds[operations.length < 3 ? 0 : scene.below(kinds.length)] as [
      string,
      () => Promise<unknown>,
    ];
    await run();
    return name;
  }

  /** A PDF with a page that is turned and one that is cropped. */
  async function existingPdf(): Promise<string> {
    const operations = [
      { op: 'add_text', text: 'Annex' },
      { op: 'add_page', size: 'A6' },
      { op: 'add_text', text: 'Turned' },
      { op: 'add_page', size: 'A5' },
      { op: 'add_text', text: 'Cropped' },
    ];
    const post = async (tool: string, body: object): Promise<string> =>
      pdfOf(
        await service.request('POST', `/api/v1/${tool}`, {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      ).toString('base64');
    const data = await post('render', { operations });
    const steps = [
      { do: 'rotate', pages: '2', by: 90 },
      { do: 'crop', pages: '3', margins: { top: 40, right: 10, bottom: 20, left: 30 } },
    ];
    return post('arrange', { documents: [{ data }], steps });
  }

  const edits = 2;
  const options = [
    { size: 'A5' },
    { size: 'A5', footer: { text: '{page} / {pages}' }, header: { left: '{title}', right: 'Draft' }, title: 'Report' },
    { size: 'A5', header: { html: '<b>{page}</b> of {pages}', on: 'odd' }, css: 'h1 + p { margin-left: 20px }' },
  ];
  /** Each with another document. */
  const scenes: readonly {
    readonly seed: number;
    readonly kinds?: readonly Kind[];
    readonly pdfs?: boolean;
    readonly more?: object;
  }[] = [
    { seed: 6 },
    { seed: 18, pdfs: true },
    { seed: 31, kinds: [contents, captioned, tables] },
    {
      seed: 51,
      kinds: [contents, captioned, tables, plain],
      more: { numbering: { levels: 2, start: 3 }, captions: {} },
    },
    {
      ...{ seed: 61, kinds: [lower, title], pdfs: true },
      more: {
        header: { html: '<h4>{heading:2, last}</h4>{heading:3, start}' },
        footer: { left: '{section}', right: '{page}' },
      },
    },
    { seed: 41, kinds: [contents, stamp], pdfs: true },
    { seed: 71, kinds: styles, pdfs: true },
    { seed: 90, kinds: [documents, index, term, contents, bookmark], pdfs: true },
    { seed: 81, kinds: [bookmark, field, contents, stamp] },
  ];
  for (const { seed, kinds = [], pdfs = false, more } of scenes)
    it(`is that of the whole document (${seed}${pdfs ? ', with pages of PDFs' : ''})`, async () => {
      const scene = new Scene(seed, pdfs ? await existingPdf() : '', kinds);
      const session = await openSession(service, { document: { ...options[seed % options.length], ...more } });
      await session.post('text', { text: 'The beginning' });
      const begun = await session.post('operations', {
        operations: [
          ...kinds.slice(0, 1).flatMap((kind) => [kind(scene), { op: 'add_page' }]),
          ...Array.from({ length: 40 }, () => scene.operation()),
        ],
      });
      expect(begun.status, begun.body.toString('utf8').slice(0, 500)).to.equal(201);
      await comparePages(service, session, 'the first');
      for (let count = 0; count < edits; count += 1)
        await comparePages(service, session, `edit ${count} ${await edit(session, scene)}`);
    });
});
