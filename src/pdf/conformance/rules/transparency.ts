import type { Model } from '../model/model.ts';
import { rule, type Rule } from '../rule.ts';

const states = (model: Model) => model.usage.states.values();

const blendModes: ReadonlySet<string> = new Set([
  'Normal',
  'Compatible',
  'Multiply',
  'Screen',
  'Overlay',
  'Darken',
  'Lighten',
  'ColorDodge',
  'ColorBurn',
  'HardLight',
  'SoftLight',
  'Difference',
  'Exclusion',
  'Hue',
  'Saturation',
  'Color',
  'Luminosity',
]);

/** Difference from 1 within which an opacity counts as 1. */
const tolerance = 1e-6;

/** Blend modes of graphics states, and in PDF 2.0 of annotations. */
function* modes(model: Model) {
  for (const { place, dict } of states(model))
    if (dict.has('BM')) yield { place, mode: model.file.resolve(dict.get('BM')) };
  for (const { place, dict } of model.annotations)
    if (dict.has('BM')) yield { place, mode: model.file.resolve(dict.get('BM')) };
}

/** Transparency: ISO 19005-1, 6.4; ISO 19005-2, 6.2.10; ISO 19005-4, 6.2.9. */
export const transparencyRules: readonly Rule[] = [
  rule({
    id: 'no-soft-mask',
    clauses: { 1: '6.4-1' },
    on: states,
    fails: ({ dict }, _, { file }) => dict.has('SMask') && file.name(dict.get('SMask')) !== 'None',
    requirement: 'SMask of a graphics state is None, where it is given.',
    fault: 'SMask of a graphics state is not None.',
    fix: 'Flatten the transparency.',
  }),
  rule({
    id: 'no-image-mask',
    clauses: { 1: '6.4-2' },
    on: (model) => model.usage.images.values(),
    fails: ({ dict }) => dict.has('SMask'),
    requirement: 'An image has no SMask.',
    fault: 'An image has an SMask.',
    fix: 'Flatten the transparency.',
  }),
  rule({
    id: 'no-transparency-group',
    clauses: { 1: '6.4-3' },
    on: (model) => model.usage.transparency.groups,
    fails: () => true,
    requirement: 'A page or a form is no transparency group.',
    fault: 'A page or a form is a transparency group.',
    fix: 'Flatten the transparency, and remove Group.',
  }),
  rule({
    id: 'no-blend-mode',
    clauses: { 1: '6.4-4' },
    on: (model) => [...states(model)].filter(({ dict }) => dict.has('BM')),
    fails: ({ dict }, _, { file }) => !['Normal', 'Compatible'].includes(file.name(dict.get('BM')) ?? ''),
    requirement: 'BM of a graphics state is Normal or Compatible, where it is given.',
    fault: 'BM of a graphics state is neither Normal nor Compatible.',
    fix: 'Flatten the transparency.',
  }),
  ...(['CA', 'ca'] as const).map((key, index) =>
    rule({
      id: `no-opacity-${key === 'CA' ? 'stroke' : 'fill'}`,
      clauses: { 1: `6.4-${index + 5}` },
      on: (model) => [...states(model)].filter(({ dict }) => dict.has(key)),
      fails: ({ dict }, _, { file }) => Math.abs((file.number(dict.get(key)) ?? 0) - 1) > tolerance,
      requirement: `${key} of a graphics state is 1, where it is given.`,
      fault: `${key} of a graphics state is not 1.`,
      fix: 'Flatten the transparency.',
    }),
  ),
  rule({
    id: 'blend-mode',
    clauses: { 2: '6.2.10-1', 4: '6.2.9-1' },
    on: modes,
    fails: ({ mode }, _, { file }) => {
      const names = (Array.isArray(mode) ? mode : [mode]).map((entry) => file.name(entry) ?? '');
      const foreign = names.find((name) => !blendModes.has(name));
      return foreign !== undefined && `it is '${foreign}'`;
    },
    requirement: 'Blend modes are those of the PDF specification.',
    fault: 'A blend mode is none of those of the PDF specification.',
    fix: 'Use one of them.',
  }),
  rule({
    id: 'blending-space',
    clauses: { 2: '6.2.10-2', 4: '6.2.9-2' },
    on: (model) => model.usage.transparency.pages.values(),
    fails: ({ hasSpace, number, what }, { part }, model) =>
      !hasSpace && model.intentSpace(part === '4' ? number : null) === null && `${what} is transparent there`,
    requirement:
      'A page with transparency states the space in which its colours are blended (Group, CS), unless there is an ' +
      'output intent.',
    fault:
      'A page with transparency does not state the space in which its colours are blended, and there is no output intent.',
    fix: 'Add a group with a colour space to the page, or an output intent to the document.',
  }),
];
