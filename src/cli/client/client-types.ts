import type { Description } from '../../http/openapi/description.ts';
import { typeImport } from './type-import.ts';

const head = [
  '// Made of openapi.json by `npm run openapi` (openapi-typescript). Do not edit.',
  typeImport('../bytes.ts', 'Bytes'),
  '\n',
].join('\n');

/**
 * The types of all bodies, by openapi-typescript. A field that takes base64 takes bytes as well: the client encodes
 * them. A field with a default stays optional, because requests may leave it out.
 */
export async function clientTypes(description: Description): Promise<string> {
  const [{ default: openapiTS, astToString }, { default: ts }] = await Promise.all([
    import('openapi-typescript'),
    import('typescript'),
  ]);
  const { factory, SyntaxKind } = ts;
  const source = JSON.parse(JSON.stringify(description)) as Exclude<Parameters<typeof openapiTS>[0], string | URL>;
  const nodes = await openapiTS(source, {
    defaultNonNullable: false,
    silent: true,
    transform: (schema) =>
      takesBase64(schema)
        ? factory.createUnionTypeNode([
            factory.createKeywordTypeNode(SyntaxKind.StringKeyword),
            factory.createTypeReferenceNode('Bytes'),
          ])
        : undefined,
  });
  return head + astToString(nodes);
}

/** A field of requests that takes base64. Those of answers have a `contentEncoding`, and are strings. */
function takesBase64(schema: object): boolean {
  const { type, description, contentEncoding } = schema as Readonly<Record<string, unknown>>;
  return (
    type === 'string' && contentEncoding === undefined && typeof description === 'string' && /base64/i.test(description)
  );
}
