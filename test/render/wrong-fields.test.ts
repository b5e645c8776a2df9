import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { input, mistakesOf, operations, pointersOf } from '../support/rendering.ts';

interface OperationSchema {
  readonly properties: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly {
    readonly required?: readonly string[];
    readonly anyOf?: readonly { readonly required: readonly string[] }[];
  }[];
}

const { $defs, properties } = input.jsonSchema as {
  $defs: Record<string, { anyOf: OperationSchema[] }>;
  properties: { operations: { items: { anyOf: OperationSchema[] } } };
};
const ajv = new Ajv2020({ strict: false });
type Wrong = object | number | string | boolean | null;
const wrongValues: readonly Wrong[] = [{ wrong: 1 }, [[]], 1e12, -1, 'neither \u0000 this', true, null];
/** A value that a field does not take, whatever its other fields are. */
function wrongFor(schema: object): Wrong | undefined {
  const takes = ajv.compile({ $defs, ...schema });
  for (const value of wrongValues) if (!takes(value)) return value;
  return undefined;
}

const schemas = [...properties.operations.items.anyOf, ...Object.values($defs).flatMap(({ anyOf }) => anyOf)];
const schemaOf = (name: string): OperationSchema => {
  const found = schemas.find(
    (schema) => (schema.properties as Record<string, { const?: string }> | undefined)?.op?.const === name,
  );
  if (!found) throw new Error(`no schema of ${name}`);
  return found;
};
const groupsOf = ({ oneOf }: OperationSchema) =>
  (oneOf ?? [])
    .map(({ required, anyOf }) => required ?? anyOf?.flatMap((one) => one.required) ?? [])
    .filter((group) => !group.includes('op') && !group.includes('type'));
const own = (operation: (typeof operations)[number]) => ({ op: operation.name, ...operation.example });

describe('A mistake in any operation', () => {
  for (const operation of operations) {
    const schema = schemaOf(operation.name);
    const fields = Object.keys(schema.properties).filter((name) => name !== 'op' && name !== 'type');

    it(`is pointed to in ${operation.name}: unknown fields, and wrong values of each that it has`, () => {
      expect(pointersOf({ operations: [{ ...own(operation), unknown: 1, another: 2 }] })).to.have.members([
        '/operations/0/unknown',
        '/operations/0/another',
      ]);
      for (const field of fields) {
        const wrong = wrongFor(schema.properties[field] ?? {});
        expect(wrong, `${field} takes everything`).not.to.equal(undefined);
        const pointers = pointersOf({
          operations: [
            { op: 'add_text', text: 'x' },
            { ...own(operation), [field]: wrong },
          ],
        });
        expect(
          pointers.some(
            (pointer) => pointer === `/operations/1/${field}` || pointer.startsWith(`/operations/1/${field}/`),
          ),
          `${field}: ${JSON.stringify(wrong)} → ${pointers.join(' ')}`,
        ).to.equal(true);
      }
    });

    it(`is pointed to in ${operation.name}: all at once, in a sentence that names the field`, () => {
      const wrong = Object.fromEntries(fields.map((field) => [field, wrongFor(schema.properties[field] ?? {})]));
      const mistakes = mistakesOf({ operations: [{ op: operation.name, ...wrong, unknown: 1 }] });
      for (const field of [...fields, 'unknown']) {
        const told = mistakes.filter(
          ({ pointer }) => pointer === `/operations/0/${field}` || pointer.startsWith(`/operations/0/${field}/`),
        );
        expect(told, field).not.to.have.length(0);
        expect(
          told.some(({ message }) => message.includes('`') || message.includes(field)),
          JSON.stringify(told),
        ).to.equal(true);
      }
    });

    it(`is pointed to in ${operation.name}: fields that it needs, and alternatives without a choice`, () => {
      for (const field of schema.required ?? []) {
        if (field === 'op') continue;
        const rest = Object.fromEntries(Object.entries(own(operation)).filter(([name]) => name !== field));
        expect(pointersOf({ operations: [rest] }), field).to.include(`/operations/0/${field}`);
      }
      const groups = groupsOf(schema);
      if (groups.length < 2) return;
      const none = Object.fromEntries(Object.entries(own(operation)).filter(([name]) => !groups.flat().includes(name)));
      const told = mistakesOf({ operations: [none] }).filter(({ pointer }) => pointer === '/operations/0');
      expect(
        told.map(({ message }) => groups.every(([first = '']) => message.includes(`\`${first}\``))),
        operation.name,
      ).to.include(true);
      const both = Object.fromEntries(groups.flatMap(([first = '']) => [[first, 'x']]));
      expect(pointersOf({ operations: [{ ...none, ...both }] }), operation.name).to.include('/operations/0');
    });
  }
});
