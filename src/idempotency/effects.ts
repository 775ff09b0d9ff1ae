import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Database, type Queries, UniqueViolation } from '../database/database.ts';
import { ApiError } from '../http/errors.ts';
import { credentialOf } from '../http/pipeline/authenticate.ts';
import { jsonBy, sendJson } from '../http/respond.ts';
import { open, seal } from './seal.ts';
import { findAnswer, type KeptAnswer, type KeyScope, keepAnswer } from './store.ts';

type Request = Pick<FastifyRequest, 'headers' | 'method' | 'url' | 'body' | 'principal' | 'sessionToken' | 'operation'>;

/** Runs the operations that change something. */
export interface Effects {
  /**
   * Runs `work` as one transaction and gives its payload. With an `Idempotency-Key` the answer is kept in the same transaction;
   * the same request again gets that answer, is done nothing for, and resolves with undefined, the answer being sent.
   *
   * @throws ApiError `invalid_idempotency_key`, `idempotency_key_in_use`, `idempotency_key_reused`
   */
  run<Payload>(
    request: Request,
    reply: FastifyReply,
    work: (tx: Queries) => Promise<Payload>,
  ): Promise<Payload | undefined>;
}

/** A request with an `Idempotency-Key`, and what it is to do. */
interface Keyed<Payload> {
  readonly request: Request;
  readonly reply: FastifyReply;
  readonly scope: KeyScope;
  readonly work: (tx: Queries) => Promise<Payload>;
}

const METHODS: ReadonlySet<string> = new Set(['POST', 'PATCH']);

/** The headers of an answer that belong to the effect; all others belong to the request. */
const keptHeaders = ['location', 'etag', 'cache-control'] as const;

/** Failures that are the operation's answer. Those that a mended or a later request would not meet are never kept. */
const keptStatuses: ReadonlySet<number> = new Set([403, 404, 409, 410, 412]);

export function openEffects({ database, now }: { readonly database: Database; readonly now: () => number }): Effects {
  const running = new Set<string>();

  async function runOnce<Payload>({ request, reply, scope, work }: Keyed<Payload>): Promise<Payload | undefined> {
    const fingerprint = fingerprintOf(request.body);
    const keep = (tx: Queries, status: number, headers: Record<string, string>, body: string) =>
      keepAnswer(tx, scope, { fingerprint, status, headers, body: sealed(request, body) }, now());

    const kept = await findAnswer(database.read, scope, now());
    if (kept !== undefined) {
      replay(request, reply, kept, fingerprint);
      return undefined;
    }
    return database
      .transaction(async (tx) => {
        const payload = await work(tx);
        await keep(tx, reply.statusCode, headersOf(reply), payload === undefined ? '' : jsonBy(reply, payload));
        return payload;
      })
      .catch(async (error: unknown) => {
        if (error instanceof ApiError && keptStatuses.has(error.status)) {
          await database.transaction((tx) => keep(tx, error.status, error.headers, JSON.stringify(error.body())));
        }
        throw error;
      });
  }

  async function runWithKey<Payload>(keyed: Keyed<Payload>): Promise<Payload | undefined> {
    const name = JSON.stringify(keyed.scope);
    if (running.has(name)) {
      throw new ApiError(
        'idempotency_key_in_use',
        'A request with this `Idempotency-Key` is still running; send it again.',
      );
    }
    running.add(name);
    try {
      return await runOnce(keyed).catch((error: unknown) => {
        // Another process was first: its answer is there now.
        if (error instanceof UniqueViolation) return runOnce(keyed);
        throw error;
      });
    } finally {
      running.delete(name);
    }
  }

  return {
    run(request, reply, work) {
      const key = request.headers['idempotency-key'];
      if (key === undefined || request.principal === undefined || !METHODS.has(request.method))
        return database.transaction(work);
      return runWithKey({ request, reply, scope: scopeOf(request, request.principal.accountId, String(key)), work });
    },
  };
}

function scopeOf(request: Request, accountId: number, key: string): KeyScope {
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw new ApiError(
      'invalid_idempotency_key',
      'The header `Idempotency-Key` must be 1 to 255 characters of printable ASCII.',
    );
  }
  const [path = ''] = request.url.split('?');
  return { accountId, method: request.method, path, key };
}

/** The payload's members in the order in which they came: a retry sends the same bytes. */
function fingerprintOf(body: unknown): string {
  const text = JSON.stringify(body ?? null, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value));
  return createHash('sha256').update(text).digest('base64url');
}

function headersOf(reply: FastifyReply): Record<string, string> {
  const set = keptHeaders.map((name) => [name, reply.getHeader(name)] as const);
  return Object.fromEntries(set.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])));
}

function replay(request: Request, reply: FastifyReply, kept: KeptAnswer, fingerprint: string): void {
  const body = kept.fingerprint === fingerprint ? opened(request, kept.body) : undefined;
  if (body === undefined) {
    throw new ApiError(
      'idempotency_key_reused',
      'This `Idempotency-Key` was used with another payload; take a new one.',
    );
  }
  reply.code(kept.status).headers({ ...kept.headers, 'idempotency-replayed': 'true' });
  if (body === '') void reply.send();
  else sendJson(reply, body);
}

/** An answer that shows a secret is kept so that only the key or the session that asked for it opens it again. */
function sealed(request: Request, body: string): string {
  return request.operation.showsSecret === true ? seal(body, credentialOf(request)) : body;
}

function opened(request: Request, body: string): string | undefined {
  return request.operation.showsSecret === true ? open(body, credentialOf(request)) : body;
}
