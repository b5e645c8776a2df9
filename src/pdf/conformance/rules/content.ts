import type { Model } from '../model/model.ts';
import type { UsedImage } from '../model/usage/usage.ts';
import { filtersOf } from '../../filters/decode.ts';
import { rule, type Rule } from '../rule.ts';

const images = (model: Model): Iterable<UsedImage> => [...model.usage.images.values(), ...model.usage.inlineImages];

const forms = (model: Model) => model.usage.forms.values();

/** Graphics state dictionaries that content uses. */
export const states = (model: Model) => model.usage.states.values();

const jpegs = (model: Model) => model.jpegs;

const renderingIntents: ReadonlySet<string> = new Set([
  'RelativeColorimetric',
  'AbsoluteColorimetric',
  'Perceptual',
  'Saturation',
]);

/** All stated rendering intents. */
function* intents(model: Model) {
  yield* model.usage.intents;
  for (const { place, dict } of images(model))
    if (dict.has('Intent')) yield { place, name: model.file.name(dict.get('Intent')) ?? '' };
  for (const { place, dict } of states(model))
    if (dict.has('RI')) yield { place, name: model.file.name(dict.get('RI')) ?? '' };
}

const inlineFilters: ReadonlySet<string> = new Set([
  'ASCIIHexDecode',
  'ASCII85Decode',
  'FlateDecode',
  'RunLengthDecode',
  'CCITTFaxDecode',
  'DCTDecode',
]);

/**
 * Content streams, images and XObjects: ISO 19005-1, 6.2.4-6.2.10; ISO 19005-2, 6.2.2, 6.2.5-6.2.9; ISO 19005-4, 6.2.2,
 * 6.2.5-6.2.8.
 */
