import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import fc from 'fast-check';
import { input, operations, mistakesOf, pointersOf, problemOf } from '../../support/rendering.ts';
import { times } from '../../support/effort.ts';

const text = { op: 'add_text', text: 'x' };
const valid = (body: unknown) => problemOf(body) === undefined;

describe('a render request', () => {
  it('takes `op` and `type` for the same field', () => {
    expect(input.validate({ operations: [{ type: 'add_text', text: 'x' }] }).operations).to.deep.equal([
      { name: 'add_text', params: { text: 'x' } },
    ]);
    expect(valid({ operations: [{ op: 'add_text', type: 'add_text', text: 'x' }] })).to.equal(true);
    expect(pointersOf({ operations: [{ op: 'add_text', type: 'add_html', text: 'x' }] })).to.deep.equal([
      '/operations/0/op',
      '/operations/0/type',
    ]);
    expect(pointersOf({ operations: [{ text: 'x' }] })).to.deep.equal(['/operations/0']);
  });

  it('needs operations', () => {
    for (const body of [{}, { operations: [] }, { operations: 'x' }])
      expect(pointersOf(body)).to.deep.equal(['/operations']);
    for (const body of [null, [], 'x', 1]) expect(problemOf(body)?.slug).to.equal('invalid-request');
  });

  it('is told of every mistake at once, each with its pointer', () => {
    const body = {
      operations: [
        { op: 'add_text', text: 1, bold: true },
        { op: 'add_heading', level: 7 },
        { op: 'add_table', columns: ['a', 'b'], rows: [[1], [{ text: 'x', html: 'y' }, []]], csv: 'a,b' },
        5,
      ],
      document: { size: 'A9', margin: { top: '2em' } },
      output: { pages: '5-2', colour: true },
      extra: 1,
    };
    expect(problemOf(body)?.slug).to.equal('invalid-request');
    expect(pointersOf(body)).to.have.members([
      '/operations/0/text',
      '/operations/0/bold',
      '/operations/1/text',
      '/operations/1/level',
      '/operations/2',
      '/operations/2/rows/0',
      '/operations/2/rows/1/0',
      '/operations/2/rows/1/1',
      '/operations/3',
      '/document/size',
      '/document/margin/top',
      '/output/pages',
      '/output/colour',
      '/extra',
    ]);
  });

  it('with an unknown operation has that problem, and all mistakes besides', () => {
    const problem = problemOf({ operations: [{ op: 'add_hologram' }, { op: 'add_text' }] });
    expect(problem?.slug).to.equal('unknown-operation');
    expect(problem?.errors.map(({ pointer }) => pointer)).to.deep.equal(['/operations/0/op', '/operations/1/text']);
  });

  it('is told of no more than 100 mistakes', () => {
    expect(mistakesOf({ operations: Array.from({ length: 500 }, () => ({ op: 'add_text' })) })).to.have.length(100);
    expect(
      mistakesOf({ operations: [{ op: 'add_table', columns: ['a'], rows: Array.from({ length: 500 }, () => [[]]) }] }),
    ).to.have.length(100);
  });

  it('knows common fields on what flows, and on nothing else', () => {
    expect(valid({ operations: [{ ...text, id: 'intro', lang: 'de-AT', position: { x: 10, y: '2cm' } }] })).to.equal(
      true,
    );
    expect(
      pointersOf({
        operations: [
          { op: 'add_page_break', id: 'x' },
          { ...text, position: { x: 1 } },
          { ...text, id: 'colophon-1' },
        ],
      }),
    ).to.deep.equal(['/operations/0/id', '/operations/1/position/y', '/operations/2/id']);
  });

  it('may use an id once', () => {
    expect(
      pointersOf({
        operations: [
          { ...text, id: 'a' },
          { ...text, id: 'a' },
        ],
      }),
    ).to.deep.equal(['/operations/0/id', '/operations/1/id']);
  });

  it('takes language tags that are some', () => {
    const lang = (tag: string) =>
      pointersOf({
        document: { lang: tag },
        operations: [
          { ...text, lang: tag },
          { op: 'add_template', source: 'x', locale: tag },
        ],
      });
    for (const tag of ['en', 'de-AT', 'zh-Hant-TW', 'en-x-a']) expect(lang(tag), tag).to.deep.equal([]);
    for (const tag of ['en-a', 'abcd', 'en-US-US', 'e', 'en_US'])
      expect(lang(tag), tag).to.have.members(['/document/lang', '/operations/0/lang', '/operations/1/locale']);
  });

  it('has no custom metadata of the names of standard entries', () => {
    expect(
      pointersOf({
        document: { metadata: { custom: { Title: 'x', Ref: 'y', Titles: 'z' } } },
        operations: [{ op: 'set_metadata', custom: { Producer: 'x' } }],
      }),
    ).to.deep.equal(['/document/metadata/custom/Title', '/operations/0/custom/Producer']);
  });

  it('is told in words of its own what is wrong with lists, texts and names', () => {
    const message = (body: object) => mistakesOf({ operations: [text], ...body })[0]?.message;
    expect(message({ operations: [] })).to.equal('`operations` must have at least 1 item');
    expect(message({ operations: Array.from({ length: 20_001 }, () => text) })).to.equal(
      '`operations` has more than the 20000 items that are allowed',
    );
    expect(message({ output: { failOn: ['console', 'console'] } })).to.equal("'console' is in the list twice");
    expect(message({ document: { assets: { 'a\\b.png': 'aGk=' } } })).to.match(
      /^`a\\b.png` is no name for an asset: it has to be a relative name/,
    );
    expect(message({ document: { metadata: { keywords: ['a', 1] } } })).to.equal('`keywords[1]` must be a string');
    expect(message({ operations: [{ op: 'add_table', columns: ['a'], csv: '' }] })).to.match(/^`csv`/);
    expect(mistakesOf({ operations: [{ op: 'add_table', columns: ['a'], csv: '' }] })).to.have.length(1);
    expect(message({ operations: [{ op: 'x'.repeat(1000) }] })?.length).to.be.below(200);
  });

  it('refuses links that run something', () => {
    expect(
      pointersOf({
        operations: [
          { ...text, link: 'javascript:alert(1)' },
          { ...text, link: '../x' },
          { ...text, link: 'https://example.com/a?b#c' },
          { ...text, link: '#intro' },
        ],
      }),
    ).to.deep.equal(['/operations/0/link', '/operations/1/link']);
  });

  it('refuses what could leave its CSS declaration', () => {
    for (const color of ['red;}', 'url(x)', 'rgb(0 0 0);x', 'expression(1)', '#12'])
      expect(valid({ operations: [{ ...text, color }] }), color).to.equal(false);
    for (const font of ['A"; x', 'a;b', "x'}", ''])
      expect(valid({ operations: [{ ...text, font }] }), font).to.equal(false);
  });
});

