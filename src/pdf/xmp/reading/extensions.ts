import { propertyOf, type Packet } from './packet.ts';
import type { XmpProperty, XmpValue } from './rdf.ts';
import type { StructureType } from './schemas.ts';
import { isKnownType } from './types.ts';
import { namespaces } from '../namespaces.ts';

/** One mistake in an extension schema container, by the part that it is about. */
export interface ContainerMistake {
  /** Of the table: `schemas`, `unknown`, or `schema.prefix`, `property.category`, `type.field`, `field.name`. */
  readonly entry: string;
  readonly detail: string;
}

/** What the extension schemas of a packet define (ISO 19005-1, 6.7.8; ISO 19005-2, 6.6.2.3.3). */
export interface Extensions {
  /** Types by expanded name of a property. */
  readonly properties: ReadonlyMap<string, string>;
  readonly types: ReadonlyMap<string, StructureType>;
  readonly mistakes: readonly ContainerMistake[];
}

/** Fields by part: name, whether it must be there, and its kind. */
const parts = {
  schema: {
    namespace: namespaces.pdfaSchema,
    prefix: 'pdfaSchema',
    fields: { schema: 'text?', namespaceURI: 'text', prefix: 'text', property: 'seq?', valueType: 'seq?' },
  },
  property: {
    namespace: namespaces.pdfaProperty,
    prefix: 'pdfaProperty',
    fields: { name: 'text', valueType: 'text', category: 'category', description: 'text' },
  },
  type: {
    namespace: namespaces.pdfaType,
    prefix: 'pdfaType',
    fields: { type: 'text', namespaceURI: 'text', prefix: 'text', description: 'text', field: 'seq?' },
  },
  field: {
    namespace: namespaces.pdfaField,
    prefix: 'pdfaField',
    fields: { name: 'text', valueType: 'text', description: 'text' },
  },
} as const;

type Part = keyof typeof parts;

/** `inherited`: types that the document's own metadata define, for those of its objects. */
export function readExtensions(packet: Packet, inherited: ReadonlyMap<string, StructureType> = new Map()): Extensions {
  const mistakes: ContainerMistake[] = [];
  const types = new Map<string, StructureType>(inherited);
  const properties = new Map<string, string>();
  const container = propertyOf(packet, namespaces.pdfaExtension, 'schemas');
  if (container === null) return { properties, types, mistakes };
  if (container.prefix !== 'pdfaExtension')
    mistakes.push({ entry: 'schemas', detail: `its prefix is ${container.prefix}` });
  if (container.value.kind !== 'array' || container.value.form !== 'Bag')
    mistakes.push({ entry: 'schemas', detail: 'it is not a bag' });
  const described = itemsOf(container.value).map((item) => checked(item, 'schema', mistakes));
  for (const schema of described) {
    for (const valueType of itemsOf(schema.get('valueType')?.value)) {
      const type = checked(valueType, 'type', mistakes);
      const namespace = textOf(type, 'namespaceURI');
      const fields = itemsOf(type.get('field')?.value).map((item) => checked(item, 'field', mistakes));
      types.set(textOf(type, 'type').toLowerCase(), {
        namespace,
        fields: new Map(fields.map((field) => [`${namespace} ${textOf(field, 'name')}`, textOf(field, 'valueType')])),
      });
    }
  }
  for (const schema of described) {
    for (const item of itemsOf(schema.get('property')?.value)) {
      const property = checked(item, 'property', mistakes);
      const valueType = textOf(property, 'valueType');
      if (valueType !== '' && !isKnownType(valueType, types))
        mistakes.push({ entry: 'property.valueType', detail: `the type ${valueType} is not defined` });
      else if (valueType !== '')
        properties.set(`${textOf(schema, 'namespaceURI')} ${textOf(property, 'name')}`, valueType);
    }
  }
  return { properties, types, mistakes };
}

function itemsOf(value: XmpValue | undefined): readonly XmpValue[] {
  return value?.kind === 'array' ? value.items : [];
}

function textOf(fields: ReadonlyMap<string, XmpProperty>, name: string): string {
  const value = fields.get(name)?.value;
  return value?.kind === 'text' ? value.text.trim() : '';
}

/** Fields of a part by name, and what is wrong with them. */
function checked(value: XmpValue, part: Part, mistakes: ContainerMistake[]): Map<string, XmpProperty> {
  const { namespace, prefix, fields } = parts[part];
  const own = new Map<string, XmpProperty>();
  for (const field of value.kind === 'structure' ? value.fields : []) {
    if (field.namespace === namespace && field.name in fields) own.set(field.name, field);
    else mistakes.push({ entry: 'unknown', detail: `${field.prefix}:${field.name} is no part of it` });
  }
  for (const [name, kind] of Object.entries(fields)) {
    const field = own.get(name);
    if (field === undefined) {
      if (!kind.endsWith('?')) mistakes.push({ entry: `${part}.${name}`, detail: `${prefix}:${name} is missing` });
    } else if (field.prefix !== prefix)
      mistakes.push({ entry: `${part}.${name}`, detail: `its prefix is ${field.prefix}` });
    else if (!isKind(field.value, kind))
      mistakes.push({ entry: `${part}.${name}`, detail: `${prefix}:${name} has a value of the wrong type` });
  }
  return own;
}

function isKind(value: XmpValue, kind: string): boolean {
  if (kind === 'seq?') return value.kind === 'array' && value.form === 'Seq';
  if (value.kind !== 'text') return false;
  return kind !== 'category' || value.text === 'internal' || value.text === 'external';
}
