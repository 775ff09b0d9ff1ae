/** How a client is set up. Only `baseUrl` is required. */
export interface PetstoreOptions {
  /** The service's base address, which ends with the version: `https://pets.example/v1`. Specification, part 1. */
  readonly baseUrl: string;
  /** The API key, sent as `Authorization: Bearer`. Only `account.create` and `description.get` need none. Specification, part 5. */
  readonly apiKey?: string;
  /** Where `POST /messages` is, if not at `baseUrl`. Specification, part 4.4. */
  readonly messagesBaseUrl?: string;
  /** What sends the requests; the runtime's own `fetch` by default. */
  readonly fetch?: typeof globalThis.fetch;
  /** How long one attempt may take, in milliseconds: 30,000 by default. */
  readonly timeoutMs?: number;
  /** How long a call may take with all its waiting and retries, in milliseconds: 120,000 by default. */
  readonly deadlineMs?: number;
  /** How often a call is sent at most: 8 times by default. */
  readonly maxAttempts?: number;
}

/** What every call takes. */
export interface CallOptions extends Pick<PetstoreOptions, 'timeoutMs' | 'deadlineMs' | 'maxAttempts'> {
  /** Ends the call, also while it waits: it rejects with the code `aborted`. */
  readonly signal?: AbortSignal;
}

/** What a POST takes. */
export interface CreateOptions extends CallOptions {
  /**
   * 1 to 255 characters of printable ASCII. The service does what it is asked under one key once, and gives the same answer for 24 hours.
   * Every POST and PATCH has a random one, the same over its retries; give your own to be safe over restarts of your program too.
   */
  readonly idempotencyKey?: string;
}

/** What a change of something that exists takes. */
export interface ChangeOptions extends CreateOptions {
  /** From `etagOf`: the change is refused with `precondition_failed` if somebody else was first. RFC 9110, section 13.1.1. */
  readonly ifMatch?: string;
}
