import type { DestinationStream } from 'pino';
import type { Registry } from 'prom-client';
import type { Argon2id } from '../accounts/passwords/hashing.ts';
import type { StreamTimes } from '../events/stream.ts';
import type { ReaderBounds } from '../http/connection/unread-responses.ts';
import type { Resolve } from '../network/network.ts';
import type { Decoder } from '../pets/photos/decoding/decoder.ts';
import type { LogStream } from '../telemetry/log.ts';

/** What tests replace. */
export interface Overrides {
  /** Unix milliseconds. */
  readonly now?: () => number;
  readonly logs?: DestinationStream & Partial<LogStream>;
  /** Computes the Argon2id tags of passwords. */
  readonly argon2id?: Argon2id;
  /** Resolves the host name of a webhook to addresses. */
  readonly resolve?: Resolve;
  /** Waits for real milliseconds: for the slow test values of staging, and for the end of an advance of its clock. */
  readonly wait?: (ms: number) => Promise<void>;
  /** Decodes the images that become photos; the service closes it. */
  readonly decoder?: Decoder;
  readonly streams?: Partial<StreamTimes>;
  readonly readers?: Partial<ReaderBounds>;
  /** False for a service beside another on its data: an embedded database otherwise refuses the second. */
  readonly serves?: boolean;
  /** The folder of the built site. */
  readonly pages?: string;
  /** As many addresses as a file of the sitemap has at most. */
  readonly mostInSitemap?: number;
  /** After this many milliseconds without an answer PostgreSQL, the disk of the embedded database, or the storage of photos counts as unavailable. */
  readonly deadlineMs?: number;
  /** For how many milliseconds an attempt to send a webhook is made. */
  readonly webhookMs?: number;
  /** For how long the text of `/metrics` is served again. */
  readonly metricsAgeMs?: number;
  /** The measurements of the process: `openProcessMetrics`, which lives as long as the process. */
  readonly processMetrics?: Registry;
}
