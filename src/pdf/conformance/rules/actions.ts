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
    fails: ({ type }, { part, level }) =>
      !allowed(part, level).includes(type ?? '') && `there is ${type ?? 'one without a type'}`,
    message: 'Actions are of the types that the standard allows.',
    fix: 'Remove the action.',
  }),
  rule({
    id: 'action-named',
    clauses: { 1: '6.6.1-2', 2: ['6.5.1-2'], 4: '6.6.1-2' },
    on: (model) => model.actions.filter(({ type }) => type === 'Named'),
    fails: ({ name }) =>
      !['NextPage', 'PrevPage', 'FirstPage', 'LastPage'].includes(name ?? '') &&
      `there is ${name ?? 'one without a name'}`,
    message: 'Named actions are NextPage, PrevPage, FirstPage and LastPage only.',
    fix: 'Remove the action.',
  }),
  rule({
    id: 'catalog-triggers',
    clauses: { 1: '6.6.2-3', 2: '6.5.2-1', 4: '6.6.3-1' },
    on: triggers,
    fails: ({ owner }) => owner === 'catalog',
    message: 'The catalog has no additional actions.',
    fix: 'Remove AA.',
  }),
  rule({
    id: 'page-triggers',
    clauses: { 2: '6.5.2-2' },
    on: triggers,
    fails: ({ owner }) => owner === 'page',
    message: 'A page has no additional actions.',
    fix: 'Remove AA.',
  }),
  rule({
    id: 'annotation-triggers',
    clauses: { 4: '6.6.3-1' },
    on: triggers,
    fails: ({ owner, dict, widget }) => {
      const foreign =
        owner === 'annotation' && !widget ? dict.keys().find((key) => !fieldTriggers.includes(key)) : undefined;
      return foreign !== undefined && `there is ${foreign}`;
    },
    message:
      'The additional actions of an annotation that is no field are those of a pointer and of the focus: E, X, ' +
      'D, U, Fo and Bl.',
    fix: 'Remove the other additional actions.',
  }),
];
