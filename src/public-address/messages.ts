/** What the service sees of a request that came by its public address. */
export interface Seen {
  /** Identifies the process that answers: also among copies of its database. */
  readonly process: string;
  /** The address of the client, as the service takes it. */
  readonly client: string;
  /** The other end of the connection: the proxy, if there is one. */
  readonly peer: string;
  /** Whether the service knows the client from what the proxy says. */
  readonly isForwarded: boolean;
  readonly origin: string;
}

/** What the service has received of an upload. Its first bytes are told to the stream, the whole is the answer. */
export interface Received {
  /** As in `Seen`. */
  readonly process: string;
  readonly bytes: number;
}

/** As many as a photo may have. */
export const UPLOAD_BYTES = 20 * 1_024 * 1_024;

export const streamPath = (pass: string): string => `/.well-known/petstore/${pass}`;
/** Proxies bound uploads by their path: this one is a photo's for them. */
export const uploadPath = (pass: string): string => `/v1/pets/${pass}/photos`;
