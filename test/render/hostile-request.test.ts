import { expect } from 'chai';
import { problemOf } from '../support/rendering.ts';

const many = <T>(length: number, value: T): T[] => new Array<T>(length).fill(value);
const keys = (length: number) => Object.fromEntries(many(length, 0).map((_, index) => [`k${index}`, 1]));
const text = { op: 'add_text', text: 'x' };
const table = (more: object) => ({ operations: [{ op: 'add_table', columns: ['a'], ...more }] });

describe('A wrong body of many megabytes', () => {
  const bodies: Record<string, unknown> = {
    'eight million wrong keywords': { operations: [text], document: { metadata: { keywords: many(7_900_000, 1) } } },
    '90,000 wrong keywords': { operations: [text], document: { metadata: { keywords: many(90_000, 1) } } },
    '200,000 unknown keys': { operations: [text], document: keys(200_000) },
    'a hundred columns of 900 unknown keys': {
      operations: [{ op: 'add_table', rows: [], columns: many(100, keys(900)) }],
    },
    'half a million wrong items': { operations: [{ op: 'add_list', items: many(500_000, 1) }] },
    'a wrong item after many right ones': { operations: [{ op: 'add_list', items: [...many(99_000, 'x'), 1] }] },
    'a million wrong operations': { operations: many(1_000_000, 1) },
    '100,000 operations': { operations: many(100_000, text) },
    'wrong warnings to fail on': { operations: [text], output: { failOn: many(90_000, 'console') } },
    'wrong permissions': {
      operations: [text],
      output: { encryption: { ownerPassword: 'x', permissions: many(90_000, 1) } },
    },
    'wrong standards': { operations: [text], output: { conformance: many(90_000, 1) } },
    'wrong fonts': { operations: [text], document: { fonts: many(90_000, 1) } },
    'wrong attachments': { operations: [text], output: { attachments: many(90_000, {}) } },
    'wrong cookies': { operations: [{ op: 'add_url', url: 'https://a.b/', cookies: many(90_000, 1) }] },
    'wrong columns': { operations: [{ op: 'add_table', rows: [], columns: many(90_000, 1) }] },
    'a row of wrong cells': table({ rows: [many(4_000_000, [])] }),
    'rows of wrong cells': table({ rows: many(2_000_000, [[]]) }),
    'a row that is too long': table({ rows: [many(4_000_000, 1)] }),
    'a row of wrong fields': table({ rows: [[keys(400_000)]] }),
    'a page range of millions': { operations: [text], output: { pages: many(4_000_000, '1').join(',') } },
    'a key of megabytes': { operations: [text], ['x'.repeat(8_000_000)]: 1 },
    'an operation of a name of megabytes': { operations: [{ op: 'x'.repeat(8_000_000) }] },
    'a wrong text of megabytes': {
      operations: [{ ...text, color: 'x'.repeat(8_000_000), link: 'x'.repeat(8_000_000), font: '{'.repeat(100_000) }],
    },
    'CSV whose first line does not end': table({ csv: `"${'x'.repeat(8_000_000)}` }),
  };
  for (const [name, body] of Object.entries(bodies)) {
    it(`(${name}) is refused with pointers`, () => {
      const problem = problemOf(body);
      expect(problem?.status, problem?.message).to.equal(400);
      expect(problem?.errors).to.have.length.within(1, 100);
      expect(JSON.stringify(problem?.errors).length).to.be.below(100_000);
    });
  }

  it('that nests without end is refused, and never a failure of the service', () => {
    let deep: unknown = {};
    for (let level = 0; level < 50_000; level += 1) deep = { deep };
    for (const body of [deep, { operations: [{ ...text, deep }] }]) {
      expect(problemOf(body)?.slug).to.equal('invalid-request');
      expect(problemOf(body)?.errors[0]?.message).to.contain('nests deeper than 200 levels');
    }
  });
});
