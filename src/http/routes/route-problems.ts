import { AppError } from '../../problems.ts';
import { nearName } from '../../near-names.ts';
import type { Exchange, Handler, Route } from '../exchange.ts';
import { allow, apiBase, handlerOf, toolPath } from './route.ts';

/** Names by which other services and newcomers know a route, as the first segment behind `/api/v1`. */
const otherNames: Readonly<Record<string, string>> = {
  pdf: 'render',
  pdfs: 'render',
  html: 'render',
  convert: 'render',
  generate: 'render',
  create: 'render',
  print: 'render',
  document: 'render',
  documents: 'render',
  forms: 'render',
  templates: 'render',
  screenshot: 'render',
  text: 'extract-text',
  extract: 'extract-text',
  combine: 'merge',
  join: 'merge',
  compress: 'optimize',
  signature: 'sign',
  fill: 'fill-form',
  diff: 'compare',
  accessibility: 'check-accessibility',
  compliance: 'compliance-check',
  forensics: 'forensic-analyze',
  certify: 'ai-certify',
  tools: 'capabilities',
  operations: 'capabilities',
  fonts: 'capabilities',
  version: 'capabilities',
  tasks: 'jobs',
  queue: 'jobs',
  health: '/healthz',
  status: '/healthz',
  ping: '/healthz',
  livez: '/healthz',
  ready: '/readyz',
  readiness: '/readyz',
};

/** Kinds of content that no session has a route for: they are added as operations. */
const kindsOfContent: ReadonlySet<string> = new Set(
  'templates template forms form headings charts lists columns toc header footer bookmarks watermark markdown'.split(
    ' ',
  ),
);

const longestPath = 200;
const literal = (segment: string) => !segment.startsWith('{');

/** The segments of a path behind `/api` and `/v1`, in lower case. */
function segmentsOf(path: string): string[] {
  const [first = '', ...rest] = path.toLowerCase().split('/').filter(Boolean);
  const behind = first === 'api' ? rest : [first, ...rest];
  return /^v\d+$/.test(behind[0] ?? '') ? behind.slice(1) : behind;
}

/** The segment of a route that is meant by one of a request: by another name of it, or by a similar one. */
function meant(segment: string, names: readonly string[]): string | null {
  if (kindsOfContent.has(segment) && names.includes('operations')) return 'operations';
  const other = Object.hasOwn(otherNames, segment) ? otherNames[segment]?.replace('/', '') : undefined;
  if (other !== undefined && names.includes(other)) return other;
  return nearName(segment, names);
}

/**
 * The route that a path without one resembles: with the same first segment, and if possible the same later ones. `null`
 * = none does.
 */
function resembling(path: string, routes: readonly Route[]): Route | null {
  if (path.length > longestPath) return null;
  let candidates = routes.map((route) => ({ route, segments: segmentsOf(route.path) }));
  const wanted = segmentsOf(path);
  if (wanted.length === 0) return null;
  for (const [at, segment] of wanted.entries()) {
    const names = [...new Set(candidates.flatMap(({ segments }) => segments[at] ?? []))];
    const name = meant(segment, names.filter(literal)) ?? names.find((one) => !literal(one));
    const left = candidates.filter(({ segments }) => segments[at] === name);
    if (name === undefined || left.length === 0) {
      if (at === 0) return null;
      break;
    }
    candidates = left;
  }
  const length = wanted.length;
  return candidates.find(({ segments }) => segments.length === length)?.route ?? candidates[0]?.route ?? null;
}

/** The problem of a path without a route: it names the route that is probably meant. */
function routeMissing({ req, path, routes }: Exchange): AppError {
  const shown = `\`${req.method} ${path.slice(0, longestPath)}\``;
  if (segmentsOf(path)[0] === 'sessions' && !routes.some((route) => route.path === `${apiBase}/sessions`))
    return new AppError(
      'not-found',
      `There is no route ${shown}, because sessions are not enabled in this deployment. Its operator enables them ` +
        'with SERVICE_SESSIONS_ENABLED=true.',
    );
  const near = resembling(path, routes);
  const method = near === null ? '' : handlerOf(near, req.method) ? req.method : (Object.keys(near.methods)[0] ?? '');
  return new AppError(
    'not-found',
    `There is no route ${shown} in this deployment. ` +
      (near === null
        ? `All routes begin with ${apiBase}, and \`GET ${apiBase}/capabilities\` lists the tools; documents are made ` +
          `by \`POST ${toolPath({ name: 'render' })}\`.`
        : `Did you mean \`${method} ${near.path}\`?`),
  );
}

function methodMissing(route: Route, method: string): AppError {
  const names = Object.keys(route.methods).join(', ');
  return new AppError('method-not-allowed', `\`${route.path}\` does not take ${method}; it takes ${names}.`, {
    headers: { Allow: allow(route) },
  });
}

/** The handler of a request. Throws AppError `not-found` or `method-not-allowed`. */
export function handlerFor(exchange: Exchange): { readonly route: Route; readonly handle: Handler } {
  const { route, req } = exchange;
  if (!route) throw routeMissing(exchange);
  const handle = handlerOf(route, req.method);
  if (!handle) throw methodMissing(route, req.method);
  return { route, handle };
}
