import { invalidRequest, type JsonSchema } from '../../input/input.ts';
import type { Mistake } from '../../problems.ts';
import type { Payload, ReceivedFile } from '../reading/received.ts';
import { misplacedOptions, queryOptions } from '../reading/query-options.ts';
import { jsonOf } from '../reading/assemble-body.ts';

/** The fields of an operation as they were sent, and the mistakes in them that their schema cannot find. */
export interface SentFields {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly mistakes: readonly Mistake[];
}

/**
 * The fields of a body: JSON, or a part `request` beside the image, or the query beside a body that is the image. The
 * image becomes `data`. Throws AppError `malformed-json`, and `invalid-request` where the JSON is no object.
 */
export async function fieldsOf(
  payload: Pick<Payload, 'kind' | 'request' | 'files'>,
  query: string,
  schema: JsonSchema,
): Promise<SentFields> {
  const { options, mistakes } =
    payload.kind === 'file'
      ? queryOptions(query, schema)
      : { options: jsonOf(payload), mistakes: misplacedOptions(query, payload.kind, 'image/*') };
  if (!isObject(options))
    throw invalidRequest([{ pointer: '', message: 'the body must be an object: the fields of the operation' }]);
  const named = ['op', 'type'].filter((name) => Object.hasOwn(options, name));
  const fields = Object.fromEntries(Object.entries(options).filter(([name]) => !named.includes(name)));
  const found = [
    ...mistakes,
    ...named.map((name) => ({
      pointer: `/${name}`,
      message: `\`${name}\` is not allowed: the path names the operation`,
    })),
  ];
  return withImage({ fields, mistakes: found }, payload.files);
}

async function withImage(
  { fields, mistakes }: SentFields,
  [image, ...others]: readonly ReceivedFile[],
): Promise<SentFields> {
  if (image === undefined) return { fields, mistakes };
  const found = [...mistakes];
  if (others.length > 0)
    found.push({ pointer: '/data', message: `one image makes one operation; the request has ${others.length + 1}` });
  if (Object.hasOwn(fields, 'data'))
    found.push({ pointer: '/data', message: '`data` is there, and the image comes as a file too' });
  return { fields: { ...fields, data: Buffer.from(await image.stored.bytes()).toString('base64') }, mistakes: found };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
