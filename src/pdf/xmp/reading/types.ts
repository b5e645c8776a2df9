import type { XmpValue } from './rdf.ts';
import { predefinedStructures, type StructureType } from './schemas.ts';

/** Structures that a document's own extension schemas define, by their names in lower case. */
export type OwnTypes = ReadonlyMap<string, StructureType>;

const date =
  /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01])(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d+)?)?(?:Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?)?)?)?$/;

/** Texts by type (XMP Specification, 4.1); any text is one of the others. */
const texts: Readonly<Record<string, RegExp>> = {
  integer: /^[+-]?\d+$/,
  real: /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/,
  boolean: /^(?:True|False)$/,
  date,
  rational: /^-?\d+\/-?\d+$/,
  gpscoordinate: /^\d{1,3},\d{1,2}(?:,\d{1,2}|\.\d+)[NSEW]$/,
};

/** Names of types whose values are texts. */
const anyText: ReadonlySet<string> = new Set([
  'text',
  'uri',
  'url',
  'xpath',
  'mimetype',
  'agentname',
  'propername',
  'renditionclass',
  'locale',
  'guid',
  'frameofreference',
  'part',
]);

/** Whether a type is one that XMP or the document defines. */
export function isKnownType(type: string, own: OwnTypes): boolean {
  const name = normal(type);
  const item = /^(?:bag|seq|alt) (.*)$/.exec(name)?.[1];
  if (item !== undefined) return isKnownType(item, own);
  return (
    name === 'lang alt' ||
    name === '' ||
    anyText.has(name) ||
    name in texts ||
    predefinedStructures.has(name) ||
    own.has(name)
  );
}

/**
 * Whether a value is of a type that a schema names: `Integer`, `bag ProperName`, `closed Choice of Text`, `Lang Alt`, a
 * structure.
 */
export function isOfType(value: XmpValue, type: string, own: OwnTypes): boolean {
  const name = normal(type);
  const array = /^(bag|seq|alt)\b ?(.*)$/.exec(name);
  if (array !== null) {
    return (
      value.kind === 'array' &&
      value.form.toLowerCase() === array[1] &&
      value.items.every((item) => isOfType(item, array[2] === '' ? 'text' : (array[2] ?? 'text'), own))
    );
  }
  if (name === 'lang alt')
    return (
      value.kind === 'array' &&
      value.form === 'Alt' &&
      value.items.every((item) => item.kind === 'text' && item.lang !== null)
    );
  const structure = own.get(name) ?? predefinedStructures.get(name);
  if (structure !== undefined) {
    return (
      value.kind === 'structure' &&
      value.fields.every((field) => {
        const fieldType = structure.fields.get(`${field.namespace} ${field.name}`);
        return fieldType !== undefined && isOfType(field.value, fieldType, own);
      })
    );
  }
  if (value.kind !== 'text') return false;
  const pattern = texts[name];
  return pattern === undefined || pattern.test(value.text.trim());
}

/** In lower case, without the words for a choice from a list. */
function normal(type: string): string {
  return type
    .trim()
    .replace(/\s+/g, ' ')
    .toLowerCase()
    .replace(/\b(?:open|closed) (?=choice|text|integer|bag|seq)/g, '')
    .replace(/\bchoice of /g, '')
    .replace(/\bchoice\b/g, 'text')
    .replace(/^(bag|seq|alt) of /, '$1 ')
    .trim();
}
