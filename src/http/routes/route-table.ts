import type { Route } from '../exchange.ts';

/** A route, and the segments of the path that match its parts in braces, as they were sent. */
export interface FoundRoute {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Finds the route of a path; `null` = there is none. A literal path takes precedence over a path with parts in braces;
 * of those, the first in the list.
 */
export function routeTable(routes: readonly Route[]): (path: string) => FoundRoute | null {
  const exact = new Map(
    routes.filter(({ path }) => !path.includes('{')).map((route) => [route.path, { route, params: {} }]),
  );
  const patterns = routes
    .filter(({ path }) => path.includes('{'))
    .map((route) => ({ route, pattern: patternOf(route.path) }));
  return (path) => {
    const same = exact.get(path);
    if (same) return same;
    for (const { route, pattern } of patterns) {
      const match = pattern.exec(path);
      if (match) return { route, params: { ...match.groups } };
    }
    return null;
  };
}

/** Each part in braces is one segment of any characters but a slash. */
function patternOf(path: string): RegExp {
  const segments = path.split('/').map((segment) => {
    const [, name] = /^\{([A-Za-z]+)\}$/.exec(segment) ?? [];
    return name === undefined ? segment : `(?<${name}>[^/]+)`;
  });
  return new RegExp(`^${segments.join('/')}$`);
}
