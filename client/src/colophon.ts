import { jsonOf, type Json } from './answer.ts';
import { bodyOf } from './body.ts';
import {
  ToolMethods,
  toolRoutes,
  type ToolAnswer,
  type ToolFormat,
  type ToolInput,
  type ToolName,
} from './generated/tools.ts';
import type { components } from './generated/api.ts';
import { sentInput } from './input.ts';
import { Jobs } from './jobs.ts';
import type { CallOptions, ColophonOptions, ToolOptions } from './options.ts';
import { acceptOf, answerOf } from './representation.ts';
import { Sessions } from './sessions.ts';
import { Transport } from './transport.ts';

/** The tools, operations, fonts and limits of a deployment. */
export type Capabilities = components['schemas']['Capabilities'];

/**
 * A client of a Colophon service. It has one method a tool (`render`, `merge`, ...), and `jobs` and `sessions`.
 *
 * Each method of a tool takes the fields of the tool; where the API takes base64, it takes bytes as well. `as` chooses
 * the representation: a file is a `FileAnswer`, and `as: 'json'` is the JSON of the service.
 */
export class Colophon extends ToolMethods {
  readonly jobs: Jobs;
  readonly sessions: Sessions;
  readonly #transport: Transport;

  constructor(options: ColophonOptions) {
    super();
    this.#transport = new Transport(options);
    this.jobs = new Jobs(this.#transport);
    this.sessions = new Sessions(this.#transport);
  }

  /** What this deployment offers, and what of it the key may use. */
  async capabilities(options: CallOptions = {}): Promise<Json<Capabilities>> {
    const request = { method: 'GET', path: '/api/v1/capabilities', accept: 'application/json' } as const;
    return jsonOf<Capabilities>(await this.#transport.send(request, options));
  }

  protected async call<T extends ToolName, F extends ToolFormat<T>>(
    tool: T,
    input: ToolInput<T>,
    options: ToolOptions<F>,
  ): Promise<ToolAnswer<T, F>> {
    const { path, parts, formats } = toolRoutes[tool];
    const accept = acceptOf(formats, options.as);
    const body = bodyOf(await sentInput(input, parts));
    const reading = await this.#transport.send({ method: 'POST', path, accept, body }, options);
    return answerOf<ToolAnswer<T, F>>(reading, accept);
  }
}
