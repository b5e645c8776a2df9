import type { Tool } from '../../editions/edition.ts';
import type { AcceptedBody } from '../body/accepted-body.ts';
import type { Answer, Exchange } from '../exchange.ts';

export type Handler = (exchange: Exchange) => Promise<Answer> | Answer;

/** A path and what it takes. */
export interface Route {
  /**
   * As the reference writes it: a part in braces (`/api/v1/jobs/{id}`) stands for any one segment, which is then in
   * `exchange.params`.
   */
  readonly path: string;
  /** By method; `HEAD` comes with `GET`. */
  readonly methods: Readonly<Record<string, Handler>>;
  /** What the body of its `POST` may be; `null` = no method of it takes one. */
  readonly body: AcceptedBody | null;
  /** The tool whose tier and scope guard the route; `null` = any key. */
  readonly tool: Tool | null;
  /** A probe needs no key and is never refused for lack of quota. */
  readonly probe: boolean;
}

export const apiBase = '/api/v1';

export function toolPath(tool: Pick<Tool, 'name'>): string {
  return `${apiBase}/${tool.name}`;
}

/** The query of a request target, as it was sent, without the question mark. */
export function queryOf(target: string): string {
  const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(target) ?? [];
  return query;
}

export function handlerOf(route: Route, method: string): Handler | undefined {
  const name = method === 'HEAD' ? 'GET' : method;
  return Object.hasOwn(route.methods, name) ? route.methods[name] : undefined;
}

/** The `Allow` header of a route. */
export function allow({ methods }: Route): string {
  const names = Object.keys(methods).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...names, 'OPTIONS'].join(', ');
}
