import { jsonOf, type FileAnswer, type Json } from './answer.ts';
import { isBytes } from './bytes.ts';
import { jsonBody, multipartBody, type Body } from './body.ts';
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

interface SessionAnswers {
  readonly pdf: FileAnswer;
  readonly json: Json<Schemas['DocumentAnswer']>;
  readonly report: Json<Schemas['ReportAlone']>;
}

const formats = { pdf: 'application/pdf', json: 'application/json', report: 'application/json' };
const path = '/api/v1/sessions';

/** Sessions: documents held open across calls. A deployment offers them where `capabilities` says so. */
export class Sessions {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Opens a session. */
  async open(fields: Schemas['OpenSessionRequest'] = {}, options: CallOptions = {}): Promise<Session> {
    const { options: json } = await sentInput(fields, []);
    const request = { method: 'POST', path, accept: 'application/json', body: jsonBody(json) } as const;
    const reading = await this.#transport.send({ ...request, idempotency: 'always' }, options);
    return new Session(this.#transport, await jsonOf<SessionRecord>(reading));
  }

  /** A session that was opened earlier. */
  async get(id: string, options: CallOptions = {}): Promise<Session> {
    const request = { method: 'GET', path: `${path}/${encodeURIComponent(id)}`, accept: 'application/json' } as const;
    return new Session(this.#transport, await jsonOf<SessionRecord>(await this.#transport.send(request, options)));
  }
}

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
    const sizes = Object.entries({ width, dpi }).filter(([, value]) => value !== undefined);
    const query = new URLSearchParams(sizes.map(([name, value]) => [name, String(value)])).toString();
    const target = `${this.#path}/pages/${page}${query === '' ? '' : `?${query}`}`;
    const accept = `image/${as}`;
    return answerOf<FileAnswer>(await this.#transport.send({ method: 'GET', path: target, accept }, options), accept);
  }

  /** Closes the session and deletes its content. */
  async close(options: ChangeOptions = {}): Promise<void> {
    const request = { method: 'DELETE', path: this.#path, accept: '*/*' } as const;
    const { response } = await this.#transport.send({ ...request, ...changing(options) }, options);
    await response.body?.cancel();
  }
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
