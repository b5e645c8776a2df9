import type { Model } from '../model/model.ts';
import { meantChildren, type StructureNode } from '../model/structure-tree.ts';
import { hasHeader, type TableGrid } from '../model/table-grid.ts';
import { isStandardType, pdf20 } from '../model/structure-types.ts';
import { rule, type Clauses, type Rule } from '../rule.ts';

const document = (model: Model) => [{ place: {}, file: model.file, tree: model.tree }];
const nodes = (model: Model): readonly StructureNode[] => model.tree.nodes;
const ofType = (...types: string[]) => ({ tree }: Model) => types.flatMap((type) => tree.ofType(type));
const roles = (kind: string) => (model: Model) => model.tree.roles.filter((mistake) => mistake.kind === kind);

/** What an element may be in, or have in it, by standard types (ISO 32000-1, 14.8.4.3). */
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

const kidTypes = (node: StructureNode): string[] => meantChildren(node).map(({ standard, type }) => standard ?? type);
const count = (node: StructureNode, type: string): number => meantChildren(node).filter(({ standard }) => standard === type).length;

const nestingRules = nestings.map(({ id, clause, type, parents, kids }) =>
  rule({
    id,
    clauses: { ua1: clause },
    on: ofType(type),
    fails: (node) => {
      const around = node.meantParent;
      const parent = around === null ? 'the root' : (around.standard ?? around.type);
      if (parents !== undefined && !parents.includes(parent)) return `it is in ${parent}`;
      const foreign = kids === undefined ? undefined : meantChildren(node).flatMap(({ standard }) => standard ?? []).find((kid) => !kids.includes(kid) && kid !== 'Artifact');
      return foreign !== undefined && `it has ${foreign}`;
    },
    message: parents !== undefined ? `${type} is in ${parents.join(', ')}.` : `${type} has ${(kids ?? []).join(', ')} only.`,
    fix: 'Correct the tags.',
  }),
);

const isRegular = ({ overlapping, beyond, widths }: TableGrid): boolean => overlapping.length === 0 && beyond.length === 0 && widths.every((width) => width === widths[0]);
const isEmpty = (node: StructureNode): boolean => node.content === 0 && node.children.length === 0 && node.objects.length === 0;

/** Heading elements with their level, in the order of the document; `H` has none. */
function* headings(model: Model) {
  let before = 0;
  for (const node of model.tree.nodes) {
    const level = /^H([1-9])$/.exec(node.standard ?? '')?.[1];
    if (level === undefined) continue;
    yield { place: node.place, level: Number(level), before };
    before = Number(level);
  }
}

