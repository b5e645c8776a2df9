import { jsonOf } from './answer.ts';
import { jsonBody } from './body.ts';
import type { components } from './generated/api.ts';
import { sentInput } from './input.ts';
import type { CallOptions } from './options.ts';
import { path, Session, type SessionRecord } from './session.ts';
import type { Transport } from './transport.ts';

type Schemas = components['schemas'];

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
