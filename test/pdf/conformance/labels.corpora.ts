import { expect } from 'chai';
import { clausesOf, labelled, type Labelled } from './labelled.ts';

const labels = [...labelled('verapdf'), ...labelled('bfo')];

/** What is known to be judged otherwise than its label, and why. */
const knownVerdicts = [
  // Its label asks for Info where PieceInfo is; another file of the corpus, which lacks it too, is to pass.
  'veraPDF test suite 6-1-3-t04-fail-b',
];
const knownClauses = [
  // The glyph is there, with another width.
  'veraPDF test suite 6-2-11-4-1-t02-fail-e',
  // Adobe-Japan1 has a meaning without ToUnicode (ISO 32000-1, 9.10.2); its supplement does not fit the CMap.
  'veraPDF test suite 6-2-11-7-2-t01-fail-f',
];

describe('The labelled corpora of conformance', () => {
  it('are there in full', () => {
    expect(labels.filter(({ path }) => path.includes('/verapdf/'))).to.have.lengthOf.at.least(1290);
    expect(labels.filter(({ path }) => path.includes('/bfo/'))).to.have.lengthOf(12);
  });

  const byStandard = Map.groupBy(labels, ({ standard }) => standard.name);
  for (const [name, files] of byStandard)
    describe(name, () => {
      let checked: readonly (Labelled & { readonly clauses: readonly string[] })[] = [];
      before(function () {
        this.timeout(120_000);
        checked = files.map((label) => ({ ...label, clauses: clausesOf(label) }));
      });
      it('get the verdicts of their labels', () => {
        const wrong = checked.filter(({ pass, clauses }) => pass !== (clauses.length === 0));
        expect(wrong.map((file) => file.name).filter((file) => !knownVerdicts.includes(file))).to.deep.equal([]);
      });

      it('fail at the clauses of their labels', () => {
        const elsewhere = checked.filter(
          ({ pass, clause, clauses }) => !pass && clause !== null && clauses.length > 0 && !clauses.includes(clause),
        );
        expect(elsewhere.map((file) => file.name).filter((file) => !knownClauses.includes(file))).to.deep.equal([]);
      });
    });

  it('have no more exceptions than are known', () => {
    const names = new Set(labels.map((file) => file.name));
    for (const known of [...knownVerdicts, ...knownClauses]) expect(names.has(known), known).to.equal(true);
  });
});
