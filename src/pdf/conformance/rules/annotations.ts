import { normalAppearance, type Annotation } from '../model/annotations.ts';
import type { Model } from '../model/model.ts';
import { rule, type Rule } from '../rule.ts';

const annotations = (model: Model): readonly Annotation[] => model.annotations;

/** Types by standard: ISO 19005-1, 6.5.2; ISO 19005-2, 6.3.1; ISO 19005-4, 6.3.1. */
const common = [
  'Text',
  'Link',
  'FreeText',
  'Line',
  'Square',
  'Circle',
  'Highlight',
  'Underline',
  'Squiggly',
  'StrikeOut',
  'Stamp',
  'Ink',
  'Popup',
  'Widget',
  'PrinterMark',
  'TrapNet',
];
const later = [...common, 'Polygon', 'PolyLine', 'Caret', 'FileAttachment', 'Watermark', 'Redact'];
const latest = [...later.filter((type) => type !== 'FileAttachment'), 'Projection'];

function allowed(part: string, level: string): readonly string[] {
  if (part === '1') return common;
  if (part !== '4') return later;
  return level === 'f'
    ? [...latest, 'FileAttachment']
    : level === 'e'
      ? [...latest, 'FileAttachment', '3D', 'RichMedia']
      : latest;
}

/** Bits of F (ISO 32000-2, table 167). */
const flag = { invisible: 1, hidden: 2, print: 4, noView: 32, toggleNoView: 256 } as const;

/** Annotations: ISO 19005-1, 6.5; ISO 19005-2, 6.3; ISO 19005-4, 6.3. */
export const annotationRules: readonly Rule[] = [
  rule({
    id: 'annotation-type',
    clauses: { 1: '6.5.2-1', 2: '6.3.1-1', 4: '6.3.1-1' },
    on: annotations,
    fails: ({ type }, { part, level }) => !allowed(part, level).includes(type ?? '') && `it is ${type ?? 'missing'}`,
    requirement: 'Annotations are of the types that the standard allows.',
    fault: 'An annotation is of a type that the standard does not allow.',
    fix: 'Remove the annotation, or make it one of another type.',
  }),
  rule({
    id: 'annotation-flags-present',
    clauses: { 1: '6.5.3-2', 2: '6.3.2-1', 4: '6.3.2-1' },
    on: annotations,
    fails: ({ flags, type }, { part }) => flags === null && (part === '1' || type !== 'Popup'),
    requirement: 'An annotation has the F key; only Popup needs none.',
    fault: 'An annotation has no F key.',
    fix: 'Set F to 4 (print).',
  }),
  rule({
    id: 'annotation-flags',
    clauses: { 1: '6.5.3-2', 2: '6.3.2-2', 4: '6.3.2-2' },
    on: annotations,
    fails: ({ flags }, { part }) =>
      flags !== null &&
      ((flags & flag.print) === 0 ||
        (flags & (flag.invisible | flag.hidden | flag.noView | (part === '1' ? 0 : flag.toggleNoView))) !== 0) &&
      `F is ${flags}`,
    requirement:
      'An annotation is printed, and not hidden: of F, Print is set and Invisible, Hidden, ToggleNoView and ' +
      'NoView are not.',
    fault: 'An annotation is not printed, or is hidden, by its flags.',
    fix: 'Set F to 4 (print), or remove the annotation.',
  }),
  rule({
    id: 'annotation-opacity',
    clauses: { 1: '6.5.3-1' },
    on: annotations,
    fails: ({ dict }, _, { file }) => dict.has('CA') && file.number(dict.get('CA')) !== 1,
    requirement: 'An annotation is opaque: CA is 1 where it is given.',
    fault: 'An annotation is not opaque: its CA is not 1.',
    fix: 'Remove CA.',
  }),
  rule({
    id: 'annotation-colour',
    clauses: { 1: '6.5.3-3' },
    on: annotations,
    fails: ({ dict }, _, model) => (dict.has('C') || dict.has('IC')) && model.intentSpace(null) !== 'RGB ',
    requirement: 'An annotation has colours (C, IC) only where the output intent has an RGB profile.',
    fault: 'An annotation has colours (C, IC), and no output intent has an RGB profile.',
    fix: 'Add an output intent with an RGB profile, or remove the colours.',
  }),
  rule({
    id: 'annotation-appearance',
    clauses: { 2: '6.3.3-1', 4: '6.3.3-1' },
    on: annotations,
    fails: (annotation, { part }, { file }) =>
      !annotation.empty &&
      !['Popup', 'Link', ...(part === '4' ? ['Projection'] : [])].includes(annotation.type ?? '') &&
      normalAppearance(file, annotation) === 'none' &&
      (annotation.type ?? 'one without a type'),
    requirement: 'An annotation has an appearance, but for Popup, Link and those whose rectangle is empty.',
    fault: 'An annotation has no appearance.',
    fix: 'Make an appearance stream for the annotation.',
  }),
  rule({
    id: 'annotation-appearance-normal',
    clauses: { 1: '6.5.3-4', 2: '6.3.3-2', 4: '6.3.3-2' },
    on: annotations,
    fails: ({ dict }, _, { file }) => {
      const appearance = file.dict(dict.get('AP'));
      return (
        appearance !== null &&
        (appearance.size !== 1 || !appearance.has('N')) &&
        `it has ${appearance.keys().join(', ')}`
      );
    },
    requirement: 'The appearance dictionary of an annotation has the N entry only.',
    fault: 'The appearance dictionary of an annotation has entries other than N, or no N.',
    fix: 'Remove the appearances for rollover and down.',
  }),
  rule({
    id: 'annotation-appearance-kind',
    clauses: { 1: '6.5.3-5', 2: '6.3.3-3', 4: '6.3.3-3' },
    on: annotations,
    fails: (annotation, _, { file }) => {
      const normal = normalAppearance(file, annotation);
      if (normal === 'none' || (normal === 'other' && !annotation.dict.has('AP'))) return false;
      const button = annotation.type === 'Widget' && annotation.fieldType === 'Btn';
      return button ? normal !== 'dictionary' : normal !== 'stream';
    },
    requirement:
      'N of an appearance is a dictionary of appearances for a button, and a stream for every other annotation.',
    fault: 'N of an appearance is not of the kind that its annotation needs: states for a button, else a stream.',
    fix: 'Write the appearance as a stream; that of a check box or radio button with one stream a state.',
  }),
  rule({
    id: 'artwork-format',
    clauses: { 4: ['6.3.1-2', '6.1.6.1-3'] },
    levels: 'e',
    on: annotations,
    fails: ({ dict, type }, _, { file }) => {
      const artwork = type === '3D' ? file.dict(dict.get('3DD')) : null;
      const stream = artwork === null ? null : (file.dict(artwork.get('3DD')) ?? artwork);
      const format = stream === null ? null : (file.name(stream.get('Subtype')) ?? 'missing');
      return format !== null && format !== 'U3D' && format !== 'PRC' && `it is ${format}`;
    },
    requirement: 'The artwork of a 3D annotation is U3D or PRC.',
    fault: 'The artwork of a 3D annotation is neither U3D nor PRC.',
    fix: 'Convert the artwork.',
  }),
  rule({
    id: 'annotation-trap-net',
    clauses: { ua1: '7.18.2-1' },
    on: annotations,
    fails: ({ type }) => type === 'TrapNet',
    requirement: 'There is no TrapNet annotation.',
    fault: 'There is a TrapNet annotation.',
    fix: 'Remove the annotation.',
  }),
];
