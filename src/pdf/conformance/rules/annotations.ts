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
    fails: ({ type }, { part, level }) =>
      !allowed(part, level).includes(type ?? '') && `there is ${type ?? 'one without a type'}`,
    message: 'Annotations are of the types that the standard allows.',
    fix: 'Remove the annotation, or make it one of another type.',
  }),
  rule({
    id: 'annotation-flags-present',
    clauses: { 1: '6.5.3-2', 2: '6.3.2-1', 4: '6.3.2-1' },
    on: annotations,
    fails: ({ flags, type }, { part }) => flags === null && (part === '1' || type !== 'Popup'),
    message: 'An annotation has the F key; only Popup needs none.',
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
    message:
      'An annotation is printed, and not hidden: of F, Print is set and Invisible, Hidden, ToggleNoView and ' +
      'NoView are not.',
    fix: 'Set F to 4 (print), or remove the annotation.',
  }),
  rule({
    id: 'annotation-opacity',
    clauses: { 1: '6.5.3-1' },
    on: annotations,
    fails: ({ dict }, _, { file }) => dict.has('CA') && file.number(dict.get('CA')) !== 1,
    message: 'An annotation is opaque: CA is 1 where it is given.',
    fix: 'Remove CA.',
  }),
  rule({
    id: 'annotation-colour',
    clauses: { 1: '6.5.3-3' },
    on: annotations,
    fails: ({ dict }, _, model) => (dict.has('C') || dict.has('IC')) && model.intentSpace(null) !== 'RGB ',
    message: 'An annotation has colours (C, IC) only where the output intent has an RGB profile.',
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
      `${annotation.type ?? 'one'} has none`,
    message: 'An annotation has an appearance, but for Popup, Link and those whose rectangle is empty.',
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
    message: 'The appearance dictionary of an annotation has the N entry only.',
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
    message: 'N of an appearance is a dictionary of appearances for a button, and a stream for every other annotation.',
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
    message: 'The artwork of a 3D annotation is U3D or PRC.',
    fix: 'Convert the artwork.',
  }),
  rule({
    id: 'annotation-trap-net',
    clauses: { ua1: '7.18.2-1' },
    on: annotations,
    fails: ({ type }) => type === 'TrapNet',
    message: 'There is no TrapNet annotation.',
    fix: 'Remove the annotation.',
  }),
];
