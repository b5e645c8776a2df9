import { expect } from 'chai';
import { textOf } from '../support/pdf.ts';
import { startService, pdfOf, type Json, type OwnService } from '../support/service.ts';

/** What a page waits for before it is printed, and what becomes of it when that never comes. */
describe('`waitFor`', () => {
  let service: OwnService;
  before(async () => {
    service = await startService({ SERVICE_WORKER_COUNT: '1', SERVICE_REQUEST_TIMEOUT: '20s' });
  });
  after(() => service.stop());

  const refusal = async (waitFor: object, clock: string, html = '<p>x</p><script>1</script>') => {
    const began = Date.now();
    const answer = await service.render({ operations: [{ op: 'add_html', html, waitFor }], document: { clock } });
    const { type, detail, errors } = answer.json();
    const slug = String(type).split('/').at(-1);
    return {
      status: answer.status,
      slug,
      detail,
      pointers: errors?.map(({ pointer }: Json) => pointer),
      ms: Date.now() - began,
    };
  };
  const unmet = { status: 422, slug: 'render-failed', pointers: ['/operations/0/waitFor'] };

  for (const clock of ['virtual', 'real']) {
    it(`is given up when its timeout is over, whatever it waits for, with the ${clock} clock`, async () => {
      const never = '<p>x</p><script>new Worker(URL.createObjectURL(new Blob(["for (;;) {}"])))</script>';
      for (const condition of [
        { expression: 'false' },
        { selector: '#never' },
        { expression: 'new Promise(() => {})' },
      ]) {
        const found = await refusal({ ...condition, timeout: '600ms' }, clock, never);
        expect(found, JSON.stringify(condition)).to.deep.include(unmet);
        expect(found.detail).to.contain('0.6 s');
        expect(found.ms).to.be.within(550, 5000);
      }
    });

    it(`is told where its expression or selector fails in the page, with the ${clock} clock`, async () => {
      for (const condition of [
        { expression: 'missing.ready' },
        { selector: 'p[' },
        { expression: 'Promise.reject(new Error("no"))' },
      ]) {
        const found = await refusal(condition, clock);
        expect(found, JSON.stringify(condition)).to.deep.include(unmet);
        expect(found.detail).to.match(/^`waitFor\.(expression|selector)` failed in the page: \w*Error: [^]*[^.]\.$/);
      }
    });
  }

  it('has a timeout in real time: a delay of the page is no part of it', async () => {
    const html = '<p id="t">early</p><script>setTimeout(() => { t.textContent = "late" }, 20000)</script>';
    const waitFor = { delay: 25_000, timeout: 10 };
    const answer = await service.render({ operations: [{ op: 'add_html', html, waitFor }] });
    expect(await textOf(pdfOf(answer))).to.contain('late');
    const real = await refusal({ delay: 25_000, timeout: '0.5s' }, 'real');
    expect(real).to.deep.include(unmet);
    expect(real.ms).to.be.lessThan(5000);
  });

  it('goes on no longer than its request, and can have no timeout above that', async () => {
    const short = await startService({ SERVICE_WORKER_COUNT: '1', SERVICE_REQUEST_TIMEOUT: '1s' });
    try {
      const problemOf = async (waitFor: object) => {
        const operations = [{ op: 'add_html', html: '<p>x</p><script>1</script>', waitFor }];
        const answer = await short.render({ operations });
        const { type, errors = [] } = answer.json();
        return [answer.status, String(type).split('/').at(-1), ...errors.map(({ pointer }: Json) => pointer)];
      };
      expect(await problemOf({ expression: 'false' })).to.deep.equal([504, 'request-timeout']);
      expect(await problemOf({ expression: 'false', timeout: '1001ms' })).to.deep.equal([
        400,
        'invalid-request',
        '/operations/0/waitFor/timeout',
      ]);
    } finally {
      await short.stop();
    }
  });

  it('ends at its own timeout where the request has more time', async () => {
    const real = await refusal({ expression: 'false', timeout: '200ms' }, 'real');
    expect(real).to.deep.include({ status: 422, slug: 'render-failed' });
  });

  it('is refused with a timeout that is no duration', async () => {
    for (const timeout of ['0s', 'soon', -1, 0, '2h', null, {}]) {
      const found = await refusal({ expression: 'true', timeout }, 'virtual');
      expect(found, JSON.stringify(timeout)).to.deep.include({ status: 400, slug: 'invalid-request' });
      expect(found.pointers, JSON.stringify(timeout)).to.deep.equal(['/operations/0/waitFor/timeout']);
    }
  });
});
