import type { OwnProperty } from '../../../browser/page/typeset/own-values.ts';
import { bareCss } from '../../compose/style-rules.ts';
import { mayBeOfNotes } from './note-rules.ts';

/** A declaration that the service implements itself, so that Chromium does not get it. */
export interface OwnDeclaration {
  readonly property: string;
  /** The values that are the service's: a word, or calls of functions; `null` = all values. */
  readonly value: { readonly word: string } | { readonly functions: readonly string[] } | null;
  /**
   * The place of the declaration: a rule for elements, where it becomes a custom property of the same value; `@page` for
   * all pages, from which it is taken out; or a margin box, where counters take the place of functions.
   */
  readonly place: 'elements' | 'page' | 'margin';
  /** True where elements inherit the property. */
  readonly inherits: boolean;
  /** True where `::before` and `::after` may have it, too. */
  readonly generated: boolean;
  /**
   * True where Chromium knows the property with other values. Such a value ends the service's own in the cascade, so
   * that every declaration of the property gets one of the custom property beside it.
   */
  readonly shared: boolean;
}

const ofElements = { place: 'elements', inherits: false, generated: false, shared: false } as const;
const ofPages = { place: 'page', value: null, inherits: false, generated: false, shared: false } as const;
const references = ['target-counter', 'target-counters', 'target-text', 'leader'];

/** The declarations that the service implements (CSS Generated Content for Paged Media 3, CSS Paged Media 3). */
export const ownDeclarations: readonly OwnDeclaration[] = [
  { property: 'float', value: { word: 'footnote' }, ...ofElements, shared: true },
  { property: 'content', value: { functions: references }, ...ofElements, generated: true, shared: true },
  { property: 'string-set', value: null, ...ofElements },
  {
    property: 'content',
    value: { functions: ['string'] },
    ...{ place: 'margin', inherits: false, generated: false, shared: false },
  },
  { property: 'bleed', ...ofPages },
  { property: 'marks', ...ofPages },
];

/** A property for scripts in the page. */
export function ownPropertyOf(property: string): OwnProperty {
  const found = ownDeclarations.find((one) => one.property === property && one.place === 'elements');
  return {
    name: ownName(property),
    inherits: found?.inherits ?? false,
    generated: found?.generated ?? false,
  };
}

/** The name of the custom property that an element has in place of a property. */
export const ownName = (property: string): string => `--colophon-${property}`;

function wordsOf({ property, value }: OwnDeclaration): string {
  if (value === null) return String.raw`\b${property}\s*:`;
  return 'word' in value
    ? String.raw`\b${property}\s*:\s*${value.word}\b`
    : String.raw`\b(?:${value.functions.join('|')})\(`;
}

/** The beginning of such a declaration, or a function in its value. */
const words = new RegExp(ownDeclarations.map(wordsOf).join('|'), 'i');

/** False where CSS, or HTML with CSS in it, certainly has no such declaration: a test that takes next to no time. */
export const mayHaveOwn = (text: string): boolean => words.test(text) || mayBeOfNotes(text);

/** The row of the table for a declaration; `undefined` where Chromium decides on it. */
export function ownDeclaration(
  property: string,
  value: string,
  place: OwnDeclaration['place'],
): OwnDeclaration | undefined {
  const name = property.toLowerCase();
  return ownDeclarations.find((one) => one.property === name && one.place === place && isOwnValue(one, value));
}

function isOwnValue({ value: own }: OwnDeclaration, given: string): boolean {
  if (own === null) return true;
  const value = bareCss(given).toLowerCase();
  if ('word' in own) return value.split('!', 1)[0]?.trim() === own.word;
  return own.functions.some((name) => new RegExp(String.raw`(?<![\w-])${name}\(`).test(value));
}
