import { expect } from 'chai';
import fc from 'fast-check';
import { Registry } from '../../src/metrics/registry.ts';
import { readExposition, valueOf } from '../support/exposition.ts';

describe('The text of the metrics', () => {
  it('has name, help and type of each series before its samples', async () => {
    const registry = new Registry();
    registry.counter('requests_total', 'Requests.', ['route', 'status']).inc({ route: '/a', status: '200' }, 2);
    registry.gauge('open', 'Open ones.', [], () => [{ labels: {}, value: 3 }]);
    expect(await registry.text()).to.equal(
      [
        '# HELP requests_total Requests.',
        '# TYPE requests_total counter',
        'requests_total{route="/a",status="200"} 2',
        '# HELP open Open ones.',
        '# TYPE open gauge',
        'open 3',
        '',
      ].join('\n'),
    );
  });

  it('adds up what has the same labels, in whatever order they are given', async () => {
    const registry = new Registry();
    const counter = registry.counter('c', 'C.', ['a', 'b']);
    counter.inc({ a: '1', b: '2' });
    counter.inc({ b: '2', a: '1' }, 4);
    counter.inc({ a: '2', b: '1' });
    const read = readExposition(await registry.text());
    expect([valueOf(read, 'c', { a: '1' }), valueOf(read, 'c', { a: '2' })]).to.deep.equal([5, 1]);
  });

  it('escapes what stands in labels and help', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary' }),
        fc.string().filter((text) => !/[\r\n]/.test(text)),
        async (value, help) => {
          const registry = new Registry();
          registry.counter('c', `${help}\n`, ['label']).inc({ label: value });
          const { samples } = readExposition(await registry.text()).get('c')!;
          expect(samples).to.deep.equal([{ name: 'c', labels: { label: value }, value: 1 }]);
        },
      ),
    );
  });

  it('counts seconds in buckets that hold all that is smaller', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.double({ min: 0, max: 100, noNaN: true }), { maxLength: 50 }), async (values) => {
        const registry = new Registry();
        const histogram = registry.histogram('h', 'H.', ['of']);
        for (const value of values) histogram.observe({ of: 'x' }, value);
        const samples = readExposition(await registry.text()).get('h')?.samples ?? [];
        const buckets = samples.filter(({ name }) => name === 'h_bucket');
        for (const { labels, value } of buckets)
          expect(value).to.equal(values.filter((one) => labels.le === '+Inf' || one <= Number(labels.le)).length);
        expect(buckets).to.have.length(values.length === 0 ? 0 : 14);
        if (values.length > 0)
          expect(
            samples.filter(({ name }) => name !== 'h_bucket').map(({ name, value }) => [name, value]),
          ).to.deep.equal([
            ['h_sum', values.reduce((sum, value) => sum + value, 0)],
            ['h_count', values.length],
          ]);
      }),
    );
  });

  it('goes on without what can not be read just now', async () => {
    const registry = new Registry();
    registry.gauge('away', 'Away.', [], () => Promise.reject(new Error('the store is away')));
    registry.gauge('here', 'Here.', [], () => [{ labels: {}, value: 1 }]);
    const read = readExposition(await registry.text());
    expect([read.get('away')?.samples, read.get('here')?.samples.length]).to.deep.equal([[], 1]);
  });

  it('names nothing twice', () => {
    const registry = new Registry();
    registry.counter('c', 'C.');
    expect(() => registry.histogram('c', 'C.')).to.throw('already been registered');
  });
});
