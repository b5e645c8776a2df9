import { jsonOf, type FileAnswer, type Json } from './answer.ts';
import { isBytes, sourceOf, type Bytes } from './bytes.ts';
import { jsonBody, multipartBody, rawBody, type Body } from './body.ts';
import type { components } from './generated/api.ts';
import type { SessionAppends } from './generated/tools.ts';
import { sentInput } from './input.ts';
import type { CallOptions, ToolOptions } from './options.ts';
import { acceptOf, answerOf } from './representation.ts';
import type { Request, Transport } from './transport.ts';

type Schemas = components['schemas'];
/** A session as the service describes it. */
export type SessionRecord = Schemas['Session'];

/** Options of a change of a session. */
export interface ChangeOptions extends CallOptions {
  /** The change is made only at this revision; otherwise it is a problem `revision-mismatch`. */
  readonly ifRevision?: number | undefined;
}

/** Options of a page of a session: `width` in pixels, or `dpi`. */
export interface PageOptions extends CallOptions {
  readonly as?: 'png' | 'jpeg' | 'webp' | undefined;
  readonly width?: number | undefined;
  readonly dpi?: number | undefined;
}

/** The place of operations: before or after one that is there. */
export type Place = { readonly before: string } | { readonly after: string };

interface SessionAnswers {
  readonly pdf: FileAnswer;
  readonly json: Json<Schemas['DocumentAnswer']>;
  readonly report: Json<Schemas['ReportAlone']>;
}

const formats = { pdf: 'application/pdf', json: 'application/json', report: 'application/json' };
/** The path of all sessions. */
export const path = '/api/v1/sessions';

/** One session. */
export class Session {
  readonly id: string;
  readonly #transport: Transport;
  readonly #path: string;
  #revision: number;

  constructor(transport: Transport, { sessionId, revision }: SessionRecord) {
    this.#transport = transport;
    this.#path = `${path}/${encodeURIComponent(sessionId)}`;
    this.#revision = revision;
    this.id = sessionId;
  }

  /** The last known revision. */
  get revision(): number {
    return this.#revision;
  }

