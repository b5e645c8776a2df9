import { expect } from 'chai';
import { criteria } from '../../../src/pdf/conformance/accessibility/wcag-criteria.ts';
import { rules } from '../../../src/pdf/conformance/rules/rules.ts';

const sentence = /^[A-Za-z][^]*[^.]\.$/;

describe('The words of each rule of conformance', () => {
  const findings = criteria.flatMap(({ id, finding }) => (finding === undefined ? [] : [{ id, ...finding }]));
  const worded = [...rules, ...findings];

  it('state what is required, what is wrong and how it is repaired, each as a sentence', () => {
    for (const { id, requirement, fault, fix } of worded)
      for (const text of [requirement, fault, fix]) expect(text, id).to.match(sentence);
  });

  it('state a fault that is not the requirement', () => {
    const same = worded.filter(({ requirement, fault }) => requirement === fault || requirement.startsWith(fault));
    expect(same.map(({ id }) => id)).to.deep.equal([]);
  });

  it('do not state the requirement of another rule as a fault', () => {
    const requirements = new Set(worded.map(({ requirement }) => requirement));
    expect(worded.filter(({ fault }) => requirements.has(fault)).map(({ id }) => id)).to.deep.equal([]);
  });
});
