/** A request with a deliberate mistake, and what a person must find in the answer. */
export interface MistakeRow {
  readonly name: string;
  /** `POST` unless given. */
  readonly method?: string;
  /** `/api/v1/render` unless given. */
  readonly path?: string;
  /** The tier of the key; `core` unless given, `null` = no key. */
  readonly key?: 'core' | 'pro' | 'enterprise' | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. In its texts `$pdf` and `$encrypted` are documents in base64. */
  readonly json?: unknown;
  /** Sent as it is. */
  readonly text?: string;
  readonly status: number;
  readonly slug: string;
  /** The pointers in `errors`. */
  readonly pointers?: readonly string[];
  /** What stands in messages of `errors`. */
  readonly messages?: readonly string[];
  /** What stands in `detail`. */
  readonly words: readonly string[];
}

/** A render of one operation. */
export const operation = (fields: object, document: object = {}) => ({ document, operations: [fields] });
