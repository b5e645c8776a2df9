import { expect } from 'chai';
import fc from 'fast-check';
import { bytes, domains, duration, origins, url } from '../../src/config/setting-kinds.ts';

const units = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;
const multiples = { '': 1, B: 1, kB: 1e3, KB: 1e3, MB: 1e6, KiB: 1024, kib: 1024, MiB: 1024 ** 2 } as const;

describe('A duration', () => {
  it('is its number in its unit, whatever they are', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8000 }),
        fc.constantFrom(...(['ms', 's', 'm', 'h'] as const)),
        (number, unit) => {
          expect(duration().parse(`${number}${unit}`)).to.deep.equal({ value: number * units[unit] });
        },
      ),
    );
  });

  it('is in seconds without a unit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), (number) => {
        expect(duration().parse(String(number))).to.deep.equal({ value: number * 1000 });
      }),
    );
  });

  it('is above zero and finite, or a mistake: whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9.]{1,30}(ms|s|m|h|d)?$/)), (text) => {
        const parsed = duration().parse(text);
        if ('value' in parsed) expect(parsed.value).to.be.greaterThan(0).and.to.satisfy(Number.isSafeInteger);
        else expect(parsed.mistake).to.contain('not a duration');
      }),
    );
  });

  it('is a mistake when it is negative, zero, endless or of an unknown unit', () => {
    for (const text of ['-1s', '0', '0ms', '5 fortnights', '1e3', 'Infinity', '99999h', '1m30s', ''])
      expect(duration().parse(text), text).to.have.property('mistake');
  });
});

describe('A size', () => {
  it('is its number in its unit, decimal or binary', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2000 }),
        fc.constantFrom(...(Object.keys(multiples) as (keyof typeof multiples)[])),
        (number, unit) => {
          expect(bytes().parse(`${number}${unit}`)).to.deep.equal({ value: number * multiples[unit] });
        },
      ),
    );
  });

  it('fits into memory, or is a mistake: whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9.]{1,20}[kMG]?i?B?$/)), (text) => {
        const parsed = bytes().parse(text);
        if ('value' in parsed) expect(parsed.value).to.be.within(1, 2 ** 31);
        else expect(parsed.mistake).to.contain('not a size');
      }),
    );
  });
});

describe('Hosts, origins and URLs', () => {
  it('are taken as they are meant', () => {
    expect(domains().parse('cdn.example.com,*.example.org,localhost,cdn.example.com:8443')).to.have.property('value');
    expect(origins().parse('https://a.example,http://localhost:3000,*')).to.have.property('value');
    expect(url().parse('https://docs.example/problems')).to.deep.equal({ value: 'https://docs.example/problems/' });
  });

  it('are mistakes where something else was written', () => {
    for (const text of [
      'https://cdn.example.com',
      'a.*.com',
      '*',
      'a b',
      '-a.com',
      'a.com:0',
      'a.com:65536',
      'a.com:x',
    ])
      expect(domains().parse(text), text).to.have.property('mistake');
    for (const text of ['app.example.com', 'https://app.example.com/', 'https://app.example.com/path', 'ftp://x'])
      expect(origins().parse(text), text).to.have.property('mistake');
    for (const text of ['colophon.dev', 'ftp://a/', 'javascript:alert(1)'])
      expect(url().parse(text), text).to.have.property('mistake');
  });
});
