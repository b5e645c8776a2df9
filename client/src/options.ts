/** How failed requests are repeated. */
export interface RetryOptions {
  /** How often a request is sent at most; 1 turns repetition off. 4 unless given. */
  readonly attempts?: number | undefined;
  /** The wait before the first repetition, where the service names none; it doubles each time. 500 unless given. */
  readonly firstDelayMs?: number | undefined;
  /** The longest wait. If the service asks for a longer one, its problem is thrown at once. 30,000 unless given. */
  readonly maxDelayMs?: number | undefined;
}

/** What a client is made with. */
export interface ColophonOptions {
  /** The address of the service, such as `https://pdf.example.com`; a path in front of `/api/v1` stays. */
  readonly baseUrl: string | URL;
  /** The API key. A service without keys needs none. */
  readonly key?: string | undefined;
  /** The time of one call with all of its attempts, until its answer begins. 120,000 unless given; 0 is no limit. */
  readonly timeoutMs?: number | undefined;
  readonly retry?: RetryOptions | undefined;
  /**
   * True unless given: each call of a tool has an `Idempotency-Key`, so that a repetition gets the first answer. The
   * service stores these answers for a day, within the storage quota of the client; `false` avoids that. Calls that
   * change something (jobs, sessions) always have a key.
   */
  readonly idempotency?: boolean | undefined;
  /** Headers of every request, for a proxy in front of the service. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** In place of the platform's `fetch`. */
  readonly fetch?: typeof fetch | undefined;
}

/** Options of a single call. */
export interface CallOptions {
  /** Stops the call, the upload, the wait between attempts and the download. */
  readonly signal?: AbortSignal | undefined;
  /** In place of the client's `timeoutMs`. */
  readonly timeoutMs?: number | undefined;
  /** In place of a random key. A later call with the same key and the same request gets the answer of the first. */
  readonly idempotencyKey?: string | undefined;
  /** The id of the request in the log of the service. */
  readonly requestId?: string | undefined;
}

/** Options of a call that a human may have to approve. */
export interface ApprovableOptions extends CallOptions {
  /** The token of the approval. */
  readonly approval?: string | undefined;
}

/**
 * Options of a tool: `as` chooses the representation of the answer. `json` is the document with a report about it;
 * `report` is the report alone, for a call that makes no document (a dry run, the export of a form).
 */
export interface ToolOptions<F extends string> extends ApprovableOptions {
  readonly as?: F | undefined;
}
