import { expect } from 'chai';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { infoOf, textOf } from '../../support/pdf.ts';
import { run } from '../../support/programs.ts';
import { type Answered, pdfOf, type Service, startService } from '../../support/service.ts';
import { sharedService } from '../../support/shared.ts';

type Bytes = Uint8Array<ArrayBuffer>;
type File = readonly [name: string, content: string | Bytes, type?: string];

const route = '/api/v1/render';
const bytes = (...parts: (string | readonly number[])[]): Bytes =>
  new Uint8Array(
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part)))),
  );
/** A picture of one colour. */
const picture = async (background: string): Promise<Bytes> =>
  new Uint8Array(
    await sharp({ create: { width: 8, height: 8, channels: 3, background } })
      .png()
      .toBuffer(),
  );
/** Colours of the pictures as `rgb`, each channel full or none, of the first page, in order. */
async function coloursOf(pdf: Uint8Array): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'colophon-pictures-'));
  try {
    await writeFile(join(folder, 'a.pdf'), pdf);
    await run('pdfimages', ['-png', join(folder, 'a.pdf'), join(folder, 'picture')]);
    const files = (await readdir(folder)).filter((name) => name.endsWith('.png')).sort();
    return await Promise.all(
      files.map(async (name) =>
        [...(await sharp(join(folder, name)).removeAlpha().raw().toBuffer()).subarray(0, 3)]
          .map((value) => (value > 127 ? 'f' : '0'))
          .join(''),
      ),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
const words = async (answer: Answered): Promise<string[]> =>
  (await textOf(pdfOf(answer))).split(/\s+/).filter((word) => word !== '');

describe('HTML that is sent as it is', () => {
  let service: Service;
  before(async () => (service = await sharedService()));

  const send = (
    html: string | Bytes,
    {
      query = '',
      type = 'text/html',
      headers = {},
    }: { query?: string; type?: string; headers?: Record<string, string> } = {},
  ) => service.request('POST', `${route}${query}`, { headers: { 'content-type': type, ...headers }, body: html });

  const upload = (
    files: readonly File[],
    { request, headers = {} }: { request?: unknown; headers?: Record<string, string> } = {},
  ) => {
    const form = new FormData();
    if (request !== undefined) form.append('request', JSON.stringify(request));
    for (const [name, content, type = ''] of files) form.append('files', new Blob([content], { type }), name);
    return service.request('POST', route, { body: form, headers });
  };

  /** Status and pointers of a refusal, and what it says. */
  const refusal = (answer: Answered) => [
    answer.status,
    ...(answer.json().errors ?? []).map(({ pointer }: { pointer: string }) => pointer),
  ];
  const warningsOf = (answer: Answered): { code: string; message: string; pointer?: string }[] =>
    answer.json().report.warnings;
  const asJson = { accept: 'application/json' };

  describe('as the body', () => {
    it('is printed as the same HTML in JSON is', async () => {
      const html =
        '<!doctype html><html lang="de"><head><title>Rechnung</title><style>h1 { color: navy ' +
        '}</style></head><body><h1>Rechnung</h1><p>Größe 5 €</p></body></html>';
      const output = { deterministic: true };
      const sent = await send(html, { query: '?output.deterministic=true' });
      expect(
        pdfOf(sent).equals(pdfOf(await service.render({ operations: [{ op: 'add_html', html }], output }))),
      ).to.equal(true);
    });

    it('takes options from the query: with dots, as JSON, and both', async () => {
      const size = async (query: string) => (await infoOf(pdfOf(await send('<p>x</p>', { query }))))['Page size'];
      expect(await size('?document.size=A5')).to.contain('419.5');
      expect(await size('?document.size.width=300&document.size.height=20cm')).to.match(/^300 x 566/);
      expect(
        await size(`?document.orientation=landscape&request=${encodeURIComponent('{"document":{"size":"A5"}}')}`),
      ).to.match(/^595.* x 419/);
      const named = await send('<p>x</p>', {
        query: '?output.filename=a.pdf&document.title=2026&document.margin=0&output.failOn=resource&output.failOn=font',
      });
      expect(named.headers.get('content-disposition')).to.contain('filename="a.pdf"');
      expect((await infoOf(pdfOf(named))).Title).to.equal('2026');
    });

    it('is refused with a pointer for each option that is unknown, wrong or there twice', async () => {
      expect(
        refusal(await send('<p>x</p>', { query: '?document.sise=A5&output.maxPages=none&colour=red' })),
      ).to.have.members([400, '/document/sise', '/output/maxPages', '/colour']);
      expect(refusal(await send('<p>x</p>', { query: '?document.lang=de&document.lang=en' }))).to.deep.equal([
        400,
        '/document/lang',
      ]);
      expect(
        refusal(
          await send('<p>x</p>', {
            query: `?document.lang=de&request=${encodeURIComponent('{"document":{"lang":"en"}}')}`,
          }),
        ),
      ).to.deep.equal([400, '/document/lang']);
      expect(refusal(await send('<p>x</p>', { query: '?document.size=A5&document.size.width=3' }))).to.deep.equal([
        400,
        '/document/size/width',
      ]);
      expect(refusal(await send('<p>x</p>', { query: '?document.__proto__.x=1' }))).to.deep.equal([
        400,
        '/document/__proto__/x',
      ]);
    });

    it('is refused with options in the query beside a body that has its own, with a sentence for each', async () => {
      const operations = [{ op: 'add_text', text: 'x' }];
      const form = new FormData();
      form.set('request', JSON.stringify({ operations }));
      const headers = { 'content-type': 'application/json' };
      for (const [options, place] of [
        [{ headers, body: JSON.stringify({ operations }) }, 'the JSON body'],
        [{ body: form }, 'the part `request`'],
      ] as const) {
        const path = '/api/v1/render?document.size=A5&document.size=A4&request=%7B%7D&colour=red';
        const answer = await service.request('POST', path, options);
        expect(refusal(answer)).to.deep.equal([400, '/document/size', '/request', '/colour']);
        const [first] = answer.json().errors as { message: string }[];
        expect(first?.message).to.equal(
          `\`document.size\` is in the query, which has options beside a body of \`text/html\` only: put it into ${place}`,
        );
        expect((await service.request('POST', '/api/v1/render?', options)).status).to.equal(200);
      }
      const merge = await service.request('POST', '/api/v1/merge?outline=keep', {
        headers,
        body: JSON.stringify({ documents: [{ data: 'x' }], outline: 'none' }),
      });
      expect(merge.status).to.equal(400);
      expect(JSON.stringify(merge.json().errors)).to.contain('`outline` is in the query, which has no options: put it');
    });

    it('takes no operations, and nothing that is empty or no HTML', async () => {
      expect(refusal(await send('<p>x</p>', { query: '?operations=x' }))).to.deep.equal([400, '/operations']);
      expect(
        refusal(await send('<p>x</p>', { query: `?request=${encodeURIComponent('{"operations":[]}')}` })),
      ).to.deep.equal([400, '/operations']);
      expect(refusal(await send(''))).to.deep.equal([400, '']);
      expect((await send('<p/>', { type: 'application/xhtml+xml' })).status).to.equal(415);
      expect(
        (await service.request('POST', '/api/v1/merge', { headers: { 'content-type': 'text/html' }, body: '<p>x</p>' }))
          .status,
      ).to.equal(415);
    });

    it('has its warnings and problems at the place that the sender wrote', async () => {
      const html = '<p>x</p><img src="gone.png" alt="">';
      const parts = await upload([['index.html', html]], { headers: asJson });
      expect(warningsOf(parts).map(({ code, pointer }) => [code, pointer])).to.deep.equal([
        ['resource-failed', '/files'],
      ]);
      const failed = await upload([['index.html', html]], { request: { output: { failOn: ['resource'] } } });
      expect(refusal(failed)).to.deep.equal([422, '/files']);
      expect(refusal(await send(html, { query: '?document.size=A99' }))).to.deep.equal([400, '/document/size']);
    });

    it('has the plan, the JSON answer, idempotency and `failOn` of any render', async () => {
      expect((await send('<p>x</p>', { query: '?dryRun=true' })).json().steps).to.deep.equal([
        { op: 'add_html', tier: 'core' },
      ]);
      const answer = await send('<p>x</p><img src="gone.png" alt="">', {
        headers: { ...asJson, 'idempotency-key': 'html-1' },
      });
      expect(warningsOf(answer)).to.deep.equal([
        {
          code: 'resource-failed',
          message: '`gone.png` is not among the assets of this request.',
          pointer: '',
        },
      ]);
      const again = await send('<p>x</p><img src="gone.png" alt="">', {
        headers: { ...asJson, 'idempotency-key': 'html-1' },
      });
      expect([again.headers.get('idempotency-replayed'), again.json().document.sha256]).to.deep.equal([
        'true',
        answer.json().document.sha256,
      ]);
      expect((await send('<p>other</p>', { headers: { ...asJson, 'idempotency-key': 'html-1' } })).status).to.equal(
        409,
      );
      const failed = await send('<img src="gone.png" alt="">', { query: '?output.failOn=resource' });
      expect([failed.status, failed.json().errors]).to.deep.equal([
        422,
        [{ pointer: '', message: '`gone.png` is not among the assets of this request.' }],
      ]);
    });

    it('is limited as JSON is', async () => {
      const small = await startService({ SERVICE_PAYLOAD_LIMIT_CORE: '4096' });
      const answer = await small.request('POST', route, {
        headers: { 'content-type': 'text/html' },
        body: `<p>${'x'.repeat(5000)}</p>`,
      });
      await small.stop();
      expect(answer.status).to.equal(413);
    });
  });

  describe('with files in folders', () => {
    const after = (name: string, text: string) => `.${name}::after { content: "${text}" }`;
    const page = (...sheets: string[]) =>
      `<!doctype html>${sheets.map((href) => `<link rel="stylesheet" href="${href}">`).join('')}<p ` +
      'class="a"></p><p class="b"></p><p class="c"></p>';

    it('finds relative addresses from the folder of the document, and from that of a style sheet', async () => {
      const answer = await upload([
        ['css/print.css', '@import "more/b.css"; .a::after { content: "Alpha" }'],
        ['css/more/b.css', `@import url(../../c.css); ${after('b', 'Beta')}`],
        ['c.css', after('c', 'Gamma')],
        ['index.html', page('./css/print.css')],
      ]);
      expect(await words(answer)).to.deep.equal(['Alpha', 'Beta', 'Gamma']);
    });

    it('finds `../`, also where it leads back, and prefers nothing else of that name', async () => {
      const files: File[] = [
        ['site/index.html', page('../css/a.css', 'css/a.css', '../site/css/c.css')],
        ['css/a.css', after('a', 'Above')],
        ['site/css/a.css', after('b', 'Beside')],
        ['site/css/c.css', after('c', 'Back')],
      ];
      expect(await words(await upload(files))).to.deep.equal(['Above', 'Beside', 'Back']);
    });

    it('finds `../` several folders up, and what leads above all files from their root', async () => {
      const files: File[] = [
        ['a/b/index.html', page('../c/a.css', '../../b.css', '../../../../b/c.css')],
        ['a/c/a.css', after('a', 'One')],
        ['b.css', after('b', 'Two')],
        ['b/c.css', after('c', 'Three')],
      ];
      expect(await words(await upload(files))).to.deep.equal(['One', 'Two', 'Three']);
    });

    it('finds a leading slash from the folder of the document, then from the root of the files', async () => {
      const files: File[] = [
        ['site/index.html', page('/css/a.css', '/shared/b.css', '/site/c.css')],
        ['site/css/a.css', after('a', 'Folder')],
        ['css/a.css', after('a', 'Root')],
        ['shared/b.css', after('b', 'Shared')],
        ['site/c.css', after('c', 'Named')],
      ];
      expect(await words(await upload(files))).to.deep.equal(['Folder', 'Shared', 'Named']);
    });

    it('lets scripts fetch them', async () => {
      const script =
        '<script>Promise.all(["data/a.json", "/data/a.json", "../b.json"].map((url) => ' +
        'fetch(url).then((answer) => answer.json()))).then((all) => { document.body.textContent = all.join(" ' +
        '"); document.body.id = "done"; })</script>';
      const waiting = '<!doctype html><body>'.concat(script, '</body>');
      const answer = await upload([
        ['site/index.html', waiting],
        ['site/data/a.json', '"One"'],
        ['b.json', '"Two"'],
      ]);
      expect((await words(answer)).join(' ')).to.equal('One One Two');
    });

    it(
      'leaves out queries and fragments, and takes names with spaces, letters of any script, `%` and every way ' +
        'to escape them',
      async () => {
        const files: File[] = [
          ['index.html', page('print.css?v=2.1#top', 'stil%20bl%C3%A4tter/b.css', 'stil blätter/100%25 日本.css?x')],
          ['print.css', after('a', 'Query')],
          ['stil blätter/b.css', after('b', 'Escaped')],
          ['stil blätter/100% 日本.css', after('c', 'Percent')],
        ];
        expect(await words(await upload(files))).to.deep.equal(['Query', 'Escaped', 'Percent']);
        expect(
          await words(
            await upload([
              ['index.html', page('a.css?ver=3', 'a%20b.css', 'a%62.css')],
              ['a.css?ver=3', after('a', 'no')],
              ['a.css', after('a', 'Plain')],
              ['a%20b.css', after('b', 'Literal')],
              ['ab.css', after('c', 'Letter')],
            ]),
          ),
        ).to.deep.equal(['Plain', 'Literal', 'Letter']);
        expect(
          await words(
            await upload([
              ['site\\index.html', page('css/a.css')],
              ['site\\css\\a.css', after('a', 'Backslash')],
            ]),
          ),
        ).to.deep.equal(['Backslash']);
      },
    );

    it('warns of what is missing by its address, as of a missing asset', async () => {
      const answer = await upload(
        [
          ['site/index.html', page('css/a.css', '../b.css', '/c.css?x')],
          ['c/c.css', ''],
        ],
        { headers: asJson },
      );
      expect(warningsOf(answer).map(({ message }) => message)).to.have.members(
        ['css/a.css', '../b.css', 'c.css'].map((name) => `\`${name}\` is not among the assets of this request.`),
      );
    });

    it('hands no file of one request to the next', async () => {
      const html =
        '<!doctype html><style>img { width: 100px }</style><img src="/logo.png" alt=""><img src="../logo.png" alt="">';
      const pictures = async (first: string, second: string): Promise<File[]> => [
        ['site/index.html', html],
        ['site/logo.png', await picture(`#${first}`)],
        ['logo.png', await picture(`#${second}`)],
      ];
      for (const colours of [
        ['f00', '0f0'],
        ['00f', 'ff0'],
      ] as const)
        expect(await coloursOf(pdfOf(await upload(await pictures(colours[0], colours[1]))))).to.deep.equal(colours);
      const answer = await upload([['site/index.html', html]], { headers: asJson });
      expect(warningsOf(answer).map(({ message }) => message)).to.deep.equal([
        '`logo.png` is not among the assets of this request.',
        '`../logo.png` is not among the assets of this request.',
      ]);
    });

    it('leads no reader to an address of the service', async () => {
      const html =
        '<!doctype html><p><a href="/x.html">a</a> <a href="../y.html">b</a> <a ' +
        'href="z.html">c</a></p><script>for (const a of document.links) a.href = a.href</script>';
      expect(pdfOf(await upload([['site/index.html', html]])).toString('latin1')).not.to.contain('colophon.invalid');
    });

    it('is the document where it is the only HTML file, or nearest to the root', async () => {
      expect(
        await words(
          await upload([
            ['a.css', after('a', 'Only')],
            ['x/report.html', page('../a.css')],
          ]),
        ),
      ).to.deep.equal(['Only']);
      expect(
        await words(
          await upload([
            ['help/index.html', '<p>help</p>'],
            ['index.html', '<p>this</p>'],
            ['other.html', '<p>other</p>'],
          ]),
        ),
      ).to.deep.equal(['this']);
    });

    it(
      'is refused in words where no file is the document, several are, two have one name, or one ' + 'has none',
      async () => {
        const said = async (...files: File[]) => {
          const answer = await upload(files);
          return [answer.status, answer.json().errors[0].message];
        };
        expect(await said(['a.css', ''])).to.deep.equal([
          400,
          'none of the files is an `.html` file: send the document as `index.html`',
        ]);
        expect(await said(['a.html', 'a'], ['b.html', 'b'])).to.deep.equal([
          400,
          "several files can be the document ('a.html', 'b.html'): name the one that is to be printed `index.html`",
        ]);
        expect(await said(['index.html', 'a'], ['x/../index.html', 'b'])).to.deep.equal([
          400,
          "there are two files of the name 'index.html'",
        ]);
        expect(await said(['index.html', 'a'], ['../b.css', 'b'])).to.deep.equal([
          400,
          "'../b.css' is no name for a file",
        ]);
        expect(await said(['index.html', ''])).to.deep.equal([400, 'the HTML document is empty']);
      },
    );

    it('takes options in `request`, but no operations', async () => {
      const answer = await upload([['index.html', '<p>x</p>']], {
        request: { document: { size: 'A5', title: 'T' }, output: { filename: 'b.pdf' } },
      });
      expect((await infoOf(pdfOf(answer)))['Page size']).to.contain('419.5');
      expect(answer.headers.get('content-disposition')).to.contain('b.pdf');
      expect(
        refusal(
          await upload([['index.html', '<p>x</p>']], { request: { operations: [{ op: 'add_text', text: 'x' }] } }),
        ),
      ).to.deep.equal([400, '/operations']);
      expect(
        refusal(
          await upload(
            [
              ['index.html', '<p>x</p>'],
              ['a.png', 'x'],
            ],
            { request: { document: { assets: { 'a.png': 'aGk=' } } } },
          ),
        ),
      ).to.deep.equal([400, '/document/assets/a.png']);
      expect(
        refusal(await upload([['index.html', '<p>x</p>']], { request: { document: { sise: 'A5' } } })),
      ).to.deep.equal([400, '/document/sise']);
    });

    it('is refused beyond the limits of assets: their number, and the folders of a name', async () => {
      expect(
        (await upload([['index.html', 'x'], ...Array.from({ length: 1001 }, (_, index): File => [`${index}.css`, ''])]))
          .status,
      ).to.equal(400);
      expect(
        (
          await upload([
            ['index.html', 'x'],
            [`${'a/'.repeat(12)}a.css`, 'x'],
          ])
        ).status,
      ).to.equal(400);
    });

    it('runs as a job', async () => {
      const form = new FormData();
      form.append('request', JSON.stringify({ tool: 'render', input: { document: { title: 'Job' } } }));
      form.append('files', new Blob([page('../css/a.css')], { type: 'text/html; charset=utf-8' }), 'site/index.html');
      form.append('files', new Blob([after('a', 'Done')]), 'css/a.css');
      const { id } = (await service.request('POST', '/api/v1/jobs', { body: form })).json();
      let status = '';
      while (!['succeeded', 'failed'].includes(status))
        status = (await service.request('GET', `/api/v1/jobs/${id}`)).json().status;
      expect(await words(await service.request('GET', `/api/v1/jobs/${id}/result`))).to.deep.equal(['Done']);
    });
  });

  describe('in any encoding', () => {
    /** Words as bytes, and the label of their encoding. */
    const samples: readonly (readonly [label: string, text: string, encoded: readonly number[]])[] = [
      ['windows-1252', 'Müller–€', [0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72, 0x96, 0x80]],
      ['iso-8859-1', 'Müller–€', [0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72, 0x96, 0x80]],
      ['shift_jis', '日本', [0x93, 0xfa, 0x96, 0x7b]],
      ['euc-jp', '日本', [0xc6, 0xfc, 0xcb, 0xdc]],
      ['gb18030', '你好', [0xc4, 0xe3, 0xba, 0xc3]],
      ['big5', '你好', [0xa7, 0x41, 0xa6, 0x6e]],
      ['koi8-r', 'Привет', [0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4]],
      ['utf-8', 'Grüße', [...Buffer.from('Grüße')]],
    ];

    for (const [label, text, encoded] of samples) {
      it(`reads ${label} by the Content-Type, by \`<meta charset>\`, and by \`<meta http-equiv>\``, async () => {
        expect(
          await words(await send(bytes('<p>', encoded, '</p>'), { type: `text/html; charset=${label}` })),
        ).to.deep.equal([text]);
        expect(
          await words(await send(bytes(`<!doctype html><meta charset="${label}"><p>`, encoded, '</p>'))),
        ).to.deep.equal([text]);
        expect(
          await words(
            await send(
              bytes(
                `<!doctype html><meta http-equiv="Content-Type" content="text/html; charset=${label}"><p>`,
                encoded,
                '</p>',
              ),
            ),
          ),
        ).to.deep.equal([text]);
      });
    }

    const utf16 = (text: string, order: 'LE' | 'BE', mark: boolean): Bytes => {
      const encoded = Buffer.from(mark ? `\ufeff${text}` : text, 'utf16le');
      return new Uint8Array(order === 'LE' ? encoded : encoded.swap16());
    };

    it('reads UTF-16 by its byte order mark, whatever else is stated, and by the Content-Type', async () => {
      for (const order of ['LE', 'BE'] as const) {
        expect(
          await words(
            await send(utf16('<meta charset="koi8-r"><p>Ünï 日本</p>', order, true), {
              type: 'text/html; charset=windows-1252',
            }),
          ),
        ).to.deep.equal(['Ünï', '日本']);
        expect(
          await words(
            await send(utf16('<p>Ünï 日本</p>', order, false), {
              type: `text/html;charset="utf-16${order.toLowerCase()}"`,
            }),
          ),
        ).to.deep.equal(['Ünï', '日本']);
      }
      expect(await words(await send(bytes([0xef, 0xbb, 0xbf], '<meta charset="koi8-r"><p>Ünï</p>')))).to.deep.equal([
        'Ünï',
      ]);
    });

    it(
      'prefers the Content-Type to `<meta>`, passes over labels that are none, and reads a `<meta>` behind long ' +
        'styles',
      async () => {
        expect(
          await words(
            await send(bytes('<meta charset="utf-8"><p>', [0x93, 0xfa], '</p>'), {
              type: 'text/html; charset=Shift_JIS',
            }),
          ),
        ).to.deep.equal(['日']);
        expect(
          await words(
            await send(bytes('<meta charset="shift_jis"><p>', [0x93, 0xfa], '</p>'), {
              type: 'text/html; charset=nonsense',
            }),
          ),
        ).to.deep.equal(['日']);
        expect(
          await words(
            await send(
              bytes(
                `<head><style>/* ${'x'.repeat(5000)} */</style><meta charset="shift_jis"></head><p>`,
                [0x93, 0xfa],
                '</p>',
              ),
            ),
          ),
        ).to.deep.equal(['日']);
      },
    );

    it('takes what nothing states for UTF-8 where it is, else for windows-1252 with a warning', async () => {
      const utf8 = await send('<p>Größe 日本</p>', { headers: asJson });
      expect(warningsOf(utf8)).to.deep.equal([]);
      expect(await words(await send('<p>Größe 日本</p>'))).to.deep.equal(['Größe', '日本']);
      const latin = bytes('<p>Gr', [0xf6, 0xdf], 'e ', [0x80], '</p>');
      expect(await words(await send(latin))).to.deep.equal(['Größe', '€']);
      expect(warningsOf(await send(latin, { headers: asJson })).map(({ code }) => code)).to.deep.equal([
        'encoding-guessed',
      ]);
      expect((await send(latin)).headers.get('document-warnings')).to.equal('1');
      expect(refusalSlug(await send(latin, { query: '?output.failOn=encoding-guessed' }))).to.deep.equal([
        422,
        'encoding-guessed',
      ]);
    });

    const refusalSlug = (answer: Answered) => [answer.status, String(answer.json().type).split('/').at(-1)];

    it('reads the charset of a part', async () => {
      expect(
        await words(
          await upload([
            ['index.html', bytes('<p>', [0x93, 0xfa], '</p>'), 'text/html; charset=Shift_JIS'],
            ['a.css', 'p { color: red }', 'text/css'],
          ]),
        ),
      ).to.deep.equal(['日']);
    });

    it(
      'reads style sheets by their byte order mark, the charset of their part, `@charset`, and ' + 'as the document',
      async () => {
        const html = bytes(
          '<!doctype html><meta charset="shift_jis">',
          ...['a', 'b', 'c', 'd'].map((name) => `<link rel="stylesheet" href="${name}.css"><p class="${name}"></p>`),
          '<p>',
          [0x93, 0xfa],
          '</p>',
        );
        const sheet = (name: string, encoded: readonly number[], before = '') =>
          bytes(before, `.${name}::after { content: "`, encoded, '" }');
        const answer = await upload([
          ['index.html', html],
          ['a.css', utf16('.a::after { content: "本" }', 'LE', true)],
          ['b.css', sheet('b', [0xf0, 0xd2], '@charset "shift_jis";'), 'text/css; charset=koi8-r'],
          ['c.css', sheet('c', [0xfc, 0x62], '@charset "windows-1252";')],
          ['d.css', sheet('d', [0x96, 0x7b])],
        ]);
        expect(await words(answer)).to.deep.equal(['本', 'Пр', 'üb', '本', '日']);
      },
    );

    it('reads scripts as the document', async () => {
      const html = bytes('<!doctype html><meta charset="koi8-r"><body><script src="a.js"></script></body>');
      expect(
        await words(
          await upload([
            ['index.html', html],
            ['a.js', bytes('document.body.append("', [0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4], '")')],
          ]),
        ),
      ).to.deep.equal(['Привет']);
    });
  });
});
