import { filePartsOf } from '../../editions/documents.ts';
import type { Tool } from '../../editions/edition.ts';
import type { OwnLimit } from '../../calls/access/limits.ts';
import { AppError } from '../../problems.ts';
import type { IncomingMessage } from 'node:http';

/**
 * The bodies that a `POST` to a route accepts. JSON is always accepted; the other forms carry the same request in
 * another way.
 */
export interface AcceptedBody {
  /** The file parts that a multipart body may have beside `request`; none = the route accepts no multipart. */
  readonly fileParts: readonly string[];
  /** True where there may be file parts of other names, which the request names. */
  readonly anyParts?: boolean;
  /** A body that is one file: its field, and its media types, each exact or `image/*`. */
  readonly file?: { readonly field: string; readonly types: readonly string[] };
  /** Media types beside `application/json` whose body is JSON. */
  readonly alsoJson?: readonly string[];
  /** The limit of a body that is a file of any type, which its bytes determine. */
  readonly raw?: OwnLimit;
  /** True when a missing body counts as `{}`. */
  readonly optional?: boolean;
}

/** The file part whose names may contain folders: a document and the files beside it. */
export const treePart = 'files';

/** A route that accepts only JSON. */
export const jsonBody: AcceptedBody = { fileParts: [] };

/** The bodies of the route of a tool (docs/spec/documents.md). */
export function toolBody(
  tool: Pick<Tool, 'documents' | 'madeOf' | 'fileParts' | 'namesParts' | 'takesHtml'>,
): AcceptedBody {
  const pdf = tool.documents === 'one' && { file: { field: 'document', types: ['application/pdf'] } };
  const html = tool.takesHtml === true && { file: { field: treePart, types: ['text/html'] } };
  return { fileParts: filePartsOf(tool), anyParts: tool.namesParts === true, ...pdf, ...html };
}

/** The media types of a body, as `Accept` of a 415 and the reference list them. */
export function bodyTypes({ fileParts, file, alsoJson = [] }: AcceptedBody): readonly string[] {
  return [
    'application/json',
    ...alsoJson,
    ...(fileParts.length > 0 ? ['multipart/form-data'] : []),
    ...(file?.types ?? []),
  ];
}

/** The media type of the request, one of those that the route accepts. Throws AppError `unsupported-media-type`. */
export function mediaTypeOf({ req }: { readonly req: IncomingMessage }, accepted: AcceptedBody): string {
  const encoding = req.headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity')
    throw new AppError('unsupported-media-type', 'The body has a `Content-Encoding`; send it as it is.');
  if (accepted.raw !== undefined) return '';
  const { type, parameters } = parseMediaType(req.headers['content-type'] ?? '');
  const charset = parameters.get('charset');
  const taken = bodyTypes(accepted);
  if (
    taken.some((range) => isWithin(type, range)) &&
    (type !== 'application/json' || charset === undefined || charset.toLowerCase() === 'utf-8')
  )
    return type;
  if (type === 'application/json')
    throw new AppError(
      'unsupported-media-type',
      `The \`charset\` of the \`Content-Type\` is \`${(charset ?? '').slice(0, 40)}\`; JSON is UTF-8 (RFC 8259). Send the ` +
        'body in UTF-8, without `charset` or with `charset=utf-8`.',
      { headers: { Accept: taken.join(', ') } },
    );
  const sent =
    type === ''
      ? 'the request has no `Content-Type`'
      : `the \`Content-Type\` of the request is \`${type.slice(0, 100)}\``;
  const curl =
    type === 'application/x-www-form-urlencoded'
      ? ", which curl sends unless it has the option `-H 'Content-Type: application/json'`"
      : '';
  const detail = `This route takes ${taken.map((name) => `\`${name}\``).join(' or ')}, JSON in UTF-8; ${sent}${curl}.`;
  throw new AppError('unsupported-media-type', detail, { headers: { Accept: taken.join(', ') } });
}

function isWithin(type: string, range: string): boolean {
  return range.endsWith('/*') ? type.startsWith(range.slice(0, -1)) && type.length >= range.length : type === range;
}

/** A media type, with its `charset` if it has one. */
export function withCharset(header: string): string {
  const { type, parameters } = parseMediaType(header);
  const charset = parameters.get('charset');
  return charset === undefined ? type : `${type}; charset=${charset}`;
}

/** A media type and its parameters (RFC 9110, 8.3.1); the type and the names are in lower case. */
export function parseMediaType(header: string): { type: string; parameters: Map<string, string> } {
  const [type = '', ...rest] = header.split(';');
  const parameters = new Map<string, string>();
  for (const parameter of rest) {
    const [name = '', value = ''] = parameter.split('=', 2);
    parameters.set(name.trim().toLowerCase(), value.trim().replace(/^"(.*)"$/, '$1'));
  }
  return { type: type.trim().toLowerCase(), parameters };
}
