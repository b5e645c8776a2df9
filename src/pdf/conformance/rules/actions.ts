import type { Model } from '../model/model.ts';
import { rule, type Rule } from '../rule.ts';

const navigation = ['GoTo', 'GoToR', 'Thread', 'URI', 'Named', 'SubmitForm'];
const later = [...navigation, 'GoToE'];
/** ISO 19005-4, 6.6.1. */
const latest = [...later, 'JavaScript', 'GoToDp', 'RichMediaExecute'];

function allowed(part: string, level: string): readonly string[] {
  if (part === '1') return navigation;
  if (part !== '4') return later;
  return level === 'e' ? [...latest, 'SetOCGState', 'GoTo3DView'] : latest;
}

const triggers = (model: Model) => model.triggers;

/** Keys of additional actions that a page, an annotation or a field may have (ISO 19005-4, 6.6.3). */
const fieldTriggers = ['E', 'X', 'D', 'U', 'Fo', 'Bl'];

/** Actions: ISO 19005-1, 6.6; ISO 19005-2, 6.5; ISO 19005-4, 6.6. */
export const actionRules: readonly Rule[] = [
  rule({
    id: 'action-type',
    clauses: { 1: '6.6.1-1', 2: '6.5.1-1', 4: '6.6.1-1' },
    on: (model) => model.actions,
    fails: ({ type }, { part, level }) => !allowed(part, level).includes(type ?? '') && `it is ${type ?? 'missing'}`,
    requirement: 'Actions are of the types that the standard allows.',
    fault: 'An action is of a type that the standard does not allow.',
    fix: 'Remove the action.',
  }),
  rule({
    id: 'action-named',
    clauses: { 1: '6.6.1-2', 2: ['6.5.1-2'], 4: '6.6.1-2' },
    on: (model) => model.actions.filter(({ type }) => type === 'Named'),
    fails: ({ name }) =>
      !['NextPage', 'PrevPage', 'FirstPage', 'LastPage'].includes(name ?? '') && `it is ${name ?? 'missing'}`,
    requirement: 'Named actions are NextPage, PrevPage, FirstPage and LastPage only.',
    fault: 'A named action is none of NextPage, PrevPage, FirstPage and LastPage.',
    fix: 'Remove the action.',
  }),
  rule({
    id: 'catalog-triggers',
    clauses: { 1: '6.6.2-3', 2: '6.5.2-1', 4: '6.6.3-1' },
    on: triggers,
    fails: ({ owner }) => owner === 'catalog',
    requirement: 'The catalog has no additional actions.',
    fault: 'The catalog has additional actions.',
    fix: 'Remove AA.',
  }),
  rule({
    id: 'page-triggers',
    clauses: { 2: '6.5.2-2' },
    on: triggers,
    fails: ({ owner }) => owner === 'page',
    requirement: 'A page has no additional actions.',
    fault: 'A page has additional actions.',
    fix: 'Remove AA.',
  }),
  rule({
    id: 'annotation-triggers',
    clauses: { 4: '6.6.3-1' },
    on: triggers,
    fails: ({ owner, dict, widget }) => {
      const foreign =
        owner === 'annotation' && !widget ? dict.keys().find((key) => !fieldTriggers.includes(key)) : undefined;
      return foreign !== undefined && `it has ${foreign}`;
    },
    requirement:
      'The additional actions of an annotation that is no field are those of a pointer and of the focus: E, X, ' +
      'D, U, Fo and Bl.',
    fault: 'An annotation that is no field has additional actions other than E, X, D, U, Fo and Bl.',
    fix: 'Remove the other additional actions.',
  }),
];
