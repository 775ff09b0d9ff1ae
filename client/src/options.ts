/** Options of a client. Only `baseUrl` is required. An option that is undefined counts as absent, here and everywhere. */
export interface PetstoreOptions {
  /** Base URL of the service, including the version: `https://pets.example/v1`. Specification, part 1. */
  readonly baseUrl: string;
  /** The API key, sent as `Authorization: Bearer`. Not needed for `account.create` and `description.get`. Specification, part 5. */
  readonly apiKey?: string | undefined;
  /** Base URL of the `/messages` operations, if it differs from `baseUrl`. Specification, part 4.4. */
  readonly messagesBaseUrl?: string | undefined;
  /** The function that sends requests. Default: the runtime's `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Timeout of one attempt, in milliseconds. Default: 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Timeout of a call with all its waiting and retries, in milliseconds. Default: 120,000. */
  readonly deadlineMs?: number | undefined;
  /** Maximum number of attempts of a call. Default: 8. */
  readonly maxAttempts?: number | undefined;
}

/** Options of every call. */
export interface CallOptions extends Pick<PetstoreOptions, 'timeoutMs' | 'deadlineMs' | 'maxAttempts'> {
  /** Aborts the call, even while it waits: the call rejects with the code `aborted`. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of a POST. */
export interface CreateOptions extends CallOptions {
  /**
   * 1 to 255 characters of printable ASCII. The service executes a request once per key, and repeats its response for 24 hours.
   * By default every POST and PATCH uses a random key for all its attempts. With a key of your own, you can repeat a call safely even after a
   * restart of your program.
   */
  readonly idempotencyKey?: string | undefined;
}

/** Options of a change to an existing resource. */
export interface ChangeOptions extends CreateOptions {
  /** From `etagOf`: the change fails with `precondition_failed` if the resource has changed since. RFC 9110, section 13.1.1. */
  readonly ifMatch?: string | undefined;
}