describe('parts of a render request that do not go together', () => {
  const render = (output: object, document: object = {}, more: object[] = []) =>
    pointersOf({ operations: [text, ...more], output, document });

  it('are conformance and encryption, told at both ends', () => {
    expect(render({ conformance: 'PDF/A-2b', encryption: { userPassword: 'x' } })).to.deep.equal([
      '/output/conformance',
      '/output/encryption',
    ]);
    expect(render({ conformance: ['PDF/UA-1', 'PDF/A-2b'], encryption: { userPassword: 'x' } })).to.deep.equal([
      '/output/conformance/0',
      '/output/encryption',
      '/output/conformance/1',
      '/output/encryption',
    ]);
  });

  it('are PDF/A-1 or -2 and attachments', () => {
    const attachments = [{ name: 'a.txt', data: 'aGk=' }];
    expect(render({ conformance: 'PDF/A-1b', attachments })).to.deep.equal([
      '/output/conformance',
      '/output/attachments',
    ]);
    expect(render({ conformance: 'PDF/A-3b', attachments })).to.deep.equal([]);
  });

  it('are two parts of PDF/A, and levels that need tags without tags', () => {
    expect(render({ conformance: ['PDF/A-2b', 'PDF/A-3b'] })).to.deep.equal([
      '/output/conformance/0',
      '/output/conformance/1',
    ]);
    expect(render({ conformance: 'PDF/UA-1', tagged: false })).to.deep.equal(['/output/conformance', '/output/tagged']);
  });

  it('are permissions without an owner password', () => {
    expect(render({ encryption: { userPassword: 'x', permissions: ['print'] } })).to.deep.equal([
      '/output/encryption/permissions',
      '/output/encryption/ownerPassword',
    ]);
    expect(render({ encryption: {} })).to.deep.equal(['/output/encryption']);
    expect(render({ encryption: { ownerPassword: 'x', permissions: [] } })).to.deep.equal([]);
  });

  it('are the same bytes every time, and encryption or the date', () => {
    expect(render({ deterministic: true, encryption: { userPassword: 'x' } })).to.deep.equal([
      '/output/deterministic',
      '/output/encryption',
    ]);
    expect(
      render({ deterministic: true }, { footer: { text: '{date}' } }, [{ op: 'set_header', html: '<b>{date}</b>' }]),
    ).to.deep.equal(['/output/deterministic', '/document/footer/text', '/operations/1/html']);
    expect(render({}, { footer: { text: '{date}' } })).to.deep.equal([]);
  });

  it('are margins and a page that is smaller than they', () => {
    expect(render({}, { size: 'A6', margin: 200 })).to.deep.equal(['/document/margin']);
    expect(render({}, {}, [{ op: 'add_page', size: { width: 100, height: 100 } }])).to.deep.equal([
      '/operations/1/margin',
    ]);
  });

  it('are names of assets and assets of other names', () => {
    const assets = { 'logo.png': 'aGk=' };
    expect(
      render({}, { assets }, [
        { op: 'add_image', asset: 'logo.svg' },
        { op: 'add_image', asset: 'logo.png' },
      ]),
    ).to.deep.equal(['/operations/1/asset']);
    expect(render({}, { assets, background: 'logo.png' })).to.deep.equal([]);
    expect(render({}, { assets, background: 'other.png' })).to.deep.equal(['/document/background']);
  });
});

