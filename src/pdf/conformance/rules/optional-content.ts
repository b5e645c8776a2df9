import { append } from '../../objects/large-arrays.ts';
import { Ref, type Dict } from '../../objects/objects.ts';
import type { Model } from '../model/model.ts';
import { rule, type Rule } from '../rule.ts';
import { type ObjectLocation } from '../object-location.ts';

interface Configuration {
  readonly place: ObjectLocation;
  readonly dict: Dict;
  readonly name: string | null;
}

/** Configurations of optional content (ISO 32000-2, 8.11.4.3). */
function configurations({ file }: Model): Configuration[] {
  const properties = file.dict(file.catalog.get('OCProperties'));
  if (properties === null) return [];
  return [properties.get('D'), ...(file.array(properties.get('Configs')) ?? [])].flatMap((entry) => {
    const dict = file.dict(entry);
    return dict === null
      ? []
      : [
          {
            place: entry instanceof Ref ? { object: entry.num } : {},
            dict,
            name: file.string(dict.get('Name'))?.text ?? null,
          },
        ];
  });
}

/** Optional content: ISO 19005-1, 6.1.13; ISO 19005-2, 6.9; ISO 19005-4, 6.10; ISO 14289-1, 7.10. */
export const optionalContentRules: readonly Rule[] = [
  rule({
    id: 'no-optional-content',
    clauses: { 1: '6.1.13-1' },
    on: (model) => [{ place: {}, catalog: model.file.catalog }],
    fails: ({ catalog }) => catalog.has('OCProperties'),
    requirement: 'The document has no optional content.',
    fault: 'The document has optional content.',
    fix: 'Flatten the layers.',
  }),
  rule({
    id: 'layers-name',
    clauses: { 2: '6.9-1', 4: '6.10-1', ua1: '7.10-1', ua2: '8.7-1' },
    on: configurations,
    fails: ({ name }, { part }) => name === null || (part !== '4' && name === ''),
    requirement: 'A configuration of optional content has a name.',
    fault: 'A configuration of optional content has no name.',
    fix: 'Name the configuration.',
  }),
  rule({
    id: 'layers-unique-name',
    clauses: { 2: '6.9-2', 4: '6.10-2' },
    on: (model) => {
      const all = configurations(model);
      return all.map((one) => ({
        ...one,
        twice: one.name !== null && one.name !== '' && all.some((other) => other !== one && other.name === one.name),
      }));
    },
    fails: ({ twice }) => twice,
    requirement: 'No two configurations of optional content have the same name.',
    fault: 'Two configurations of optional content have the same name.',
    fix: 'Rename one of them.',
  }),
  rule({
    id: 'layers-order',
    clauses: { 2: '6.9-3', 4: '6.10-3' },
    on: configurations,
    fails: ({ dict }, _, { file }) => {
      const order = file.array(dict.get('Order'));
      if (order === null) return false;
      const listed = new Set<number>();
      const stack = [...order];
      for (
        let steps = 0, entry = stack.pop();
        entry !== undefined && steps < 100_000;
        steps += 1, entry = stack.pop()
      ) {
        if (entry instanceof Ref && file.dict(entry) !== null) listed.add(entry.num);
        else append(stack, file.array(entry) ?? []);
      }
      const groups = file.array(file.dict(file.catalog.get('OCProperties'))?.get('OCGs') ?? null) ?? [];
      return groups.some((group) => group instanceof Ref && !listed.has(group.num));
    },
    requirement: 'Order of a configuration lists every group of optional content.',
    fault: 'Order of a configuration does not list every group of optional content.',
    fix: 'Add the missing groups to Order.',
  }),
  rule({
    id: 'layers-no-automatic-state',
    clauses: { 2: '6.9-4', ua1: '7.10-2', ua2: '8.7-2' },
    on: configurations,
    fails: ({ dict }) => dict.has('AS'),
    requirement: 'A configuration of optional content has no AS entry.',
    fault: 'A configuration of optional content has an AS entry.',
    fix: 'Remove AS.',
  }),
];
