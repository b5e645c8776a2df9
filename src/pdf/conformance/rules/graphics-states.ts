import type { Model } from '../model/model.ts';
import { rule, type Rule } from '../rule.ts';
import { states } from './content.ts';

/** Halftones of graphics states, and of their components (ISO 32000-2, 10.6.5). */
function* halftones(model: Model) {
  for (const { place, dict } of states(model)) {
    const halftone = model.file.dict(dict.get('HT'));
    if (halftone === null) continue;
    yield { place, dict: halftone, colorant: null };
    if (model.file.number(halftone.get('HalftoneType')) !== 5) continue;
    for (const [colorant, value] of halftone) {
      const part =
        colorant === 'Type' || colorant === 'HalftoneType' || colorant === 'HalftoneName'
          ? null
          : model.file.dict(value);
      if (part !== null) yield { place, dict: part, colorant };
    }
  }
}

const primaries: ReadonlySet<string> = new Set(['Gray', 'Cyan', 'Magenta', 'Yellow', 'Black']);

/** Graphics states: ISO 19005-1, 6.2.8; ISO 19005-2, 6.2.5; ISO 19005-4, 6.2.5. */
export const graphicsStateRules: readonly Rule[] = [
  rule({
    id: 'transfer-function',
    clauses: { 1: '6.2.8-1', 2: '6.2.5-1', 4: '6.2.5-1' },
    on: states,
    fails: ({ dict }) => dict.has('TR'),
    requirement: 'A graphics state has no TR.',
    fault: 'A graphics state has TR.',
    fix: 'Remove TR.',
  }),
  rule({
    id: 'transfer-function-2',
    clauses: { 1: '6.2.8-2', 2: '6.2.5-2', 4: '6.2.5-2' },
    on: states,
    fails: ({ dict }, _, { file }) => dict.has('TR2') && file.name(dict.get('TR2')) !== 'Default',
    requirement: 'TR2 of a graphics state is Default, where it is given.',
    fault: 'TR2 of a graphics state is not Default.',
    fix: 'Remove TR2.',
  }),
  rule({
    id: 'halftone-phase',
    clauses: { 2: '6.2.5-3', 4: '6.2.5-3' },
    on: states,
    fails: ({ dict }, { part }) => dict.has(part === '4' ? 'HTO' : 'HTP'),
    requirement: 'A graphics state has no HTP (PDF/A-4: HTO).',
    fault: 'A graphics state has HTP (PDF/A-4: HTO).',
    fix: 'Remove the entry.',
  }),
  rule({
    id: 'halftone-type',
    clauses: { 2: '6.2.5-4', 4: '6.2.5-4' },
    on: halftones,
    fails: ({ dict }, _, { file }) => ![1, 5].includes(file.number(dict.get('HalftoneType')) ?? 0),
    requirement: 'A halftone is of type 1 or 5.',
    fault: 'A halftone is of a type other than 1 and 5.',
    fix: 'Remove HT.',
  }),
  rule({
    id: 'halftone-name',
    clauses: { 2: '6.2.5-5', 4: '6.2.5-5' },
    on: halftones,
    fails: ({ dict }) => dict.has('HalftoneName'),
    requirement: 'A halftone has no HalftoneName.',
    fault: 'A halftone has a HalftoneName.',
    fix: 'Remove HalftoneName.',
  }),
  rule({
    id: 'halftone-transfer-function',
    clauses: { 2: '6.2.5-6', 4: '6.2.5-6' },
    on: halftones,
    fails: ({ dict, colorant }) =>
      colorant !== null && colorant !== 'Default' && primaries.has(colorant) === dict.has('TransferFunction'),
    requirement:
      'A halftone has a TransferFunction where it is that of a spot colour or of a colorant that is no primary ' +
      'one, and only there.',
    fault: 'A halftone of a primary colorant has a TransferFunction, or one of another colorant has none.',
    fix: 'Remove HT.',
  }),
];
