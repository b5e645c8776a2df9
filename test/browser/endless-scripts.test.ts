import { expect } from 'chai';
import { textOf } from '../support/pdf.ts';
import { startService, keys, pdfOf, type OwnService } from '../support/service.ts';

const script = (code: string, more: object = {}) => ({
  operations: [{ op: 'add_html', html: `<p>text</p><script>${code}</script>`, ...more }],
});

describe('A script that does not return', () => {
  let service: OwnService;
  before(async () => (service = await startService({ SERVICE_SCRIPT_TIMEOUT: '1s', SERVICE_WORKER_COUNT: '1' })));
  after(() => service.stop());

  const endless: Readonly<Record<string, object>> = {
    'at once': script('for (;;) {}'),
    'from a timer': script('setTimeout(() => { for (;;) {} }, 50)', { waitFor: { delay: 500 } }),
    'in a promise': script('(function next() { Promise.resolve().then(next) })()'),
    'while the page loads': {
      operations: [{ op: 'add_html', html: '<p>text<img alt="" src="data:," onerror="for (;;) {}">' }],
    },
    'before the print': script('addEventListener("beforeprint", () => { for (;;) {} })'),
    'in a listener of a media query': script(
      'matchMedia("(max-width: 797px)").addEventListener("change", () => { for (;;) {} })',
    ),
    'in a regular expression': script('/^(a+)+$/.test("a".repeat(60) + "b")'),
    'in a condition to wait for': script('let a = 1', { waitFor: { expression: '(() => { for (;;) {} })()' } }),
  };

  for (const [when, body] of Object.entries(endless)) {
    it(`${when} is stopped, answers 422, and holds up nobody else`, async () => {
      const [answer, other] = await Promise.all([
        service.render(body),
        service.render({ operations: [{ op: 'add_text', text: 'another client' }] }),
      ]);
      expect([answer.status, answer.json().type.split('/').at(-1), answer.json().detail]).to.deep.equal([
        422,
        'render-failed',
        'A script of the document ran for 1 s without a pause, and was stopped.',
      ]);
      expect(answer.json().errors).to.deep.equal([{ pointer: '/operations/0', message: answer.json().detail }]);
      expect(await textOf(pdfOf(other))).to.contain('another client');
      expect(await textOf(pdfOf(await service.render(script('document.body.append(" and a script")'))))).to.match(
        /text\s+and a script/,
      );
    });
  }

  it('is no matter where it pauses', async () => {
    const busy =
      'let left = 8; (function work() { const end = performance.now() + 200; while (performance.now() < end); ' +
      'if (left-- > 0) setTimeout(work, 1); else document.title = "done" })()';
    const answer = await service.render(script(busy, { waitFor: { expression: 'document.title === "done"' } }));
    expect(await textOf(pdfOf(answer))).to.contain('text');
  });
});

describe('A client that floods the service with scripts that do not return', () => {
  let service: OwnService;
  before(
    async () =>
      (service = await startService({
        SERVICE_SCRIPT_TIMEOUT: '1s',
        SERVICE_WORKER_COUNT: '2',
        SERVICE_QUEUE_LIMIT: '10',
      })),
  );
  after(() => service.stop());

  it('fills neither the pages nor the queue: the first request of another client waits for one print', async () => {
    let ended = 0;
    const flood = Array.from({ length: 14 }, () =>
      service.render(script('for (;;) {}')).then(({ status }) => ((ended += 1), status)),
    );
    while (ended < 2) await new Promise((resolve) => setTimeout(resolve, 20)); // two are refused: 2 print, 10 wait
    const before = ended;
    const text = await textOf(
      pdfOf(await service.render({ operations: [{ op: 'add_text', text: 'another client' }] }, { key: keys.pro })),
    );
    expect(text).to.contain('another client');
    expect(ended - before, 'prints of the flood that ended before').to.be.at.most(4);
    const statuses = await Promise.all(flood);
    expect(statuses.filter((status) => status !== 422 && status !== 503)).to.deep.equal([]);
    expect(statuses.filter((status) => status === 422)).to.have.length.at.least(8);
  });
});