describe('the JSON Schema of a render request', () => {
  const check = new Ajv2020({ strict: false, allErrors: false }).compile(input.jsonSchema);
  const examples = operations.map(({ name, example }) => ({ op: name, ...example }));

  it('takes the example of every operation, as validation does', () => {
    for (const example of examples) {
      expect(check({ operations: [example] }), `${example.op}: ${JSON.stringify(check.errors)}`).to.equal(true);
      expect(mistakesOf({ operations: [example] }), example.op).to.deep.equal([]);
    }
  });

  it('agrees with validation on every example with one field changed, added or taken away', () => {
    const value = fc.oneof(
      fc.constant(undefined),
      fc.constant(null),
      fc.boolean(),
      fc.constantFrom(-1, 0, 1, 3, 0.5),
      fc.constantFrom('x', 'add_text', ' '),
      fc.constant([]),
      fc.constant({}),
      fc.constant([[null, 1, { text: 'x' }]]),
      fc.constant({ text: 'x', html: 'y' }),
    );
    const names = [
      ...new Set([
        ...examples.flatMap((example) => Object.keys(example)),
        'type',
        'id',
        'lang',
        'position',
        'link',
        'align',
        'rows',
        'csv',
        'html',
        'text',
        'on',
        'unknown',
      ]),
    ];
    fc.assert(
      fc.property(fc.constantFrom(...examples), fc.constantFrom(...names), value, (example, name, changed) => {
        const body = JSON.parse(JSON.stringify({ operations: [{ ...example, [name]: changed }] })) as unknown;
        expect(check(body), JSON.stringify({ body, mistakes: mistakesOf(body) })).to.equal(
          valid(body) || onlyBeyondSchema(body),
        );
      }),
      { numRuns: times(300, 1000) },
    );
  });

  it('agrees with validation on document and output', () => {
    const value = fc.oneof(
      fc.constant(null),
      fc.boolean(),
      fc.constantFrom(-1, 0, 1, 2, 0.5),
      fc.constantFrom('x', 'A4', '10mm', '1-3', 'en', 'PDF/A-3b', 'print'),
      fc.constant([]),
      fc.constant(['font']),
      fc.constant({}),
      fc.constant({ text: 'x' }),
      fc.constant({ text: 'x', html: 'y' }),
    );
    const fields = (part: string) =>
      Object.keys((input.jsonSchema.properties as Record<string, { properties: object }>)[part]!.properties);
    const field = fc.constantFrom(
      ...['document', 'output'].flatMap((part) => [...fields(part), 'unknown'].map((name) => [part, name] as const)),
    );
    fc.assert(
      fc.property(field, value, ([part, name], changed) => {
        const body = { operations: [text], [part]: { [name]: changed } };
        expect(check(body), JSON.stringify({ body, mistakes: mistakesOf(body) })).to.equal(
          valid(body) || onlyBeyondSchema(body),
        );
      }),
      { numRuns: times(300, 1000) },
    );
  });

  /** The messages of mistakes that no JSON Schema can express. */
  const beyondSchema = [
    /the row fills/,
    /past the table/,
    /covers/,
    /has no column/,
    /rows that are arrays have no names/,
    /no row has a key/,
    /can not be read/,
    /does not go with/,
    /must be a CSS colour or the name/,
    /is the name of none/,
    /not in `document.assets`/,
    /needs a/,
    /leaves less than/,
    /base64/,
    /standard/,
    /the series has/,
    /\[x, y\]/,
    /goe?s? with/,
    /of a whole/,
    /a pie /,
    /its `name` names it/,
    / takes .*; /,
    /widths? for \d+ columns?/,
    /in a column/,
    /levels deep/,
  ];

  /** True when only validation can see the mistakes: parts against each other, content of strings. */
  function onlyBeyondSchema(body: unknown): boolean {
    return mistakesOf(body).every(({ message }) => beyondSchema.some((pattern) => pattern.test(message)));
  }
});

describe('validation of a table', () => {
  it('takes a million cells', () => {
    const rows = Array.from({ length: 100_000 }, (_, index) => [
      index,
      `text ${index}`,
      1,
      2.5,
      true,
      null,
      'a',
      'b',
      'c',
      'd',
    ]);
    expect(valid({ operations: [{ op: 'add_table', columns: 'a b c d e f g h i j'.split(' '), rows }] })).to.equal(
      true,
    );
  });
});
