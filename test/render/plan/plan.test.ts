import { expect } from 'chai';
import { plan, tierOf } from '../../../src/render/plan/plan.ts';
import { input, operations, slugOf } from '../../support/rendering.ts';

const steps = (body: object) =>
  plan(input.validate({ operations: [{ op: 'add_text', text: 'x' }], ...body }), operations);

describe('a plan', () => {
  it('has the steps in order, with defaults, common fields and their place in the request', () => {
    expect(
      steps({
        operations: [
          { op: 'add_text', text: 'x', id: 'a' },
          { type: 'add_heading', text: 'y', lang: 'fr', position: { x: 1, y: '2mm' } },
        ],
      }),
    ).to.deep.equal([
      { name: 'add_text', tier: 'core', pointer: '/operations/0', params: { text: 'x' }, id: 'a' },
      {
        name: 'add_heading',
        tier: 'core',
        pointer: '/operations/1',
        params: { text: 'y', level: 1, bookmark: true },
        lang: 'fr',
        position: { x: 1, y: '2mm' },
      },
    ]);
  });

  it('needs the highest tier of its steps', () => {
    const [step] = steps({});
    expect(tierOf([])).to.equal('core');
    expect(tierOf([step!, { ...step!, tier: 'enterprise' }, { ...step!, tier: 'pro' }])).to.equal('enterprise');
  });

  it('leaves to the end what only the finished document shows', () => {
    expect(slugOf(() => steps({ output: { conformance: 'PDF/A-3b' } }))).to.equal('none');
    expect(slugOf(() => steps({ output: { attachments: [{ name: 'a', data: 'aGk=' }], forms: true } }))).to.equal(
      'none',
    );
  });
});
