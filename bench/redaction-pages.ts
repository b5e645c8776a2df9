import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startService, type Service } from './service.ts';

/**
 * Renders documents of words that are there once each, with running heads, feet, notes, columns and tables, and redacts
 * every two words of which poppler reads one on a page and the other on the next. Prints how many of them poppler and
 * MuPDF still read: it must be none. `gs` makes copies without tags.
 *
 *     node bench/redaction-pages.ts
 */
const run = promisify(execFile);

const syllables = 'ka bo ti nu re sa lo mi ve du pa zi'.split(' ');
/** Three to a word and one to begin with: no word is part of another. */
const word = (index: number): string =>
  `Q${[index % 12, Math.floor(index / 12) % 12, Math.floor(index / 144) % 12, Math.floor(index / 1728)].map((at) => syllables[at]).join('')}q`;
const words = (count: number) => Array.from({ length: count }, (_, index) => word(index));
const paragraphs = (all: readonly string[]) =>
  Array.from(
    { length: Math.ceil(all.length / 45) },
    (_, index) => `<p>${all.slice(index * 45, index * 45 + 45).join(' ')}</p>`,
  ).join('');
const rows = (all: readonly string[]) =>
  `<table>${Array.from({ length: Math.ceil(all.length / 12) }, (_, index) => `<tr><td>${all.slice(index * 12, index * 12 + 12).join(' ')}</td></tr>`).join('')}</table>`;

const css =
  'body { font: 10.5pt/1.45 Arimo } p { margin: 0 0 8pt; orphans: 1; widows: 1 } td { border: .5pt solid #999; ' +
  'padding: 2pt 8pt }';
const kinds: Readonly<Record<string, { html: string; css?: string; head?: string; foot?: string }>> = {
  plain: { html: paragraphs(words(2400)) },
  'head and foot': { html: paragraphs(words(2400)), head: 'Master agreement', foot: 'Page {page} of {pages}' },
  'head and foot, two columns': {
    html: paragraphs(words(3000)),
    css: 'body { columns: 2 }',
    head: 'Master agreement',
    foot: '{page}',
  },
  'no head, three columns': { html: paragraphs(words(3000)), css: 'body { columns: 3 }' },
  'notes at the end of pages': {
    html: paragraphs(words(2400)),
    foot: 'Seen and signed on every page by the agent of the seller',
  },
  'rows of a table': { html: rows(words(1800)), head: 'List', foot: 'Page {page}' },
};

async function post({ port, key }: Service, tool: string, body: object): Promise<Buffer> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/${tool}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (!answer.ok) throw new Error(`${tool}: ${answer.status} ${bytes.toString('utf8').slice(0, 500)}`);
  return bytes;
}

/** By page: the words that are whole on it. */
async function wordsOfPages(file: string): Promise<Set<string>[]> {
  const { stdout } = await run('pdftotext', ['-q', file, '-'], { maxBuffer: 1e8 });
  return stdout.split('\f').map((page) => new Set(page.match(/Q\w+q/g) ?? []));
}

const folder = await mkdtemp(join(tmpdir(), 'colophon-redaction-'));
const service = await startService();
const [file, copy, after] = ['one', 'two', 'after'].map((name) => join(folder, `${name}.pdf`)) as [
  string,
  string,
  string,
];
try {
  console.log('| document | pages | over page ends | left | words beside lost | ms |\n|---|---|---|---|---|---|');
  for (const [name, { html, css: own = '', head, foot }] of Object.entries(kinds)) {
    const operations = [
      ...(head === undefined ? [] : [{ op: 'set_header', text: head }]),
      ...(foot === undefined ? [] : [{ op: 'set_footer', text: foot }]),
      { op: 'add_html', html, css: `${css} ${own}`, javascript: 'off' },
    ];
    await writeFile(
      file,
      await post(service, 'render', { operations, document: { lang: 'en' }, output: { deterministic: true } }),
    );
    await run('gs', ['-q', '-dNOPAUSE', '-dBATCH', '-sDEVICE=pdfwrite', '-o', copy, file]);
    for (const [made, from] of [
      [name, file],
      [`${name}, without tags`, copy],
    ] as const) {
      const pages = await wordsOfPages(from);
      const all = words(3000).filter((one) => pages.some((page) => page.has(one)));
      const broken = all.flatMap((one, index) => {
        const [here, there] = [
          pages.findIndex((page) => page.has(one)),
          pages.findIndex((page) => page.has(all[index + 1] ?? '')),
        ];
        return there === here + 1 ? [[one, all[index + 1]!] as const] : [];
      });
      const start = performance.now();
      await writeFile(
        after,
        await post(service, 'redact', {
          document: { data: (await readFile(from)).toString('base64') },
          text: broken.map((pair) => ({ literal: pair.join(' ') })),
        }),
      );
      const milliseconds = Math.round(performance.now() - start);
      const { stdout } = await run('mutool', ['draw', '-q', '-F', 'txt', '-o', '-', after], { maxBuffer: 1e8 }).catch(
        () => ({ stdout: '' }),
      );
      const still = new Set([
        ...(await wordsOfPages(after)).flatMap((page) => [...page]),
        ...(stdout.match(/Q\w+q/g) ?? []),
      ]);
      const gone = new Set<string>(broken.flat());
      console.log(
        `| ${made} | ${pages.length - 1} | ${broken.length} | ` +
          `${[...gone].filter((one) => still.has(one)).length} | ` +
          `${all.filter((one) => !gone.has(one) && !still.has(one)).length} | ${milliseconds} |`,
      );
    }
  }
} finally {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
}
