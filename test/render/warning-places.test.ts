import { expect } from 'chai';
import type { Service } from '../support/service.ts';
import { sharedService } from '../support/shared.ts';

interface Reported {
  readonly code: string;
  readonly message: string;
  readonly pointer?: string;
}

/** Operations before the one that is wrong, so that its index is not 0. */
const first = [
  { op: 'add_text', text: 'See a.png and Gone Sans in the appendix.' },
  { op: 'add_html', html: '<p>fine' },
];

describe('The place of a warning', () => {
  let service: Service;
  before(async () => (service = await sharedService()));

  const warningsOf = async (operations: readonly object[], document: object = {}): Promise<Reported[]> => {
    const answer = await service.render(
      { document: { lang: 'en', ...document }, operations },
      { headers: { accept: 'application/json' } },
    );
    expect(answer.status, answer.body.toString('utf8').slice(0, 300)).to.equal(200);
    return answer.json().report.warnings;
  };
  const placesOf = async (...given: Parameters<typeof warningsOf>) =>
    (await warningsOf(...given)).map(({ code, pointer }) => `${code} ${pointer ?? '-'}`);

  const wrong: Readonly<Record<string, readonly [code: string, operation: object, field: string]>> = {
    'a picture that is not there': ['resource-failed', { op: 'add_html', html: '<img src="a.png" alt="">' }, '/html'],
    'a picture on another host': [
      'resource-blocked',
      { op: 'add_html', html: '<img src="https://blocked.example/a.png?b=1&amp;c=2" alt="">' },
      '/html',
    ],
    'a picture in Markdown': ['resource-failed', { op: 'add_markdown', markdown: '![x](a.png)' }, '/markdown'],
    'a picture in the data of a template': [
      'resource-failed',
      { op: 'add_template', source: '<img src="{{logo}}" alt="">', data: { logo: 'a.png' } },
      '/data/logo',
    ],
    'a picture of a complete document': [
      'resource-failed',
      { op: 'add_html', html: '<!doctype html><img src="a.png" alt="">' },
      '/html',
    ],
    'a picture in CSS': ['resource-failed', { op: 'set_style', css: 'p { background: url("../a.png") }' }, '/css'],
    'a picture inside columns': [
      'resource-failed',
      {
        op: 'add_columns',
        columns: [[{ op: 'add_text', text: 'a.png' }], [{ op: 'add_html', html: '<img src=a.png alt="">' }]],
      },
      '/columns/1/0/html',
    ],
    'a broken link': ['link-broken', { op: 'add_html', html: '<a href="#z">q</a>' }, '/html'],
    'a broken link of a complete document': [
      'link-broken',
      { op: 'add_html', html: '<!doctype html><a href="#z">q</a>' },
      '/html',
    ],
    'CSS without effect in a fragment': [
      'css-ignored',
      { op: 'add_html', html: '<style>\r\np { colr: red }\r\n</style><p>x' },
      '/html',
    ],
    'CSS without effect beside a fragment': [
      'css-ignored',
      { op: 'add_html', html: '<p>x', css: 'p { colr: red }' },
      '/css',
    ],
    'an error of a script': ['console-error', { op: 'add_html', html: '<p>x<script>boom()</script>' }, ''],
    'a font that is not there': [
      'font-missing',
      { op: 'add_html', html: '<p style="font-family: Gone Sans">x' },
      '/html',
    ],
    'a font that is not there, in set_font': ['font-missing', { op: 'set_font', family: 'Gone Sans' }, '/family'],
    'characters without a glyph': ['glyph-missing', { op: 'add_text', text: 'x \u{13000}\u{1bc00}' }, '/text'],
    'an unknown placeholder': ['placeholder-unknown', { op: 'set_footer', center: '{pag}' }, '/center'],
  };
  for (const [name, [code, operation, field]] of Object.entries(wrong))
    it(`is the operation and its field, for ${name}`, async () => {
      const found = await placesOf([...first, operation, { op: 'add_text', text: 'after' }]);
      expect(found).to.include(`${code} /operations/2${field}`);
    });

  it('is the field of the document, for its style sheet, its footer and its files', async () => {
    const css = Buffer.from('p { background: url(../b.png); colr: red }').toString('base64');
    const found = await placesOf(
      [...first, { op: 'add_html', html: '<!doctype html><link rel="stylesheet" href="css/x.css"><p>x' }],
      {
        css: 'p { fnt-size: 1px; background: url(c.png) }',
        footer: { center: '{pgae}' },
        assets: { 'css/x.css': css },
      },
    );
    expect(found).to.have.members([
      'placeholder-unknown /document/footer/center',
      'css-ignored /document/css',
      'css-ignored /document/assets/css~1x.css',
      'resource-failed /document/css',
      'resource-failed /document/assets/css~1x.css',
    ]);
  });

  it('is in a refused document, for all warnings that `failOn` names', async () => {
    const operations = [...first, { op: 'add_html', html: '<img src="a.png" alt=""><a href="#z">q</a>' }];
    const answer = await service.render({ operations, output: { failOn: ['resource', 'link-broken'] } });
    const problem = answer.json();
    expect([answer.status, problem.type.split('/').pop()]).to.deep.equal([422, 'resource-failed']);
    expect(problem.errors.map(({ pointer, message }: Reported) => [pointer, message.slice(0, 12)])).to.deep.equal([
      ['/operations/2/html', '`a.png` is n'],
      ['/operations/2/html', 'A link leads'],
    ]);
  });

  it('is left out where two operations have scripts, one of which failed', async () => {
    const script = (text: string) => ({ op: 'add_html', html: `<p>x<script>${text}</script>` });
    expect(await placesOf([script('1'), script('boom()')])).to.deep.equal(['console-error -']);
  });

  it('is in the problem of a template, and of any operation that fails', async () => {
    const template = (source: string) => ({ op: 'add_template', source, data: {} });
    const errorsOf = async (body: object) => {
      const answer = await service.render(body);
      return [answer.status, ...(answer.json().errors ?? []).map(({ pointer }: Reported) => pointer)];
    };
    expect(
      await errorsOf({
        operations: [
          template('fine'),
          { op: 'add_columns', columns: [[{ op: 'add_text', text: 'x' }, template('{{mony 1}}')]] },
        ],
      }),
    ).to.deep.equal([422, '/operations/1/columns/0/1/source']);
    for (const source of ['{{money a currency="EUR"}}', '{{number a}}', '{{percent a}}']) {
      const operations = [...first, { op: 'add_template', source, data: { a: 'n/a' } }];
      expect(await errorsOf({ operations }), source).to.deep.equal([422, '/operations/2/source']);
    }
    expect(await errorsOf({ operations: first, output: { pages: '7' } })).to.deep.equal([422, '/output/pages']);
  });
});
