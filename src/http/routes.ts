import type { Tool } from '../editions/edition.ts';
import { capabilities } from './capabilities.ts';
import type { HttpDeps } from './deployment.ts';
import type { Answer, Exchange } from './exchange.ts';
import { createGate } from './gate.ts';
import { live, ready } from './probes.ts';
import { runTool } from './run-tool.ts';

export type Handler = (exchange: Exchange) => Promise<Answer> | Answer;

/** A path and what it takes. */
export interface Route {
  readonly path: string;
  /** By method; `HEAD` comes with `GET`. */
  readonly methods: Readonly<Record<string, Handler>>;
  /** The tool whose tier and scope guard the route, and whose body it takes; `null` = any key, no body. */
  readonly tool: Tool | null;
  /** A probe needs no key and is never refused for lack of quota. */
  readonly probe: boolean;
}

export const apiBase = '/api/v1';

/** Every route of this deployment, by path: registered at the start, from the tools that are installed (interface 4.6). */
export function routes(deps: HttpDeps, isStopping: () => boolean): ReadonlyMap<string, Route> {
  const { workerCount, queueLimit, queueTimeout } = deps.config;
  const gate = createGate({ slots: Math.max(2, Math.min(workerCount, 8)), queue: queueLimit, patience: queueTimeout });
  const all: Route[] = [
    { path: '/healthz', methods: { GET: live() }, tool: null, probe: true },
    { path: '/readyz', methods: { GET: ready(deps, isStopping) }, tool: null, probe: true },
    { path: `${apiBase}/capabilities`, methods: { GET: capabilities(deps) }, tool: null, probe: false },
    ...deps.deployment.tools.map((tool) => ({ path: toolPath(tool), methods: { POST: runTool(tool, { ...deps, gate }) }, tool, probe: false })),
  ];
  return new Map(all.map((route) => [route.path, route]));
}

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
