import { meantChildren } from '../../model/structure/structure-tree.ts';
import { type StructureNode } from '../../model/structure/structure-node.ts';
import { rule, type Rule } from '../../rule.ts';
import { count, ofType } from '../of-type.ts';

/** Allowed parents or children of an element, by standard types (ISO 32000-1, 14.8.4.3). */
interface Nesting {
  readonly id: string;
  readonly clause: string;
  readonly type: string;
  readonly parents?: readonly string[];
  readonly kids?: readonly string[];
}

const nestings: readonly Nesting[] = [
  { id: 'table-children', clause: '7.2-3', type: 'Table', kids: ['TR', 'THead', 'TBody', 'TFoot', 'Caption'] },
  { id: 'row-parent', clause: '7.2-4', type: 'TR', parents: ['Table', 'THead', 'TBody', 'TFoot'] },
  { id: 'table-head-parent', clause: '7.2-5', type: 'THead', parents: ['Table'] },
  { id: 'table-body-parent', clause: '7.2-6', type: 'TBody', parents: ['Table'] },
  { id: 'table-foot-parent', clause: '7.2-7', type: 'TFoot', parents: ['Table'] },
  { id: 'header-cell-parent', clause: '7.2-8', type: 'TH', parents: ['TR'] },
  { id: 'data-cell-parent', clause: '7.2-9', type: 'TD', parents: ['TR'] },
  { id: 'row-children', clause: '7.2-10', type: 'TR', kids: ['TH', 'TD'] },
  { id: 'list-item-parent', clause: '7.2-17', type: 'LI', parents: ['L'] },
  { id: 'list-body-parent', clause: '7.2-18', type: 'LBody', parents: ['LI'] },
  { id: 'list-children', clause: '7.2-19', type: 'L', kids: ['L', 'LI', 'Caption'] },
  { id: 'list-item-children', clause: '7.2-20', type: 'LI', kids: ['Lbl', 'LBody'] },
  { id: 'contents-item-parent', clause: '7.2-26', type: 'TOCI', parents: ['TOC'] },
  { id: 'contents-children', clause: '7.2-27', type: 'TOC', kids: ['TOC', 'TOCI', 'Caption'] },
  { id: 'ruby-children', clause: '7.2-44', type: 'Ruby', kids: ['RB', 'RT', 'RP'] },
  ...['RB', 'RT', 'RP'].map((type) => ({ id: 'ruby-parts', clause: '7.2-45', type, parents: ['Ruby'] })),
  { id: 'warichu-children', clause: '7.2-46', type: 'Warichu', kids: ['WT', 'WP'] },
  ...['WT', 'WP'].map((type) => ({ id: 'warichu-parts', clause: '7.2-47', type, parents: ['Warichu'] })),
  { id: 'table-head-children', clause: '7.2-36', type: 'THead', kids: ['TR'] },
  { id: 'table-body-children', clause: '7.2-37', type: 'TBody', kids: ['TR'] },
  { id: 'table-foot-children', clause: '7.2-38', type: 'TFoot', kids: ['TR'] },
];

const listed = (types: readonly string[], last: 'and' | 'or'): string =>
  types.length === 1 ? types.join() : `${types.slice(0, -1).join(', ')} ${last} ${types.at(-1) ?? ''}`;

const kidTypes = (node: StructureNode): string[] => meantChildren(node).map(({ standard, type }) => standard ?? type);

/** Nesting of elements: ISO 14289-1, 7.2. */
export const nestingRules: readonly Rule[] = [
  ...nestings.map(({ id, clause, type, parents, kids }) =>
    rule({
      id,
      clauses: { ua1: clause },
      on: ofType(type),
      fails: (node) => {
        const around = node.meantParent;
        const parent = around === null ? 'the root' : (around.standard ?? around.type);
        if (parents !== undefined && !parents.includes(parent)) return `it is in ${parent}`;
        const foreign =
          kids === undefined
            ? undefined
            : meantChildren(node)
                .flatMap(({ standard }) => standard ?? [])
                .find((kid) => !kids.includes(kid) && kid !== 'Artifact');
        return foreign !== undefined && `it has ${foreign}`;
      },
      requirement:
        parents !== undefined ? `${type} is in ${parents.join(', ')}.` : `${type} has ${(kids ?? []).join(', ')} only.`,
      fault:
        parents !== undefined
          ? `${type} is not in ${listed(parents, 'or')}.`
          : `${type} has a child other than ${listed(kids ?? [], 'and')}.`,
      fix: 'Correct the tags.',
    }),
  ),
  ...(['THead', 'TFoot'] as const).map((type, index) =>
    rule({
      id: `one-${type.toLowerCase()}`,
      clauses: { ua1: `7.2-${11 + index}` },
      on: ofType('Table'),
      fails: (node) => count(node, type) > 1,
      requirement: `A table has one ${type} at most.`,
      fault: `A table has more than one ${type}.`,
      fix: 'Correct the tags.',
    }),
  ),
  ...(['TFoot', 'THead'] as const).map((type, index) =>
    rule({
      id: `${type.toLowerCase()}-with-body`,
      clauses: { ua1: `7.2-${13 + index}` },
      on: ofType('Table'),
      fails: (node) => count(node, type) > 0 && count(node, 'TBody') === 0,
      requirement: `A table with ${type} has TBody.`,
      fault: `A table with ${type} has no TBody.`,
      fix: 'Put the rows of the body into TBody.',
    }),
  ),
  rule({
    id: 'table-caption-place',
    clauses: { ua1: '7.2-16' },
    on: ofType('Table'),
    fails: (node) =>
      kidTypes(node).some((type, index, all) => type === 'Caption' && index > 0 && index < all.length - 1),
    requirement: 'The caption of a table is its first or last child.',
    fault: 'The caption of a table is neither its first nor its last child.',
    fix: 'Move the caption.',
  }),
  rule({
    id: 'table-one-caption',
    clauses: { ua1: '7.2-39' },
    on: ofType('Table'),
    fails: (node) => count(node, 'Caption') > 1,
    requirement: 'A table has one caption at most.',
    fault: 'A table has more than one caption.',
    fix: 'Make one caption of them.',
  }),
  rule({
    id: 'list-caption-place',
    clauses: { ua1: '7.2-40' },
    on: ofType('L'),
    fails: (node) => kidTypes(node).some((type, index) => type === 'Caption' && index > 0),
    requirement: 'The caption of a list is its first child.',
    fault: 'The caption of a list is not its first child.',
    fix: 'Move the caption.',
  }),
  rule({
    id: 'contents-caption',
    clauses: { ua1: '7.2-28' },
    on: ofType('TOC'),
    fails: (node) => kidTypes(node).some((type, index) => type === 'Caption' && index > 0),
    requirement: 'A table of contents has one caption at most, which is its first child.',
    fault: 'The caption of a table of contents is not its first child.',
    fix: 'Move the caption.',
  }),
];
