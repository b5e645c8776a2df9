import { expect } from 'chai';
import { inOneGo } from '../../support/in-one-go.ts';
import { textOf } from '../../support/pdf.ts';
import { openSession } from '../../support/sessions.ts';
import { keys, pdfOf, type Service } from '../../support/service.ts';
import { sharedService } from '../../support/shared.ts';

describe('Headings and named strings in headers', () => {
  let service: Service;
  before(async () => (service = await sharedService()));

  /** The first line of each page. */
  const headersOf = async (body: object): Promise<string[]> => {
    const pages = (await textOf(pdfOf(await service.render(body)))).split('\f').slice(0, -1);
    return pages.map((text) => text.trim().split('\n')[0]?.replaceAll(/\s+/g, ' ').trim() ?? '');
  };
  const header = (text: string) => ({ op: 'set_header', text });
  const heading = (text: string, level = 1) => ({ op: 'add_heading', text, level });
  const text = { op: 'add_text', text: 'Text.' };
  const page = { op: 'add_page_break' };

  it('show the first, the last, or none of the headings of a page, and else the one before', async () => {
    const operations = [
      ...[text, page, heading('A'), heading('a', 2), heading('b', 2), page, text, page],
      ...[heading('c', 2), text, heading('B'), page, text],
    ];
    const all = '{heading:1}|{heading:2}|{heading: 2 , last}|{heading:2,first-except}|{heading:3}.';
    expect(await headersOf({ operations: [header(all), ...operations] })).to.deep.equal([
      '||||.',
      'A|a|b||.',
      'A|b|b|b|.',
      'B|c|c||.',
      'B|c|c|c|.',
    ]);
  });

  const sheet =
    'h1 { string-set: chapter content() } .t { string-set: term attr(title) " (" content() ")", last-term content() }';

  it('show what style sheets give to a string, wherever the style sheet is', async () => {
    const html = '<h1>One</h1><p><b class=t title=x>X</b> <b class=t title=y>Y</b></p>';
    const asset = { 'a.css': Buffer.from(sheet).toString('base64') };
    const first = header('{string:chapter}|{string:term}|{string:term, last}|{string:last-term,last}');
    for (const { document = {}, operations } of [
      { operations: [{ op: 'add_html', html, css: sheet }] },
      {
        operations: [
          { op: 'set_style', css: sheet },
          { op: 'add_html', html },
        ],
      },
      { document: { css: sheet }, operations: [{ op: 'add_html', html }] },
      { operations: [{ op: 'add_html', html: `<style>${sheet}</style>${html}` }] },
      { operations: [{ op: 'add_html', html: `<!doctype html><style>${sheet}</style>${html}` }] },
      {
        document: { assets: asset },
        operations: [{ op: 'add_html', html: `<!doctype html><link rel=stylesheet href=a.css>${html}` }],
      },
      { operations: [{ op: 'add_template', source: `<style>${sheet}</style>${html}`, data: {} }] },
    ])
      expect(
        await headersOf({ document, operations: [first, ...operations] }),
        JSON.stringify(operations),
      ).to.deep.equal(['One|x (X)|y (Y)|Y']);
  });

  const css = (text: string) => ({ op: 'set_style', css: text });
  const html = (text: string) => ({ op: 'add_html', html: text });
  const complete = (style: string, body: string) => html(`<!doctype html><style>${style}</style>${body}`);

  it('follow the cascade: specificity, media, inheritance, `style` attributes, `var()`', async () => {
    const style =
      '.a { string-set: s "general" } p.a { string-set: s "special" } .m { string-set: s "none" } ' +
      '@media screen { .a { string-set: s "screen" !important } } :root { --x: "variable" } .v { string-set: s var(--x) } ' +
      '@layer low { .l { string-set: s "low" } } .l { string-set: none }';
    const on = (attributes: string) => [html(`<p ${attributes}>x`), page];
    const operations = [css(style), ...on('class=a'), ...on('class=a style="string-set: s \'own\'"')];
    operations.push(...on('class=v'), ...on('class=l'), html('<div class=a><p class=m>x</p></div>'));
    expect(await headersOf({ operations: [header('{string:s,last}.'), ...operations] })).to.deep.equal([
      'special.',
      'own.',
      'variable.',
      'variable.',
      'none.',
    ]);
  });

  it('take counters, generated content, attributes and the first letter', async () => {
    const style =
      'body { counter-reset: chapter } h1 { counter-increment: chapter; counter-reset: part } h2::before { ' +
      'counter-increment: part; content: counter(chapter, upper-roman) "." counter(part) " " attr(data-kind) ": " } ' +
      'h1 { string-set: chapter "Chapter " counter(chapter) ", " content() } h1::after { content: "!" }' +
      'h2 { string-set: part content(before) content(), letter content(first-letter), end content(after), ' +
      'all counters(part, "/"), whole "[" counter(chapter, lower-alpha) "\\5d" }';
    const body =
      '<h1>One</h1><h2 data-kind=k>Alpha<br>beta &shy;gamma</h2><h1 style="break-before:page">Two</h1>' +
      '<h2 data-kind=l>\u00bbOmega</h2><h2 data-kind=m>Psi</h2>';
    const first = header(
      '{string:chapter}|{string:part,last}|{string:letter}|{string:end}|{string:all}|{string:whole}',
    );
    for (const operation of [complete(style, body), html(`<style>${style}</style>${body}`)])
      expect(await headersOf({ operations: [first, operation] })).to.deep.equal([
        'Chapter 1, One|I.1 k: Alpha beta gamma|A||1|[a]',
        'Chapter 2, Two|II.2 m: Psi|\u00bbO||1|[b]',
      ]);
  });

  it('go on over segments: complete documents, PDFs by their outline, and the pages of `output.pages`', async () => {
    const [one, two] = [heading('Added'), heading('added', 2)];
    const added = pdfOf(await service.render({ operations: [one, two, page, text] })).toString('base64');
    const operations = [
      header('{heading:1}|{heading:2,last}|{string:x,first-except}|'),
      css('h2 { string-set: x content() }'),
      ...[heading('One'), heading('one', 2)],
      { op: 'add_pdf', data: added, furniture: true },
      complete('h2 { string-set: x "own " content() }', '<h1>Whole</h1><h2 id=a>first</h2><h2 id=a>second</h2>'),
      ...[text, page, heading('two', 2)],
    ];
    const expected = [
      'One|one||',
      'Added|added|one|',
      'Added|added|one|',
      'Whole|second||',
      'Whole|second|own second|',
      'Whole|two||',
    ];
    expect(await headersOf({ operations })).to.deep.equal(expected);
    const output = { pages: '3-5', tagged: false, outline: false };
    expect(await headersOf({ operations, output })).to.deep.equal(expected.slice(2, 5));
  });

  it('are the same in a document that is printed in parts', async () => {
    const own = await sharedService({}, { partSize: 3000 });
    const rows = Array.from(
      { length: 50 },
      (_, index) => `<tr><td><b title=r${index}>row</b><td>${'x '.repeat(index % 40)}`,
    );
    const parts = Array.from(
      { length: 24 },
      (_, index) => `<h2>H${index}</h2><p>${'word '.repeat((index * 37) % 90)}</p>`,
    );
    const operations = [
      header('{heading:1}|{heading:2}|{heading:2,last}|{string:t,first-except}|{string:t,last}|'),
      ...[
        heading('One'),
        html(parts.join('')),
        heading('Two'),
        html(`<table>${rows.join('')}</table>`),
        heading('Three'),
      ],
    ];
    const request = (style: string) => ({
      operations,
      document: { size: 'A5', orientation: 'landscape', css: `b { string-set: t attr(title) } ${style}` },
    });
    const render = async (style: string) => {
      const pages = (await textOf(pdfOf(await own.render(request(style))))).split('\f').slice(0, -1);
      return pages.map((words) => words.trim().split('\n')[0]);
    };
    const inParts = await render('');
    expect(inParts).to.have.length.above(10);
    expect(inParts.at(-1)).to.match(/^(?:Two|Three)\|H23\|H23\|.*\|r49\|$/);
    expect(inParts).to.deep.equal(await render(inOneGo.css));
  });

  it('make room for themselves: a header is as tall as its longest string needs', async () => {
    const title = 'A title that takes several lines in a narrow header, as titles of chapters often do. '.repeat(3);
    const operations = [
      { op: 'set_header', html: '<div style="width:150pt;font-size:14pt">{string:t}</div>' },
      html(`<style>i { string-set: t attr(title) }</style><p><i title="${title}">Content</i>`),
    ];
    const [words] = (await textOf(pdfOf(await service.render({ operations })))).split('\f');
    expect(words?.replaceAll(/\s+/g, ' ').trim()).to.equal(`${title.trim()} Content`);
  });

  it('are in stamps as well, and in the text of a page they are text', async () => {
    const operations = [
      header('{title}'),
      { op: 'add_stamp', text: 'at {heading:2,last}', at: 'bottom-right' },
      ...[heading('Alpha', 2), { op: 'add_text', text: '{heading:2}' }],
    ];
    const words = await textOf(pdfOf(await service.render({ document: { title: '{heading:2}' }, operations })));
    const lines = words.split(/[\n\f]/).map((line) => line.trim());
    expect(lines.filter((line) => line !== '')).to.deep.equal(['{heading:2}', 'Alpha', '{heading:2}', 'at Alpha']);
  });

  it('stand in margin boxes of style sheets, on each kind of page', async () => {
    const style =
      '@page { size: A6; @top-left { content: "<" string(part) ">" } @top-right { content: string(word) "-" ' +
      'string(word, last) "-" string(word, first-except) } } @page wide { @top-left { content: "W " string(part, last) } } ' +
      'h1 { string-set: part content() } b { string-set: word content() } .w { page: wide }';
    const body =
      '<h1>One "\\q</h1><b>a</b> <b>b</b><p style="break-before:page">x<p style="break-before:page"><b>c</b>' +
      '<h1 class=w>Two</h1>';
    const expected = [
      ['<One "\\q>', 'a-b-'],
      ['<One "\\q>', 'b-b-b'],
      ['<One "\\q>', 'c-c-'],
      ['W Two', 'c-c-c'],
    ];
    for (const request of [
      { operations: [complete(style, body)] },
      { operations: [html(body)], document: { css: style } },
      { operations: [complete(style, body), heading('Other'), complete(style, '<h1>Other</h1>')] },
    ]) {
      const found = await headersOf(request);
      expect(found.slice(0, 4).map((line) => line.split(/ (?=\S*-\S*-)/))).to.deep.equal(expected);
      expect(found.slice(4)).to.deep.equal(request.operations.length === 1 ? [] : ['Other', '<Other> --']);
    }
  });

  it('stand beside headers and margin boxes, each printed once', async () => {
    const style =
      '@page { @top-left { content: "L" string(x) } } @page :first { @top-right-corner { content: "corner" } } ' +
      'h2 { string-set: x content() }';
    const request = { operations: [header('{heading:2}.'), heading('A', 2)], document: { css: style } };
    const words = (await textOf(pdfOf(await service.render(request)))).split(/\s+/).filter((word) => word !== '');
    expect(words.sort()).to.deep.equal(['A', 'A.', 'LA', 'corner']);
  });

  it('leave a document PDF/A-3a and PDF/UA-1', async () => {
    const body = '<h2 id=a>first</h2><h2 id=a>second</h2><p><a href="#a">back</a></p>';
    const request = {
      document: {
        title: 'Conforming',
        lang: 'en',
        css: 'h2 { string-set: x content() } @page { @top-left { content: string(x) } }',
      },
      operations: [header('{heading:1} {heading:2,last} {string:x}'), heading('One'), html(body)],
      output: { conformance: ['PDF/A-3a', 'PDF/UA-1'] },
    };
    const document = { data: pdfOf(await service.render(request)).toString('base64') };
    const check = await service.request('POST', '/api/v1/compliance-check', {
      key: keys.enterprise,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ document }),
    });
    const { results } = check.json() as { results: { standard: string; compliant: boolean }[] };
    expect(results.map(({ standard, compliant }) => [standard, compliant])).to.deep.equal([
      ['PDF/A-3a', true],
      ['PDF/UA-1', true],
    ]);
  });

  it('are those of the whole document in the pages of a session', async () => {
    const own = await sharedService({ SERVICE_SESSIONS_ENABLED: 'true' });
    const session = await openSession(own, { document: { size: 'A6' }, output: { deterministic: true } });
    const first = header('{heading:2}|{heading:2,last}|{string:x}');
    for (const operation of [
      first,
      css('h2 { string-set: x content() }'),
      heading('A', 2),
      page,
      text,
      page,
      heading('B', 2),
    ])
      expect((await session.post('operations', operation)).status).to.equal(201);
    for (const change of ['none', 'change']) {
      const { operations } = (await own.request('GET', `${session.path}/operations`)).json() as {
        operations: { operationId: string }[];
      };
      if (change === 'change')
        await own.request('PUT', `${session.path}/operations/${operations[2]?.operationId}`, {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(heading('Changed', 2)),
        });
      const drawn = await own.request('POST', '/api/v1/rasterize', {
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ document: { data: pdfOf(await session.post('render')).toString('base64') }, dpi: 40 }),
      });
      const { images } = drawn.json() as { images: { data: string }[] };
      for (const [index, { data }] of images.entries()) {
        const shown = await own.request('GET', `${session.path}/pages/${index + 1}?dpi=40`);
        expect(shown.body.toString('base64') === data, `${change}, page ${index + 1}`).to.equal(true);
      }
    }
  });

  it('warn where they certainly show nothing', async () => {
    const operations = [
      header('{heading:7}|{heading:2,lst}|{string:chaptr}|{heading}|{heading:1}'),
      { op: 'set_footer', html: '<b>{string:nothing}</b>' },
      css('h2 { string-set: chapter content() } h3 { string-set: a } h4 { string-set: b target-counter(x) }'),
      css('@page { @top-left { content: string(nobody) } @top-right { content: string(chapter, begin) } }'),
      heading('One'),
    ];
    const answer = await service.render({ operations }, { headers: { accept: 'application/json' } });
    const { warnings } = answer.json().report;
    expect(
      warnings.map(
        ({ code, message, pointer }: Record<string, string>) => `${code} ${pointer} ${message?.slice(0, 58)}`,
      ),
    ).to.deep.equal([
      'placeholder-unknown /operations/0/text A header has `{heading:7}`, which is no placeholder and is',
      'placeholder-unknown /operations/0/text A header has `{heading:2,lst}`, which is no placeholder an',
      'placeholder-unknown /operations/0/text A header has `{heading}`, which is no placeholder and is p',
      'placeholder-unknown /operations/0/text A header has `{string:chaptr}`, and no style sheet sets th',
      'placeholder-unknown /operations/1/html A footer has `{string:nothing}`, and no style sheet sets t',
      'css-ignored /operations/3/css A margin box has `string(nobody)`, and no style sheet sets',
      'css-ignored /operations/2/css `string-set: a` has a name without content, as in `string-',
      'css-ignored /operations/2/css `string-set: b target-counter(x)` has `target-counter(x)`,',
      'css-ignored /operations/3/css `content: string(chapter, begin)` has a string that is not',
    ]);
  });
});
