import type { Json } from '../support/service.ts';

/** The body of a tool's own route, in JSON. */
export type Fields = Readonly<Record<string, unknown>>;

/** A key of the service, by its tier. */
export type Tier = 'core' | 'pro' | 'enterprise';

/** What a call is about: its tool and the body, the same on every way. */
export interface Call {
  /** Completes the sentence "the way answers as HTTP does: ...". */
  readonly name: string;
  readonly tool: string;
  readonly input: Fields;
  /** The key; `enterprise` unless stated. */
  readonly key?: Tier;
}

/** A call that succeeds. */
export interface GoodCall extends Call {
  /** The pages of the documents, in order. */
  readonly pages?: readonly number[];
  /** A part of the report. */
  readonly report?: Json;
  /** Bytes that differ from run to run, such as signatures: documents are compared by pages and text. */
  readonly varies?: true;
}

/** A call that is refused or fails. */
export interface WrongCall extends Call {
  readonly slug: string;
  readonly status: number;
  /** The pointers of the mistakes in the body of the tool. */
  readonly pointers?: readonly string[];
}

/** A problem document without what belongs to one answer alone. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly errors: readonly { readonly pointer: string; readonly message: string }[];
  /** Members that only some problems have. */
  readonly extra: Fields;
}

/** A document or an image of an answer. */
export interface Made {
  readonly sha256: string;
  readonly bytes: number;
  /** Absent for an image. */
  readonly pages?: number | undefined;
  /** The bytes, where the way hands them over. */
  readonly content: () => Promise<Uint8Array>;
}

/** The answer to a call, whatever the way. */
export type Outcome =
  | { readonly problem: Problem }
  | { readonly documents: readonly Made[]; readonly report: Json; readonly reports?: Json };