const hasNumbered = ({ tree }: Model) => numbered.some((type) => tree.ofType(type).length > 0);
const hasPlain = ({ tree }: Model) => tree.ofType('H').length > 0;
const numbered = Array.from({ length: 9 }, (_, index) => `H${index + 1}`);

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
    message: 'The document says that it is tagged: Marked of MarkInfo is true.',
    fix: 'Tag the document, and set Marked.',
  }),
  rule({
    id: 'not-suspect',
    clauses: { ua1: '7.1-4' },
    on: document,
    fails: ({ file }) => file.resolve(file.dict(file.catalog.get('MarkInfo'))?.get('Suspects') ?? null) === true,
    message: 'The tags are not suspect: Suspects of MarkInfo is not true.',
    fix: 'Check the tags, and remove Suspects.',
  }),
  rule({
    id: 'structure-tree',
    clauses: { 1: '6.8.3.3-1', 2: '6.7.3.3-1', ua1: '7.1-11', ua2: '8.2.1-2' },
    levels: 'a',
    on: document,
    fails: ({ tree }) => tree.root === null,
    message: 'The document has a structure tree.',
    fix: 'Tag the document.',
  }),
  rule({
    id: 'standard-types-1-4',
    clauses: { 1: '6.8.3.4-1' },
    levels: 'a',
    on: nodes,
    fails: ({ standard, type }) => (standard === null || !isStandardType(standard, '1.4')) && `${type} is none`,
    message: 'Structure types are standard types of PDF 1.4, or are mapped to one.',
    fix: 'Map the type in RoleMap.',
  }),
  rule({
    id: 'standard-types',
    clauses: { 2: '6.7.3.4-1', ua1: '7.1-5', ua2: '8.2.4-1' },
    levels: 'a',
    on: roles('unmapped'),
    fails: ({ type }) => `${type === '' ? 'an element without a type' : type} is none`,
    message: 'Structure types are standard types, or are mapped to one.',
    fix: 'Map the type in RoleMap.',
  }),
  rule({
    id: 'role-map-circle',
    clauses: { 1: '6.8.3.4-2', 2: '6.7.3.4-2', ua1: '7.1-6', ua2: '8.2.4-3' },
    levels: 'a',
    on: roles('circular'),
    fails: ({ type }) => `${type} comes back to itself`,
    message: 'The role map has no circle.',
    fix: 'Map the type to a standard one.',
  }),
  rule({
    id: 'role-map-identity',
    clauses: { ua1: '7.1-6' },
    on: roles('identical'),
    fails: ({ type }) => `${type} is mapped to itself`,
    message: 'No structure type is mapped to itself.',
    fix: 'Remove the entry from RoleMap.',
  }),
  rule({
    id: 'role-map-standard',
    clauses: { 2: '6.7.3.4-3', ua1: '7.1-7', ua2: '8.2.4-4' },
    levels: 'a',
    on: roles('remapped'),
    fails: ({ type }) => `${type} is`,
    message: 'No standard structure type is mapped to another one.',
    fix: 'Remove the entry from RoleMap.',
  }),
  ...nestingRules,
  ...(['THead', 'TFoot'] as const).map((type, index) =>
    rule({
      id: `one-${type.toLowerCase()}`,
      clauses: { ua1: `7.2-${11 + index}` },
      on: ofType('Table'),
      fails: (node) => count(node, type) > 1,
      message: `A table has one ${type} at most.`,
      fix: 'Correct the tags.',
    }),
  ),
  ...(['TFoot', 'THead'] as const).map((type, index) =>
    rule({
      id: `${type.toLowerCase()}-with-body`,
      clauses: { ua1: `7.2-${13 + index}` },
      on: ofType('Table'),
      fails: (node) => count(node, type) > 0 && count(node, 'TBody') === 0,
      message: `A table with ${type} has TBody.`,
      fix: 'Put the rows of the body into TBody.',
    }),
  ),
  rule({
    id: 'table-caption-place',
    clauses: { ua1: '7.2-16' },
    on: ofType('Table'),
    fails: (node) => kidTypes(node).some((type, index, all) => type === 'Caption' && index > 0 && index < all.length - 1),
    message: 'The caption of a table is its first or last child.',
    fix: 'Move the caption.',
  }),
  rule({
    id: 'table-one-caption',
    clauses: { ua1: '7.2-39' },
    on: ofType('Table'),
    fails: (node) => count(node, 'Caption') > 1,
    message: 'A table has one caption at most.',
    fix: 'Make one caption of them.',
  }),
  rule({
    id: 'list-caption-place',
    clauses: { ua1: '7.2-40' },
    on: ofType('L'),
    fails: (node) => kidTypes(node).some((type, index) => type === 'Caption' && index > 0),
    message: 'The caption of a list is its first child.',
    fix: 'Move the caption.',
  }),
  rule({
    id: 'contents-caption',
    clauses: { ua1: '7.2-28' },
    on: ofType('TOC'),
    fails: (node) => kidTypes(node).some((type, index) => type === 'Caption' && index > 0),
    message: 'A table of contents has one caption at most, which is its first child.',
    fix: 'Move the caption.',
  }),
  rule({
    id: 'table-cells-apart',
    clauses: { ua1: '7.2-15', ua2: '8.2.5.26-3' },
    on: (model) => model.tables.flatMap(({ overlapping }) => overlapping.map((cell) => ({ place: cell.node.place }))),
    fails: () => true,
    message: 'The cells of a table do not cover each other.',
    fix: 'Correct RowSpan and ColSpan.',
  }),
  rule({
    id: 'table-rows-even',
    clauses: { ua1: '7.2-43', ua2: '8.2.5.26-4' },
    on: (model) => model.tables.filter(({ beyond }) => beyond.length === 0).map((table) => ({ place: table.node.place, widths: table.widths })),
    fails: ({ widths }) => widths.some((width) => width !== widths[0]) && `they have ${[...new Set(widths)].slice(0, 6).join(', ')}`,
    message: 'All rows of a table have the same number of columns, with what cells span.',
    fix: 'Add the missing cells, or correct RowSpan and ColSpan.',
  }),
  rule({
    id: 'table-spans-within',
    clauses: { ua1: '7.2-42', ua2: '8.2.5.26-4' },
    on: (model) => model.tables.flatMap(({ beyond }) => beyond.map((cell) => ({ place: cell.node.place }))),
    fails: () => true,
    message: 'No cell spans more rows than the table has.',
    fix: 'Correct RowSpan.',
  }),
  rule({
    id: 'table-headers',
    clauses: { ua1: '7.5-1', ua2: '8.2.5.26-5' },
    on: (model) => model.tables.flatMap((table) => (table.cells.some(({ header }) => header) && isRegular(table) ? table.cells.filter(({ header, node }) => !header && !isEmpty(node)).map((cell) => ({ place: cell.node.place, table, cell })) : [])),
    fails: ({ table, cell }) => !hasHeader(table, cell),
    message: 'A data cell has header cells: by its Headers, or by the Scope of header cells in its row or column.',
    fix: 'Give the header cells a Scope.',
  }),
  rule({
    id: 'table-header-ids',
    clauses: { ua1: '7.5-2', ua2: '8.2.5.26-6' },
    on: (model) => {
      const ids = new Set(model.tree.nodes.map(({ id }) => id));
      return model.tables.flatMap(({ cells }) => cells.map(({ node, headers }) => ({ place: node.place, missing: headers.find((id) => !ids.has(id)) })));
    },
    fails: ({ missing }) => missing !== undefined && `there is no ${missing.slice(0, 40)}`,
    message: 'Headers of a cell name header cells that are there.',
    fix: 'Correct Headers.',
  }),
  rule({
    id: 'figure-text',
    clauses: { ua1: '7.3-1', ua2: '8.2.5.28.2-1' },
    on: ofType('Figure'),
    fails: ({ alt, actualText }) => !text(alt) && actualText === null,
    message: 'A figure has an alternative text (Alt), or the text that it stands for (ActualText).',
    fix: 'Describe the figure in Alt, or mark it as an artifact if it is decoration.',
  }),
  rule({
    id: 'formula-text',
    clauses: { ua1: '7.7-1' },
    on: ofType('Formula'),
    fails: ({ alt, actualText }) => !text(alt) && actualText === null,
    message: 'A formula has an alternative text (Alt), or the text that it stands for (ActualText).',
    fix: 'Say the formula in Alt.',
  }),
  rule({
    id: 'heading-levels',
    clauses: { ua1: '7.4.2-1' },
    on: headings,
    fails: ({ level, before }) => level > before + 1 && (before === 0 ? `the first is H${level}` : `H${level} follows H${before}`),
    message: 'Headings begin with H1 and leave no level out on the way down.',
    fix: 'Correct the levels of the headings.',
  }),
  rule({
    id: 'heading-numerals',
    clauses: { ua1: '7.4.3-1' },
    on: nodes,
    fails: ({ type }) => /^H[IVXLC]+$/.test(type) && `there is ${type}`,
    message: 'Heading types are numbered in Arabic digits.',
    fix: 'Use H1, H2 and so on.',
  }),
  rule({
    id: 'one-heading',
    clauses: { ua1: '7.4.4-1' },
    on: nodes,
    fails: (node) => count(node, 'H') > 1,
    message: 'An element has one H at most among its children.',
    fix: 'Put each section into an element of its own.',
  }),
  rule({
    id: 'headings-of-one-kind',
    clauses: { ua1: '7.4.4-2' },
    on: ofType('H'),
    fails: (_node, _standard, model) => hasNumbered(model),
    message: 'A document with H has no H1 to H6.',
    fix: 'Use one kind of headings.',
  }),
  rule({
    id: 'numbered-headings-of-one-kind',
    clauses: { ua1: '7.4.4-3' },
    on: ofType('H1', 'H2', 'H3', 'H4', 'H5', 'H6'),
    fails: (_node, _standard, model) => hasPlain(model),
    message: 'A document with H1 to H6 has no H.',
    fix: 'Use one kind of headings.',
  }),
  rule({
    id: 'note-id',
    clauses: { ua1: '7.9-1' },
    on: ofType('Note'),
    fails: ({ id }) => !text(id),
    message: 'A note has an ID.',
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
    message: 'No two notes have the same ID.',
    fix: 'Give each note an ID of its own.',
  }),
  rule({
    id: 'document-namespace',
    clauses: { ua2: '8.2.5.2-2' },
    on: (model) => model.tree.top,
    fails: ({ dict, standard }, _, { file }) => standard !== 'Document' || file.string(file.dict(dict.get('NS'))?.get('NS') ?? null)?.text !== pdf20,
    message: 'The structure tree has one top element: Document of the PDF 2.0 namespace.',
    fix: 'Put the tags into a Document element of that namespace.',
  }),
  rule({
    id: 'structure-parents',
    clauses: { ua1: '7.1-3', ua2: '8.2.2-1' },
    on: nodes,
    fails: ({ dict }, _, { file }) => file.dict(dict.get('P')) === null,
    message: 'A structure element says which element it is in (P).',
    fix: 'Write the structure tree again.',
  }),
  rule({
    id: 'no-notes',
    clauses: { ua2: '8.2.5.14-1' },
    on: ofType('Note'),
    fails: () => true,
    message: 'Notes are FENote in PDF/UA-2.',
    fix: 'Use FENote of the PDF 2.0 namespace.',
  }),
];
