import { type ReadonlySignal, signal } from '@preact/signals';
import type { Petstore, PetstoreError } from '../../../../client/src/petstore.ts';
import { failureOf } from '../../data/failure.ts';
import type { BadRow, GoodRow } from './import-rows.ts';

/** Rows on their way into the store. */
export interface ImportRun {
  readonly total: number;
  readonly added: ReadonlySignal<number>;
  /** What the service would not take, in its own words. */
  readonly refused: ReadonlySignal<readonly BadRow[]>;
  readonly state: ReadonlySignal<'sending' | 'stopped' | 'done'>;
  /** Why it has stopped, where nobody asked for it. */
  readonly error: ReadonlySignal<PetstoreError | undefined>;
  /** Ends after the rows that are under way; `start` goes on from there. */
  stop(): void;
  start(): void;
}

/** The pace of the client may let fewer go. */
const atOnce = 8;
/** Nobody waits for a single row: what passes by itself is waited for. */
const patience = { timeoutMs: 30_000, deadlineMs: 120_000, maxAttempts: 8 } as const;
/** What is wrong with a row, as against with the way to the service. */
const ROW_CODES: ReadonlySet<string> = new Set(['invalid_body', 'payload_too_large']);

/**
 * Sends each row once: its Idempotency-Key comes of the file and its line, so that whoever goes on after a break, with another window or by
 * choosing the file again within 24 hours, adds nobody twice.
 *
 * @param text the whole file
 */
export function openImport(client: Petstore, text: string, rows: readonly GoodRow[]): ImportRun {
  const file = hashOf(text);
  const left = [...rows];
  const added = signal(0);
  const refused = signal<readonly BadRow[]>([]);
  const state = signal<'sending' | 'stopped' | 'done'>('stopped');
  const error = signal<PetstoreError | undefined>(undefined);
  let isStopping = false;

  async function send(row: GoodRow): Promise<void> {
    const { name, categoryId, status = '' } = row.pet;
    const idempotencyKey = `import-${file}-${row.line}-${hashOf(`${name}\n${categoryId}\n${status}`)}`;
    try {
      await client.pets.create(row.pet, { ...patience, idempotencyKey });
      added.value += 1;
    } catch (cause) {
      const failure = failureOf(cause);
      if (ROW_CODES.has(failure.code)) {
        refused.value = [...refused.value, { line: row.line, column: '', reason: failure.message }];
        return;
      }
      left.unshift(row);
      error.value ??= failure;
      isStopping = true;
    }
  }

  async function work(): Promise<void> {
    while (!isStopping) {
      const row = left.shift();
      if (row === undefined) return;
      await send(row);
    }
  }

  async function run(): Promise<void> {
    await Promise.all(Array.from({ length: atOnce }, work));
    state.value = left.length === 0 ? 'done' : 'stopped';
  }

  return {
    total: rows.length,
    added,
    refused,
    state,
    error,
    stop() {
      isStopping = true;
    },
    start() {
      if (state.value !== 'stopped') return;
      isStopping = false;
      error.value = undefined;
      state.value = 'sending';
      void run();
    },
  };
}

/**
 * 106 bits that tell texts apart (twice cyrb53, public domain); it keeps no secret. `crypto.subtle` is missing in pages that came over
 * plain HTTP.
 */
function hashOf(text: string): string {
  return [0, 1].map((seed) => halfOf(text, seed).toString(36)).join('');
}

function halfOf(text: string, seed: number): number {
  let high = 0xdeadbeef ^ seed;
  let low = 0x41c6ce57 ^ seed;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 2_654_435_761);
    low = Math.imul(low ^ unit, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return 4_294_967_296 * (2_097_151 & low) + (high >>> 0);
}
