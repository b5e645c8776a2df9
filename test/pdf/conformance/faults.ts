import type { Otherwise } from '../../support/conforming.ts';

type Object = NonNullable<Otherwise['changes']>[number]['object'];

/** One fault of a document that conforms otherwise. */
export interface Fault {
  /** "A document ... " */
  readonly where: string;
  readonly otherwise: Otherwise;
  /** The clauses that it breaks, by ISO 19005-1, 19005-2, 19005-4 and 14289-1; none where it breaks none. */
  readonly clauses: readonly [part1a: string, part2b: string, part4: string, ua1: string];
  /** Its condition of the Matterhorn Protocol. */
  readonly condition?: string;
}

const change = (object: Object, from: string | RegExp, to: string): Otherwise => ({ changes: [{ object, from, to }] });
const painted = (state: string): Otherwise => ({
  content: '/Artifact BMC /G gs 0 0 10 10 re f EMC',
  resources: `/ExtGState<</G<<${state}>>>>`,
});
const annotation = (entries: string): Otherwise => ({
  page: `/Annots[<</Type/Annot/Rect[40 190 240 215]${entries}>>]`,
});
const opening = (action: string): Otherwise => ({ catalog: `/OpenAction<<${action}>>` });

export const faults: readonly Fault[] = [
  {
    where: 'has tags that are marked as suspect',
    otherwise: change('catalog', '/Marked true', '/Marked true/Suspects true'),
    clauses: ['', '', '', '7.1'],
    condition: '01-007',
  },
  {
    where: 'does not say that it is tagged',
    otherwise: change('catalog', '/Marked true', '/Marked false'),
    clauses: ['6.8.2.2', '', '', '6.2'],
    condition: '01-007',
  },
  {
    where: 'has no language',
    otherwise: change('catalog', '/Lang(en)', ''),
    clauses: ['', '', '', '7.2'],
    condition: '11-006',
  },
  {
    where: 'has no title in its metadata',
    otherwise: change('metadata', /<dc:title>.*<\/dc:title>/, ''),
    clauses: ['6.7.3 6.1.5', '', '', '7.1'],
    condition: '06-003',
  },
  {
    where: 'does not show its title',
    otherwise: change('catalog', '/DisplayDocTitle true', ''),
    clauses: ['', '', '', '7.1'],
    condition: '07-001',
  },
  {
    where: 'has a figure without an alternative',
    otherwise: change('paragraph', '/S/P', '/S/Figure'),
    clauses: ['', '', '', '7.3'],
    condition: '13-004',
  },
  {
    where: 'has a heading of level 2 and none before it',
    otherwise: change('paragraph', '/S/P', '/S/H2'),
    clauses: ['', '', '', '7.4.2'],
    condition: '14-002',
  },
  {
    where: 'has a note without an identifier',
    otherwise: change('paragraph', '/S/P', '/S/Note'),
    clauses: ['', '', '', '7.9'],
    condition: '19-003',
  },
  {
    where: 'has a cell without a row',
    otherwise: change('paragraph', '/S/P', '/S/TD'),
    clauses: ['', '', '', '7.2'],
    condition: '09-004',
  },
  {
    where: 'has an item without a list',
    otherwise: change('paragraph', '/S/P', '/S/LI'),
    clauses: ['', '', '', '7.2'],
    condition: '09-005',
  },
  {
    where: 'has a structure type that nobody knows',
    otherwise: change('paragraph', '/S/P', '/S/Story'),
    clauses: ['6.8.3.4', '', '', '7.1'],
    condition: '02-001',
  },
  {
    where: 'maps a standard type to another',
    otherwise: change('structure', '/K 11', '/RoleMap<</P/H1>>/K 11'),
    clauses: ['', '', '', '7.1'],
    condition: '02-004',
  },
  {
    where: 'has content that is neither tagged nor an artifact',
    otherwise: { content: '0 0 10 10 re f' },
    clauses: ['', '', '', '7.1'],
    condition: '01-005',
  },
  {
    where: 'has a font without a program',
    otherwise: change('descriptor', '/FontFile2 8 0 R', ''),
    clauses: ['6.3.4', '6.2.11.4.1', '6.2.10.4.1', '7.21.4.1'],
    condition: '31-009',
  },
  {
    where: 'has a font without ToUnicode',
    otherwise: change('font', '/ToUnicode 9 0 R', ''),
    clauses: ['6.3.8', '', '', '7.21.7'],
    condition: '31-027',
  },
  {
    where: 'has other widths than its font',
    otherwise: change('descendant', /\/W\[(\d+)\[\d+\]/, '/W[$1[99]'),
    clauses: ['6.3.6', '6.2.11.5', '6.2.10.5', '7.21.5'],
    condition: '31-016',
  },
  {
    where: 'has a font that does not say which glyphs its codes are',
    otherwise: change('descendant', '/CIDToGIDMap/Identity', ''),
    clauses: ['6.3.3.2', '6.2.11.3.2', '6.2.10.3.2', '7.21.3.2'],
    condition: '31-004',
  },
  {
    where: 'has no metadata',
    otherwise: change('catalog', '/Metadata 13 0 R', ''),
    clauses: ['6.7.2 6.7.3 6.1.5', '6.6.2.1', '6.7.2.1', '7.1'],
    condition: '06-001',
  },
  {
    where: 'has a colour of a printer, and a profile of a screen',
    otherwise: { content: '/Artifact BMC 0.5 0 0 0 k 0 0 10 10 re f EMC' },
    clauses: ['6.2.3.3', '6.2.4.3', '6.2.4.3', ''],
  },
  { where: 'has transparency', otherwise: painted('/ca 0.5'), clauses: ['6.4', '', '', ''] },
  {
    where: 'has a blend mode that nobody knows',
    otherwise: painted('/BM/Odd'),
    clauses: ['6.4', '6.2.10', '6.2.9', ''],
  },
  { where: 'has a transfer function', otherwise: painted('/TR/Identity'), clauses: ['6.2.8', '6.2.5', '6.2.5', ''] },
  {
    where: 'has an operator that nobody knows',
    otherwise: { content: '/Artifact BMC xyzzy EMC' },
    clauses: ['6.2.10', '6.2.2', '6.2.2', ''],
  },
  {
    where: 'has an action that runs a program',
    otherwise: opening('/S/Launch/F(x)'),
    clauses: ['6.6.1', '6.5.1', '6.6.1', ''],
  },
  { where: 'has a script', otherwise: opening('/S/JavaScript/JS(app.alert(1))'), clauses: ['6.6.1', '6.5.1', '', ''] },
  {
    where: 'has an action for when it is closed',
    otherwise: { catalog: '/AA<</WC<</S/URI/URI(x)>>>>' },
    clauses: ['6.6.2', '6.5.2', '6.6.3', ''],
  },
  {
    where: 'has fields that viewers are to draw',
    otherwise: { catalog: '/AcroForm<</Fields[]/NeedAppearances true>>' },
    clauses: ['6.9', '6.4.1', '6.4.1', ''],
  },
  {
    where: 'has a hidden annotation',
    otherwise: annotation('/Subtype/Text/F 2/Contents(x)'),
    clauses: ['6.5.3', '6.3.2 6.3.3', '6.3.2 6.3.3', ''],
  },
  {
    where: 'has a sound',
    otherwise: annotation('/Subtype/Sound/F 4'),
    clauses: ['6.5.2', '6.3.1 6.3.3', '6.3.1 6.3.3', '7.18.1'],
    condition: '28-002',
  },
];
