import type { Route, Handler } from '../exchange.ts';
import type { Tool } from '../../editions/edition.ts';

/** Path of the interface. */
export const apiBase = '/api/v1';

/** Path of a tool's own route. */
export function toolPath(tool: Pick<Tool, 'name'>): string {
  return `${apiBase}/${tool.name}`;
}

/** The query of a request target, as it was sent, without the question mark. */
export function queryOf(target: string): string {
  const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(target) ?? [];
  return query;
}

/** The handler of a method; `HEAD` is that of `GET`. */
export function handlerOf(route: Route, method: string): Handler | undefined {
  const name = method === 'HEAD' ? 'GET' : method;
  return Object.hasOwn(route.methods, name) ? route.methods[name] : undefined;
}

/** The `Allow` header of a route. */
export function allow({ methods }: Route): string {
  const names = Object.keys(methods).flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...names, 'OPTIONS'].join(', ');
}