export const contentRules: readonly Rule[] = [
  rule({
    id: 'operators',
    clauses: { 1: '6.2.10-1', 2: '6.2.2-1', 4: '6.2.2-1' },
    on: (model) => model.usage.unknownOperators,
    fails: ({ operator }) => `it is '${operator.slice(0, 20)}'`,
    requirement: 'Content streams have operators of the PDF specification only, even between BX and EX.',
    fault: 'A content stream has an operator that is none of the PDF specification.',
    fix: 'Remove the operator.',
  }),
  rule({
    id: 'own-resources',
    clauses: { 2: '6.2.2-2', 4: '6.2.2-2' },
    on: (model) => model.usage.resources.inherited,
    fails: ({ category, name }) => `${category} ${name} is inherited`,
    requirement: 'A content stream that names resources has them in its own resource dictionary.',
    fault: 'A content stream names a resource that is not in its own resource dictionary.',
    fix: 'Give the page or the form its own Resources.',
  }),
  rule({
    id: 'resources-defined',
    clauses: { 4: '6.2.2-3' },
    on: (model) => model.usage.resources.undefined,
    fails: ({ category, name }) => `${category} ${name} does not exist`,
    requirement: 'The resources that a content stream names exist.',
    fault: 'A content stream names a resource that does not exist.',
    fix: 'Add the resource, or remove what names it.',
  }),
  rule({
    id: 'saved-states',
    clauses: { 1: '6.1.12-8', 2: '6.1.13-8' },
    on: (model) => model.usage.saveDepths,
    fails: ({ depth }) => depth > 28 && `there are ${depth}`,
    requirement: 'Graphics states are saved (q) at most 28 deep.',
    fault: 'Graphics states are saved (q) more than 28 deep.',
    fix: 'Restore states before more are saved.',
  }),
  rule({
    id: 'inline-image-filter',
    clauses: { 1: '6.1.10-2', 2: '6.1.10-1', 4: '6.1.9-1' },
    on: (model) => model.usage.inlineImages,
    fails: ({ dict }, _, { file }) =>
      filtersOf(dict, (obj) => file.resolve(obj)).some(({ name }) => !inlineFilters.has(name)),
    requirement: 'An inline image uses filters of the PDF specification only, and not LZWDecode.',
    fault: 'An inline image uses a filter that the standard does not allow.',
    fix: 'Compress the image with FlateDecode.',
  }),
  rule({
    id: 'rendering-intent',
    clauses: { 1: '6.2.9-1', 2: ['6.2.6-1', '6.2.5-7'] },
    on: intents,
    fails: ({ name }) => !renderingIntents.has(name) && `it is '${name}'`,
    requirement: 'A rendering intent is RelativeColorimetric, AbsoluteColorimetric, Perceptual or Saturation.',
    fault: 'A rendering intent is none of the PDF specification.',
    fix: 'Use one of them.',
  }),
  rule({
    id: 'image-alternates',
    clauses: { 1: '6.2.4-1', 2: ['6.2.8.1-1', '6.2.8-1'], 4: '6.2.7.1-1' },
    on: images,
    fails: ({ dict }) => dict.has('Alternates'),
    requirement: 'An image has no Alternates.',
    fault: 'An image has Alternates.',
    fix: 'Remove Alternates.',
  }),
  rule({
    id: 'image-opi',
    clauses: { 1: '6.2.4-2', 2: ['6.2.8.1-2', '6.2.8-2'], 4: '6.2.7.1-2' },
    on: images,
    fails: ({ dict }) => dict.has('OPI'),
    requirement: 'An image has no OPI.',
    fault: 'An image has OPI.',
    fix: 'Remove OPI.',
  }),
  rule({
    id: 'image-interpolate',
    clauses: { 1: '6.2.4-3', 2: ['6.2.8.1-3', '6.2.8-3'], 4: '6.2.7.1-3' },
    on: images,
    fails: ({ dict }, _, { file }) => file.resolve(dict.get('Interpolate')) === true,
    requirement: 'Interpolate of an image is not true.',
    fault: 'Interpolate of an image is true.',
    fix: 'Remove Interpolate.',
  }),
  rule({
    id: 'image-bits',
    clauses: { 2: ['6.2.8.1-4', '6.2.8-4'], 4: '6.2.7.1-4' },
    on: images,
    fails: ({ dict }, _, { file }) => {
      const bits = file.number(dict.get('BitsPerComponent'));
      return bits !== null && ![1, 2, 4, 8, 16].includes(bits) && `it is ${bits}`;
    },
    requirement: 'BitsPerComponent of an image is 1, 2, 4, 8 or 16.',
    fault: 'BitsPerComponent of an image is none of 1, 2, 4, 8 and 16.',
    fix: 'Write the image again.',
  }),
  rule({
    id: 'jpeg-2000-channels',
    clauses: { 2: '6.2.8.3-1', 4: '6.2.7.3-1' },
    on: jpegs,
    fails: ({ components }) => components !== null && ![1, 3, 4].includes(components) && `it has ${components}`,
    requirement: 'A JPEG 2000 image has 1, 3 or 4 colour channels.',
    fault: 'A JPEG 2000 image has a number of colour channels other than 1, 3 and 4.',
    fix: 'Encode the image again.',
  }),
  rule({
    id: 'jpeg-2000-colour-specification',
    clauses: { 2: '6.2.8.3-2', 4: '6.2.7.3-2' },
    on: jpegs,
    fails: ({ colours }) =>
      colours.length > 1 && colours.filter(({ approximation }) => approximation === 1).length !== 1,
    requirement: 'Where a JPEG 2000 image has several colour specifications, one of them is the best (APPROX 1).',
    fault: 'A JPEG 2000 image has several colour specifications, and none or more than one is the best (APPROX 1).',
    fix: 'Encode the image again.',
  }),
  rule({
    id: 'jpeg-2000-method',
    clauses: { 2: '6.2.8.3-3', 4: '6.2.7.3-3' },
    on: (model) => model.jpegs.filter(({ dict }) => !dict.has('ColorSpace')),
    fails: ({ colours }) => colours.some(({ method }) => method < 1 || method > 3),
    requirement: 'The colour specification of a JPEG 2000 image is of method 1, 2 or 3.',
    fault: 'The colour specification of a JPEG 2000 image is of a method other than 1, 2 and 3.',
    fix: 'Encode the image again.',
  }),
  rule({
    id: 'jpeg-2000-jab',
    clauses: { 2: '6.2.8.3-4', 4: '6.2.7.3-4' },
    on: (model) => model.jpegs.filter(({ dict }) => !dict.has('ColorSpace')),
    fails: ({ colours }) => colours.some(({ enumerated }) => enumerated === 19),
    requirement: 'A JPEG 2000 image is not in the colour space CIEJab.',
    fault: 'A JPEG 2000 image is in the colour space CIEJab.',
    fix: 'Encode the image again.',
  }),
  rule({
    id: 'jpeg-2000-bits',
    clauses: { 2: '6.2.8.3-5', 4: '6.2.7.3-5' },
    on: jpegs,
    fails: ({ bits, differing }) => differing || (bits !== null && (bits < 1 || bits > 38)),
    requirement: 'The channels of a JPEG 2000 image have the same depth, of 1 to 38 bits.',
    fault: 'The channels of a JPEG 2000 image have different depths, or none of 1 to 38 bits.',
    fix: 'Encode the image again.',
  }),
  rule({
    id: 'form-opi',
    clauses: { 1: '6.2.5-1', 2: ['6.2.9-1', '6.2.9.1-1'], 4: '6.2.8.1-1' },
    on: forms,
    fails: ({ dict }, { part }, { file }) =>
      dict.has('OPI')
        ? 'it has OPI'
        : part !== '4' && (file.name(dict.get('Subtype2')) === 'PS' ? 'Subtype2 is PS' : dict.has('PS') && 'it has PS'),
    requirement: 'A form XObject has no OPI, no Subtype2 with the value PS and no PS.',
    fault: 'A form XObject has OPI, Subtype2 with the value PS, or PS.',
    fix: 'Remove the entry.',
  }),
  rule({
    id: 'form-reference',
    clauses: { 1: '6.2.6-1', 2: ['6.2.9-2', '6.2.9.2-1'], 4: '6.2.8.2-1', ua1: '7.20-1', ua2: '8.12-1' },
    on: forms,
    fails: ({ dict }) => dict.has('Ref'),
    requirement: 'There are no reference XObjects.',
    fault: 'There is a reference XObject.',
    fix: 'Take the content of the other file into this one.',
  }),
  rule({
    id: 'postscript-xobject',
    clauses: { 1: '6.2.7-1', 2: ['6.2.9-3', '6.2.9.3-1'] },
    on: forms,
    fails: ({ dict }, _, { file }) => file.name(dict.get('Subtype')) === 'PS',
    requirement: 'There are no PostScript XObjects.',
    fault: 'There is a PostScript XObject.',
    fix: 'Remove the XObject.',
  }),
];
