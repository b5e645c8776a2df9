import type { Model } from '../../model/model.ts';
import type { StructureNode } from '../../model/structure/structure-node.ts';
import { isStandardType, pdf20 } from '../../model/structure/structure-types.ts';
import { rule, type Clauses, type Rule } from '../../rule.ts';
import { headingRules } from './headings.ts';
import { nestingRules } from './nesting.ts';
import { ofType } from '../of-type.ts';
import { tableRules } from './tables.ts';

const document = (model: Model) => [{ place: {}, file: model.file, tree: model.tree }];
const nodes = (model: Model): readonly StructureNode[] => model.tree.nodes;
const roles = (kind: string) => (model: Model) => model.tree.roles.filter((mistake) => mistake.kind === kind);

const text = (value: string | null): boolean => value !== null && value !== '';

const marked: Clauses = { 1: '6.8.2.2-1', 2: '6.7.2.2-1', ua1: '6.2-1', ua2: '8.2.1-1' };

/** Logical structure: ISO 19005-1, 6.8; ISO 19005-2, 6.7; ISO 14289-1, 7.1-7.9; ISO 14289-2, 8.2. */
export const structureRules: readonly Rule[] = [
  rule({
    id: 'marked',
    clauses: marked,
    levels: 'a',
    on: document,
    fails: ({ file }) => file.resolve(file.dict(file.catalog.get('MarkInfo'))?.get('Marked') ?? null) !== true,
    requirement: 'The document states that it is tagged: Marked of MarkInfo is true.',
    fault: 'The document does not state that it is tagged: Marked of MarkInfo is not true.',
    fix: 'Tag the document, and set Marked.',
  }),
  rule({
    id: 'not-suspect',
    clauses: { ua1: '7.1-4' },
    on: document,
    fails: ({ file }) => file.resolve(file.dict(file.catalog.get('MarkInfo'))?.get('Suspects') ?? null) === true,
    requirement: 'The tags are not suspect: Suspects of MarkInfo is not true.',
    fault: 'The tags are suspect: Suspects of MarkInfo is true.',
    fix: 'Check the tags, and remove Suspects.',
  }),
  rule({
    id: 'structure-tree',
    clauses: { 1: '6.8.3.3-1', 2: '6.7.3.3-1', ua1: '7.1-11', ua2: '8.2.1-2' },
    levels: 'a',
    on: document,
    fails: ({ tree }) => tree.root === null,
    requirement: 'The document has a structure tree.',
    fault: 'The document has no structure tree.',
    fix: 'Tag the document.',
  }),
  rule({
    id: 'standard-types-1-4',
    clauses: { 1: '6.8.3.4-1' },
    levels: 'a',
    on: nodes,
    fails: ({ standard, type }) => (standard === null || !isStandardType(standard, '1.4')) && type,
    requirement: 'Structure types are standard types of PDF 1.4, or are mapped to one.',
    fault: 'A structure type is no standard type of PDF 1.4, and is not mapped to one.',
    fix: 'Map the type in RoleMap.',
  }),
  rule({
    id: 'standard-types',
    clauses: { 2: '6.7.3.4-1', ua1: '7.1-5', ua2: '8.2.4-1' },
    levels: 'a',
    on: roles('unmapped'),
    fails: ({ type }) => (type === '' ? 'an element without a type' : type),
    requirement: 'Structure types are standard types, or are mapped to one.',
    fault: 'A structure type is no standard type, and is not mapped to one.',
    fix: 'Map the type in RoleMap.',
  }),
  rule({
    id: 'role-map-circle',
    clauses: { 1: '6.8.3.4-2', 2: '6.7.3.4-2', ua1: '7.1-6', ua2: '8.2.4-3' },
    levels: 'a',
    on: roles('circular'),
    fails: ({ type }) => `${type} comes back to itself`,
    requirement: 'The role map has no circle.',
    fault: 'The role map has a circle.',
    fix: 'Map the type to a standard one.',
  }),
  rule({
    id: 'role-map-identity',
    clauses: { ua1: '7.1-6' },
    on: roles('identical'),
    fails: ({ type }) => type,
    requirement: 'No structure type is mapped to itself.',
    fault: 'A structure type is mapped to itself.',
    fix: 'Remove the entry from RoleMap.',
  }),
  rule({
    id: 'role-map-standard',
    clauses: { 2: '6.7.3.4-3', ua1: '7.1-7', ua2: '8.2.4-4' },
    levels: 'a',
    on: roles('remapped'),
    fails: ({ type }) => type,
    requirement: 'No standard structure type is mapped to another one.',
    fault: 'A standard structure type is mapped to another one.',
    fix: 'Remove the entry from RoleMap.',
  }),
  ...nestingRules,
  ...tableRules,
  rule({
    id: 'figure-text',
    clauses: { ua1: '7.3-1', ua2: '8.2.5.28.2-1' },
    on: ofType('Figure'),
    fails: ({ alt, actualText }) => !text(alt) && actualText === null,
    requirement: 'A figure has an alternative text (Alt), or the text that it represents (ActualText).',
    fault: 'A figure has neither an alternative text (Alt) nor the text that it represents (ActualText).',
    fix: 'Describe the figure in Alt, or mark it as an artifact if it is decoration.',
  }),
  rule({
    id: 'formula-text',
    clauses: { ua1: '7.7-1' },
    on: ofType('Formula'),
    fails: ({ alt, actualText }) => !text(alt) && actualText === null,
    requirement: 'A formula has an alternative text (Alt), or the text that it represents (ActualText).',
    fault: 'A formula has neither an alternative text (Alt) nor the text that it represents (ActualText).',
    fix: 'Write the formula in Alt.',
  }),
  ...headingRules,
  rule({
    id: 'note-id',
    clauses: { ua1: '7.9-1' },
    on: ofType('Note'),
    fails: ({ id }) => !text(id),
    requirement: 'A note has an ID.',
    fault: 'A note has no ID.',
    fix: 'Give the note an ID.',
  }),
  rule({
    id: 'note-id-unique',
    clauses: { ua1: '7.9-2' },
    on: (model) => {
      const notes = ofType('Note')(model).filter(({ id }) => text(id));
      const byId = Map.groupBy(notes, ({ id }) => id);
      return notes.map(({ place, id }) => ({ place, twice: (byId.get(id)?.length ?? 0) > 1 }));
    },
    fails: ({ twice }) => twice,
    requirement: 'No two notes have the same ID.',
    fault: 'Two notes have the same ID.',
    fix: 'Give each note an ID of its own.',
  }),
  rule({
    id: 'document-namespace',
    clauses: { ua2: '8.2.5.2-2' },
    on: (model) => model.tree.top,
    fails: ({ namespace, standard }, _, { file }) =>
      standard !== 'Document' || file.string(file.dict(namespace)?.get('NS') ?? null)?.text !== pdf20,
    requirement: 'The structure tree has one top element: Document of the PDF 2.0 namespace.',
    fault: 'The structure tree has a top element other than Document of the PDF 2.0 namespace.',
    fix: 'Put the tags into a Document element of that namespace.',
  }),
  rule({
    id: 'structure-parents',
    clauses: { ua1: '7.1-3', ua2: '8.2.2-1' },
    on: nodes,
    fails: ({ hasParent }) => !hasParent,
    requirement: 'A structure element names its parent (P).',
    fault: 'A structure element does not name its parent (P).',
    fix: 'Write the structure tree again.',
  }),
  rule({
    id: 'no-notes',
    clauses: { ua2: '8.2.5.14-1' },
    on: ofType('Note'),
    fails: () => true,
    requirement: 'Notes are FENote in PDF/UA-2.',
    fault: 'A note is a Note, which is FENote in PDF/UA-2.',
    fix: 'Use FENote of the PDF 2.0 namespace.',
  }),
];
