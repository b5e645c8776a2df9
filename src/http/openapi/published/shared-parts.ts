import {
  isReference,
  methods,
  type Description,
  type Parameter,
  type PathItem,
  type Reference,
  type Response,
  type Route,
} from '../description.ts';
import { pascalCase } from '../schema-walk.ts';

/** Moves every response and parameter that several routes have into `components`. */
export function withSharedParts(description: Description): Description {
  const { paths, components } = description;
  const routes = Object.values(paths).flatMap((item) => methods.flatMap((method) => item[method] ?? []));
  const responses = new Shelf<Response>('responses', components.responses);
  const parameters = new Shelf<Parameter>('parameters', components.parameters);
  for (const { operationId, responses: own, parameters: list } of routes) {
    for (const [status, response] of Object.entries(own))
      responses.count(response, isProblem(response) ? `Problem${status}Subset` : `${pascalCase(operationId)}${status}`);
    for (const parameter of list) parameters.count(parameter, isReference(parameter) ? '' : pascalCase(parameter.name));
  }
  const shared = (route: Route): Route => ({
    ...route,
    parameters: route.parameters.map((parameter) => parameters.share(parameter)),
    responses: Object.fromEntries(
      Object.entries(route.responses).map(([status, response]) => [status, responses.share(response)]),
    ),
  });
  const item = (path: PathItem): PathItem =>
    Object.fromEntries(methods.flatMap((method) => (path[method] ? [[method, shared(path[method])]] : [])));
  const changed = Object.fromEntries(Object.entries(paths).map(([path, of]) => [path, item(of)]));
  return {
    ...description,
    paths: changed,
    components: { ...components, responses: responses.things, parameters: parameters.things },
  };
}

function isProblem(response: Response | Reference): boolean {
  return !isReference(response) && 'x-problem-types' in response;
}

/** Shared parts of one kind in `components`, each under its own name. */
class Shelf<T extends object> {
  readonly #kind: string;
  readonly things: Record<string, T>;
  readonly #seen = new Map<string, { readonly word: string; places: number; name: string | null }>();

  constructor(kind: string, things: Readonly<Record<string, T>>) {
    this.#kind = kind;
    this.things = { ...things };
  }

  /** Counts a part in one place; `word` starts its name. */
  count(thing: T | Reference, word: string): void {
    if (isReference(thing)) return;
    const key = JSON.stringify(thing);
    const seen = this.#seen.get(key) ?? { word, places: 0, name: null };
    seen.places += 1;
    this.#seen.set(key, seen);
  }

  /** The part, or a reference to it when several places have it. */
  share(thing: T | Reference): T | Reference {
    const seen = isReference(thing) ? undefined : this.#seen.get(JSON.stringify(thing));
    if (isReference(thing) || seen === undefined || seen.places < 2) return thing;
    seen.name ??= this.#free(seen.word);
    this.things[seen.name] = thing;
    return { $ref: `#/components/${this.#kind}/${seen.name}` };
  }

  #free(word: string): string {
    for (let n = 1; ; n++) {
      const name = n === 1 && !word.endsWith('Subset') ? word : `${word}${n}`;
      if (!(name in this.things)) return name;
    }
  }
}