  /** The present state. */
  async show(options: CallOptions = {}): Promise<Json<SessionRecord>> {
    const request = { method: 'GET', path: this.#path, accept: 'application/json' } as const;
    const record = await jsonOf<SessionRecord>(await this.#transport.send(request, options));
    this.#revision = record.revision;
    return record;
  }

  /** Adds to the end: `text`, `pages`, `tables` and so on, with the fields of the operation. */
  async append<K extends keyof SessionAppends>(
    kind: K,
    fields: SessionAppends[K],
    options: ChangeOptions = {},
  ): Promise<Json<Schemas['SessionChange']>> {
    const request = { method: 'POST', path: `${this.#path}/${kind}`, accept: 'application/json' } as const;
    const body = await appendBody(kind, fields);
    const reading = await this.#transport.send({ ...request, body, ...changing(options) }, options);
    const change = await jsonOf<Schemas['SessionChange']>(reading);
    this.#revision = change.revision;
    return change;
  }

  /** Operations with their ids, from the index `from` on: 100 unless `limit` states another number. */
  async operations(
    { from, limit }: { readonly from?: number; readonly limit?: number } = {},
    options: CallOptions = {},
  ): Promise<Json<Schemas['SessionOperationList']>> {
    const target = `${this.#path}/operations${queryOf({ from, limit })}`;
    return jsonOf(await this.#transport.send({ method: 'GET', path: target, accept: 'application/json' }, options));
  }

  /** Adds any operations, named by `op`: all or none, at the end unless a place is given. */
  async insert(
    operations: readonly Schemas['RenderOperation'][],
    place: Place | null = null,
    options: ChangeOptions = {},
  ): Promise<Json<Schemas['SessionInsertion']>> {
    const { options: json } = await sentInput({ operations: [...operations] }, []);
    return this.#change('POST', `/operations${queryOf({ ...place })}`, jsonBody(json), options);
  }

  /** Replaces an operation. */
  async replace(
    operationId: string,
    operation: Schemas['RenderOperation'],
    options: ChangeOptions = {},
  ): Promise<Json<Schemas['SessionReplacement']>> {
    const { options: json } = await sentInput(operation, []);
    return this.#change('PUT', `/operations/${encodeURIComponent(operationId)}`, jsonBody(json), options);
  }

  /** Removes an operation; `undo` brings it back. */
  async remove(operationId: string, options: ChangeOptions = {}): Promise<void> {
    await this.#delete(`/operations/${encodeURIComponent(operationId)}`, options);
  }

  /** Moves an operation before or after another, or to an index. */
  async move(
    operationId: string,
    to: Place | { readonly index: number },
    options: ChangeOptions = {},
  ): Promise<Json<Schemas['SessionMove']>> {
    return this.#change('POST', `/operations/${encodeURIComponent(operationId)}/move`, jsonBody(to), options);
  }

  /** Undoes the last change. */
  async undo(options: ChangeOptions = {}): Promise<Json<SessionRecord>> {
    return this.#change('POST', '/undo', null, options);
  }

  /** Applies again what was undone. */
  async redo(options: ChangeOptions = {}): Promise<Json<SessionRecord>> {
    return this.#change('POST', '/redo', null, options);
  }

  /** Changes `document`, `output` and `ttl` by a merge patch: `null` removes a field. */
  async update(patch: Schemas['SessionPatch'], options: ChangeOptions = {}): Promise<Json<SessionRecord>> {
    return this.#change('PATCH', '', jsonBody(patch), options);
  }

  /** A new session with the same content, or with that of an earlier revision. */
  async fork(fields: Schemas['SessionForkRequest'] = {}, options: CallOptions = {}): Promise<Session> {
    const request = { method: 'POST', path: `${this.#path}/fork`, accept: 'application/json' } as const;
    const call = { ...request, body: jsonBody(fields), idempotency: 'always' } as const;
    return new Session(this.#transport, await jsonOf<SessionRecord>(await this.#transport.send(call, options)));
  }

  /** Stores a picture, a font, a PDF or a style sheet under a name, by which operations refer to it. */
  async putAsset(name: string, bytes: Bytes, options: ChangeOptions = {}): Promise<Json<Schemas['SessionAsset']>> {
    const body = rawBody(sourceOf(bytes), 'application/octet-stream');
    return this.#change('PUT', `/assets/${encodeURIComponent(name)}`, body, options);
  }

  /** The assets of the session. */
  async assets(options: CallOptions = {}): Promise<readonly Schemas['SessionAsset'][]> {
    const request = { method: 'GET', path: `${this.#path}/assets`, accept: 'application/json' } as const;
    return (await jsonOf<Schemas['SessionAssetList']>(await this.#transport.send(request, options))).assets;
  }

  /** Removes an asset that no operation names. */
  async removeAsset(name: string, options: ChangeOptions = {}): Promise<void> {
    await this.#delete(`/assets/${encodeURIComponent(name)}`, options);
  }

  /** Prints what the session contains. It stays open. */
  async render<F extends keyof SessionAnswers = 'pdf'>(
    fields: Schemas['RenderSessionRequest'] = {},
    options: ToolOptions<F> = {},
  ): Promise<SessionAnswers[F]> {
    const accept = acceptOf(formats, options.as);
    const { options: json } = await sentInput(fields, []);
    const request = { method: 'POST', path: `${this.#path}/render`, accept, body: jsonBody(json) } as const;
    return answerOf<SessionAnswers[F]>(await this.#transport.send(request, options), accept);
  }

  /** A page (from 1) as an image: a PNG unless `as` is another type. */
  async page(page: number, options: PageOptions = {}): Promise<FileAnswer> {
    const { as = 'png', width, dpi } = options;
    const target = `${this.#path}/pages/${page}${queryOf({ width, dpi })}`;
    const accept = `image/${as}`;
    return answerOf<FileAnswer>(await this.#transport.send({ method: 'GET', path: target, accept }, options), accept);
  }

  /** Closes the session and deletes its content. */
  async close(options: ChangeOptions = {}): Promise<void> {
    await this.#delete('', options);
  }

  /** Makes a change whose answer is JSON, and takes up the revision of the answer, or of its `ETag`. */
  async #change<T extends object>(
    method: 'POST' | 'PUT' | 'PATCH',
    tail: string,
    body: Body | null,
    options: ChangeOptions,
  ): Promise<Json<T>> {
    const request = { method, path: `${this.#path}${tail}`, accept: 'application/json' } as const;
    const call = { ...request, ...(body !== null && { body }), ...changing(options) };
    const reading = await this.#transport.send(call, options);
    this.#takeRevision(reading.response);
    return jsonOf<T>(reading);
  }

  async #delete(tail: string, options: ChangeOptions): Promise<void> {
    const request = { method: 'DELETE', path: `${this.#path}${tail}`, accept: '*/*' } as const;
    const { response } = await this.#transport.send({ ...request, ...changing(options) }, options);
    this.#takeRevision(response);
    await response.body?.cancel();
  }

  #takeRevision({ headers }: Response): void {
    const [, revision] = /^"(\d+)"$/.exec(headers.get('etag') ?? '') ?? [];
    if (revision !== undefined) this.#revision = Number(revision);
  }
}

/** A query of the fields that are given, with its question mark; empty = none is. */
function queryOf(fields: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return query === '' ? '' : `?${query}`;
}

function changing({ ifRevision }: ChangeOptions): Pick<Request, 'idempotency' | 'headers'> {
  return { idempotency: 'always', ...(ifRevision !== undefined && { headers: { 'if-match': `"${ifRevision}"` } }) };
}

/** An image is streamed as a part of a multipart body; everything else is JSON. */
async function appendBody(kind: string, fields: object): Promise<Body> {
  const { data, ...rest } = fields as Readonly<Record<string, unknown>>;
  if (kind === 'images' && isBytes(data))
    return multipartBody(rest, [{ field: 'image', filename: undefined, bytes: data }]);
  return jsonBody((await sentInput(fields, [])).options);
}
