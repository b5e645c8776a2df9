import type { Model } from '../../model/model.ts';
import { rule, type Rule } from '../../rule.ts';
import { count, ofType } from '../of-type.ts';

const levels: ReadonlyMap<string, number> = new Map(
  Array.from({ length: 9 }, (_, index) => [`H${index + 1}`, index + 1]),
);

/** Heading elements with their level, in document order; `H` has none. */
function* headings(model: Model) {
  let before = 0;
  for (const { standard, place } of model.tree.nodes) {
    const level = standard === null ? undefined : levels.get(standard);
    if (level === undefined) continue;
    yield { place, level, before };
    before = level;
  }
}

const hasNumbered = ({ tree }: Model) => [...levels.keys()].some((type) => tree.ofType(type).length > 0);
const hasPlain = ({ tree }: Model) => tree.ofType('H').length > 0;

/** Headings: ISO 14289-1, 7.4. */
export const headingRules: readonly Rule[] = [
  rule({
    id: 'heading-levels',
    clauses: { ua1: '7.4.2-1' },
    on: headings,
    fails: ({ level, before }) =>
      level > before + 1 && (before === 0 ? `the first is H${level}` : `H${level} follows H${before}`),
    requirement: 'Headings begin with H1 and leave no level out on the way down.',
    fault: 'Headings do not begin with H1, or leave a level out on the way down.',
    fix: 'Correct the levels of the headings.',
  }),
  rule({
    id: 'heading-numerals',
    clauses: { ua1: '7.4.3-1' },
    on: (model) => model.tree.nodes,
    fails: ({ type }) => type.startsWith('H') && /^H[IVXLC]+$/.test(type) && type,
    requirement: 'Heading types are numbered in Arabic digits.',
    fault: 'A heading type is not numbered in Arabic digits.',
    fix: 'Use H1, H2 and so on.',
  }),
  rule({
    id: 'one-heading',
    clauses: { ua1: '7.4.4-1' },
    on: (model) => (hasPlain(model) ? model.tree.nodes : []),
    fails: (node) => count(node, 'H') > 1,
    requirement: 'An element has one H at most among its children.',
    fault: 'An element has more than one H among its children.',
    fix: 'Put each section into an element of its own.',
  }),
  rule({
    id: 'headings-of-one-kind',
    clauses: { ua1: '7.4.4-2' },
    on: ofType('H'),
    fails: (_node, _standard, model) => hasNumbered(model),
    requirement: 'A document with H has no H1 to H6.',
    fault: 'A document with H1 to H6 has H as well.',
    fix: 'Use one kind of headings.',
  }),
  rule({
    id: 'numbered-headings-of-one-kind',
    clauses: { ua1: '7.4.4-3' },
    on: ofType('H1', 'H2', 'H3', 'H4', 'H5', 'H6'),
    fails: (_node, _standard, model) => hasPlain(model),
    requirement: 'A document with H1 to H6 has no H.',
    fault: 'A document with H has H1 to H6 as well.',
    fix: 'Use one kind of headings.',
  }),
];
