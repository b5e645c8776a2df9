import { expect } from 'chai';
import { split } from '../../../../src/editions/core/tools/split.ts';
import { examplePdf } from '../../../../src/editions/example-pdf.ts';
import { bearer, problemOf } from '../../../support/http.ts';
import { bombFile, packed } from '../../../pdf/hostile/bomb-file.ts';
import { checkSyntax, textOf } from '../../../support/pdf.ts';
import { startTools, type ToolService } from '../../../support/tools.ts';

const pdf = Buffer.from(examplePdf('A', 'B', 'C', 'D', 'E'), 'base64');

interface Parts {
  readonly documents: readonly { readonly filename: string; readonly data: string; readonly pages: number }[];
  readonly report: { readonly warnings: readonly { readonly message: string }[] };
}

describe('split', () => {
  let service: ToolService;
  before(async () => {
    service = await startTools(split);
  });
  after(() => service.stop());

  const send = (options: object, headers: Record<string, string> = {}): Promise<Response> =>
    service.send('split', [{ name: 'letters.pdf', bytes: pdf }], options, headers);
  const partsOf = async (options: object): Promise<Parts> =>
    (await send(options, { accept: 'application/json' })).json() as Promise<Parts>;
  const lettersOf = async (options: object): Promise<string[]> =>
    Promise.all(
      (await partsOf(options)).documents.map(async ({ data }) =>
        (await textOf(Buffer.from(data, 'base64'))).replaceAll(/[^A-Z]/g, ''),
      ),
    );

  it('makes a part of each range, in its order, and for every so many pages', async () => {
    expect(await lettersOf({ ranges: ['2-3', '5,1', '4-'] })).to.deep.equal(['BC', 'EA', 'DE']);
    expect(await lettersOf({ every: 2 })).to.deep.equal(['AB', 'CD', 'E']);
  });

  it('begins a part where the text is', async () => {
    expect(await lettersOf({ atText: 'D' })).to.deep.equal(['ABC', 'DE']);
    expect((await partsOf({ atText: 'nowhere' })).report.warnings[0]?.message).to.contain('No page holds the text');
  });

  it('keeps parts within a size, and tells which pages are larger', async () => {
    const { documents } = await partsOf({ maxBytes: 1_000_000 });
    expect(documents.map(({ pages }) => pages)).to.deep.equal([5]);
    expect((await partsOf({ maxBytes: 10 })).documents).to.have.length(5);
  });

  it('tells where there is nothing to split at', async () => {
    for (const at of [{ atBookmarks: 1 }, { atBlankPages: true }]) {
      const { documents, report } = await partsOf(at);
      expect([documents.length, report.warnings.length]).to.deep.equal([1, 1]);
    }
  });

  it('names its parts by the pattern, and by the document', async () => {
    expect((await partsOf({ every: 2 })).documents.map(({ filename }) => filename)).to.deep.equal([
      'letters-1.pdf',
      'letters-2.pdf',
      'letters-3.pdf',
    ]);
    expect(
      (await partsOf({ every: 2, names: 'pages {from}-{to} of {name}' })).documents.map(({ filename }) => filename),
    ).to.deep.equal(['pages 1-2 of letters.pdf', 'pages 3-4 of letters.pdf', 'pages 5-5 of letters.pdf']);
    expect(
      new Set((await partsOf({ every: 1, names: '../same' })).documents.map(({ filename }) => filename)).size,
    ).to.equal(5);
  });

  it('warns of a placeholder that it does not know, and names the one that was meant', async () => {
    const { documents, report } = await partsOf({ every: 3, names: '{nme}-{n} {what}' });
    expect(documents.map(({ filename }) => filename)).to.deep.equal(['{nme}-1 {what}.pdf', '{nme}-2 {what}.pdf']);
    expect(report.warnings.map(({ message }: { message: string }) => message).join('\n')).to.match(
      /\{nme\}, which is no placeholder.*mean \{name\}\?\n.*\{what\}.*Placeholders are \{n\}, \{parts\}/,
    );
  });

  describe('with names from the text', () => {
    const invoices = Buffer.from(
      examplePdf('Invoice 4711 of Acme', 'page two', 'Invoice a/b:c of Globex', 'page two', 'Reminder', 'page two'),
      'base64',
    );
    const named = async (options: object, bytes: Uint8Array = invoices) => {
      const headers = { accept: 'application/json' };
      const response = await service.send('split', [{ name: 'post.pdf', bytes }], { every: 2, ...options }, headers);
      const { documents, report } = (await response.json()) as Parts;
      return {
        filenames: documents.map(({ filename }) => filename),
        warnings: report.warnings.map(({ message }) => message),
      };
    };

    it('names each part by what the first group matches on its first page, as a safe name', async () => {
      const { filenames, warnings } = await named({ names: '{n} {text}', nameText: 'Invoice (\\S+) of (\\w+)' });
      expect(filenames).to.deep.equal(['1 4711.pdf', '2 a_b_c.pdf', '3 post-3.pdf']);
      expect(warnings).to.have.length(1);
      expect(warnings[0]).to.match(/matches nothing on the first page of part 3\. There, \{text\} is the name/);
    });

    it('takes the whole match where there is no group, and the first group that takes part', async () => {
      const whole = await named({ names: '{text}', nameText: '^(?:Invoice|Reminder).*$' });
      expect(whole).to.deep.equal({
        filenames: ['Invoice 4711 of Acme.pdf', 'Invoice a_b_c of Globex.pdf', 'Reminder.pdf'],
        warnings: [],
      });
      const either = await named({ names: '{text}', nameText: '(?i)invoice (\\S+)|(reminder)' });
      expect(either).to.deep.equal({ filenames: ['4711.pdf', 'a_b_c.pdf', 'Reminder.pdf'], warnings: [] });
    });

    it('gives no name twice, and none that is too long for a file system', async () => {
      expect((await named({ names: '{text}', nameText: 'Invoice' })).filenames).to.deep.equal([
        'Invoice.pdf',
        'Invoice-2.pdf',
        'post-3.pdf',
      ]);
      const long = `${'\u{1F4C4}'.repeat(79)}{text}`;
      for (const name of (await named({ names: long, nameText: '(Invoice|Reminder)' })).filenames)
        expect(Buffer.byteLength(name)).to.be.within(200, 255);
    });

    it('reads the first page of each part, wherever parts begin', async () => {
      const options = { names: '{text}', nameText: 'Invoice (\\d+)|(Globex)|(Reminder)' };
      const filenames = ['4711.pdf', 'Globex.pdf', 'Reminder.pdf'];
      const at = { every: undefined, ranges: ['1-2', '3-4', '5'] };
      expect(await named({ ...options, ...at })).to.deep.equal({ filenames, warnings: [] });
      const text = { every: undefined, atText: 'e', names: '{text}', nameText: '(\\w+)$' };
      expect((await named(text)).filenames).to.deep.equal([
        'Acme.pdf',
        'two.pdf',
        'Globex.pdf',
        'two-2.pdf',
        'Reminder.pdf',
        'two-3.pdf',
      ]);
    });

    it('warns of an expression without a place in the names', async () => {
      const { warnings } = await named({ names: '{n}', nameText: 'Invoice' });
      expect(warnings).to.deep.equal(['`nameText` has no effect, because `names` does not have {text}.']);
    });

    it('is refused without its expression, and with one that is not RE2', async () => {
      for (const [options, message] of [
        [{ names: '{text}' }, 'is required, because `names` has `{text}`'],
        [{ names: '{text}', nameText: '(' }, 'not a regular expression in RE2 syntax'],
        [{ names: '{text}', nameText: '(a)\\1' }, 'not a regular expression in RE2 syntax'],
        [{ names: '{text}', nameText: '' }, 'must have 1 to 500 characters'],
        [{ names: '{text}', nameText: 4 }, 'must be a string'],
      ] as const) {
        const { slug, status, errors } = await problemOf(await send({ every: 1, ...options }));
        expect([slug, status], message).to.deep.equal(['invalid-request', 400]);
        expect(errors?.map(({ pointer }) => pointer)).to.deep.equal(['/nameText']);
        expect(errors?.[0]?.message).to.contain(message);
      }
    });
  });

  it('answers an archive by default, equal for equal input in each form', async () => {
    const response = await send({ every: 2 });
    expect([response.headers.get('content-type'), response.headers.get('content-disposition')]).to.deep.equal([
      'application/zip',
      'attachment; filename="letters.zip"',
    ]);
    const form = Buffer.from(await response.arrayBuffer());
    expect(Buffer.from(await (await send({ every: 2 })).arrayBuffer()).equals(form)).to.equal(true);
    const named = { names: 'part {n}' };
    const raw = await service.app.fetch('/api/v1/split?every=2&names=part+%7Bn%7D', {
      method: 'POST',
      headers: { authorization: bearer(), 'content-type': 'application/pdf' },
      body: new Uint8Array(pdf),
    });
    const json = await service.app.post('/api/v1/split', {
      document: { data: pdf.toString('base64') },
      every: 2,
      ...named,
    });
    const [one, two, three] = await Promise.all(
      [raw, json, await send({ every: 2, ...named })].map(async (answer) => Buffer.from(await answer.arrayBuffer())),
    );
    expect(one!.equals(two!) && one!.equals(three!)).to.equal(true);
  });

  it('writes parts that are in order', async () => {
    for (const { data } of (await partsOf({ every: 2 })).documents) await checkSyntax(Buffer.from(data, 'base64'));
  });

  it('is told where to split exactly once: every option that is too much is named', async () => {
    const errorsOf = async (options: object): Promise<string[]> =>
      ((await problemOf(await send(options))).errors ?? []).map(({ pointer }) => pointer);
    expect(await errorsOf({})).to.deep.equal(['']);
    expect(await errorsOf({ every: 2, ranges: ['1'] })).to.have.members(['', '/every', '/ranges']);
    expect(await errorsOf({ every: 0, ranges: ['1', '3-1'], attachments: 'some' })).to.have.members([
      '',
      '/every',
      '/every',
      '/ranges',
      '/ranges/1',
      '/attachments',
    ]);
    expect(await errorsOf({ atBlankPages: false, x: 1 })).to.have.members(['/atBlankPages', '/x']);
    for (const at of [
      { ranges: [] },
      { ranges: '1-2' },
      { every: 1.5 },
      { atBookmarks: 0 },
      { maxBytes: '5MB' },
      { atText: ' ' },
    ])
      expect(await problemOf(await send(at)), JSON.stringify(at)).to.include({ status: 400, slug: 'invalid-request' });
  });

  it('says which range leaves the document', async () => {
    expect(await problemOf(await send({ ranges: ['1', '4-6'] })))
      .to.include({ status: 422, slug: 'page-out-of-range' })
      .and.have.nested.property('errors[0].pointer', '/ranges/1');
  });

  it('runs its examples', async () => {
    for (const [name, body] of Object.entries(split.examples))
      expect((await service.app.post('/api/v1/split', body)).status, name).to.equal(200);
  });

  it('takes a document with a reference XObject, in pieces of every kind', async () => {
    const proxy = packed(
      '0 0 5 5 re f',
      '/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Ref<</F(other.pdf)/Page 0/ID[(a)(b)]>>',
    );
    const reference = bombFile({ resources: '/XObject<</F 10 0 R>>', content: '/F Do', objects: [proxy] });
    for (const options of [{ every: 1 }, { ranges: ['1'] }, { ranges: ['1', '1'] }]) {
      const response = await service.send('split', [{ name: 'reference.pdf', bytes: reference }], options, {
        accept: 'application/json',
      });
      expect(response.status, await response.clone().text()).to.equal(200);
      for (const { data } of ((await response.json()) as Parts).documents)
        await checkSyntax(Buffer.from(data, 'base64'));
    }
  });
});
