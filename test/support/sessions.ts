import type { Answered, Service } from './service.ts';

type Options = NonNullable<Parameters<Service['request']>[2]>;

/** A session through the front door. */
export interface OpenedSession {
  readonly id: string;
  readonly path: string;
  /** `POST` of JSON to one of its routes, without a body where none is given. */
  post(route: string, body?: unknown, options?: Options): Promise<Answered>;
  tell(options?: Options): Promise<Answered>;
}

/** Opens a session, and fails where that does. */
export async function openSession(
  service: Pick<Service, 'request'>,
  body: unknown = {},
  options: Options = {},
): Promise<OpenedSession> {
  const opened = await postJson(service, '/api/v1/sessions', body, options);
  if (opened.status !== 201)
    throw new Error(`expected a session, got ${opened.status}: ${opened.body.toString('utf8').slice(0, 500)}`);
  return sessionAt(service, String(opened.json().sessionId), options);
}

/** A session that is there already. */
export function sessionAt(service: Pick<Service, 'request'>, id: string, options: Options = {}): OpenedSession {
  const path = `/api/v1/sessions/${id}`;
  return {
    id,
    path,
    post: (route, sent, more = {}) => postJson(service, `${path}/${route}`, sent, { ...options, ...more }),
    tell: (more = {}) => service.request('GET', path, { ...options, ...more }),
  };
}

export function postJson(
  service: Pick<Service, 'request'>,
  path: string,
  body: unknown,
  options: Options = {},
): Promise<Answered> {
  if (body === undefined) return service.request('POST', path, options);
  return service.request('POST', path, {
    ...options,
    headers: { 'content-type': 'application/json', ...options.headers },
    body: JSON.stringify(body),
  });
}

/** The status, the slug of the problem, and the pointers of its mistakes. */
export function problemIn(answer: Answered): (string | number)[] {
  const { type = '', errors = [] } = answer.json() as { type?: string; errors?: { pointer: string }[] };
  return [answer.status, type.split('/').at(-1) ?? '', ...errors.map(({ pointer }) => pointer)];
}
