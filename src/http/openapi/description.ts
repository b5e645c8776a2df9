import type { JsonSchema } from '../../input/input.ts';

/**
 * The part of OpenAPI 3.1 that the description of this service uses.
 * Source: https://spec.openapis.org/oas/v3.1.1
 */
export interface Description {
  readonly openapi: string;
  readonly info: Readonly<Record<string, unknown>> & {
    readonly title: string;
    readonly version: string;
    readonly description: string;
  };
  readonly servers: readonly Readonly<Record<string, unknown>>[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: Components;
  /** The answers to a request that no entry of `paths` describes: an unknown path, or another method of a known one. */
  readonly 'x-unmatched': { readonly responses: Responses };
}

/** The named parts of a description, which a `$ref` of the form `#/components/<kind>/<name>` selects. */
export interface Components {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly responses: Readonly<Record<string, Response>>;
  readonly headers: Readonly<Record<string, Header>>;
  readonly parameters: Readonly<Record<string, Parameter>>;
  readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** The HTTP methods that the routes of the service have, in lower case as OpenAPI spells them. */
export const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;
/** A method of a route, in lower case. */
export type Method = (typeof methods)[number];
/** The routes of one path, by method. */
export type PathItem = Readonly<Partial<Record<Method, Route>>>;

/** A reference to a part of `components`, in place of the part itself. */
export interface Reference {
  readonly $ref: string;
}

/** A method on a path: the Operation Object of OpenAPI 3.1. */
export interface Route {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly (Reference | Parameter)[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Responses;
}

/** A header, query field or path segment of a request: the Parameter Object of OpenAPI 3.1. */
export interface Parameter {
  readonly name: string;
  readonly in: 'header' | 'query' | 'path';
  /** Always true for a parameter in the path. */
  readonly required?: true;
  readonly description: string;
  /** In a query: an empty value counts as absent. */
  readonly allowEmptyValue?: true;
  readonly schema: JsonSchema;
  /** A value of the schema; for a header, the text that is sent. */
  readonly example?: unknown;
}

/** A header of a response: the Header Object of OpenAPI 3.1. */
export interface Header {
  readonly description: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
  /**
   * The media types with which the header is always present; with others it is absent. OpenAPI has no such condition,
   * so `required` is false.
   */
  readonly 'x-media-types'?: readonly string[];
}

/** The responses by status. */
export type Responses = Readonly<Record<string, Response | Reference>>;

/** One answer of a route: the Response Object of OpenAPI 3.1. */
export interface Response {
  readonly description: string;
  readonly headers: Readonly<Record<string, Header | Reference>>;
  readonly content?: Content;
  /** Operations on the resource that the response names. */
  readonly links?: Readonly<Record<string, Link>>;
  /** The possible values of `type` of a problem. */
  readonly 'x-problem-types'?: readonly string[];
}

/** An operation, and the parts of the response that are its parameters (OpenAPI 3.1, 4.8.20). */
export interface Link {
  readonly operationId: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** The body by media type. */
export type Content = Readonly<Record<string, MediaType>>;

/** A body in one media type. `encoding` has the media types of the parts of a multipart body, by part name. */
export interface MediaType {
  readonly schema: JsonSchema;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
  readonly encoding?: Readonly<Record<string, { readonly contentType: string }>>;
}

/** True for a reference, false for the described object itself. */
export function isReference(value: object): value is Reference {
  return '$ref' in value;
}

/** The object of `components` that a reference names, or the value itself. */
export function resolve<T extends object>(description: Description, value: T | Reference): T {
  if (!isReference(value)) return value;
  const [, , kind = '', name = ''] = value.$ref.split('/');
  const shelf: Readonly<Record<string, unknown>> = { ...description.components }[kind as keyof Components];
  const found = shelf[name];
  if (found === undefined) throw new Error(`${value.$ref} names nothing in the OpenAPI document.`);
  return found as T;
}
