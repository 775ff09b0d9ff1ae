import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Database, type Queries, UniqueViolation } from '../database/database.ts';
import type { Sink } from '../database/sink.ts';
import { ApiError, type ErrorCode } from '../http/errors.ts';
import { credentialOf } from '../http/pipeline/authenticate.ts';
import { isVisitor } from '../http/principal.ts';
import { jsonBy, sendJson } from '../http/respond.ts';
import { openAnswer, sealAnswer } from '../secrets/sealing.ts';
import type { RealNow } from '../time/clock.ts';
import { SCOPES } from '../vocabulary/scopes.ts';
import { answerStore, type KeyScope, type StoredAnswer } from './store.ts';

type Request = Pick<
  FastifyRequest,
  'raw' | 'headers' | 'method' | 'url' | 'query' | 'body' | 'principal' | 'sessionToken' | 'operation' | 'errorCode'
>;

/** @param tx a transaction, or the sink of an addition */
type Work<Tx, Payload> = (tx: Tx) => Promise<Payload>;

/** Adds to a response what must not be stored, such as a secret that is derived again. */
type Complete<Payload> = (payload: Payload) => Payload;

type Transaction<Tx> = <Result>(work: Work<Tx, Result>) => Promise<Result>;

/** What a request with a key does. */
interface Effect<Tx, Payload> {
  readonly transaction: Transaction<Tx>;
  readonly sinkOf: (tx: Tx) => Sink;
  readonly request: Request;
  readonly reply: FastifyReply;
  readonly scope: KeyScope;
  readonly work: Work<Tx, Payload>;
  readonly complete: Complete<Payload> | undefined;
}

/** Runs one operation: see `Effects`. */
export type Run<Tx> = <Payload>(
  request: Request,
  reply: FastifyReply,
  work: Work<Tx, Payload>,
  complete?: Complete<Payload>,
) => Promise<Payload | undefined>;

/** Runs the operations that change something, each as one transaction. */
export type Effects = ReturnType<typeof openEffects>;

const METHODS: ReadonlySet<string> = new Set(['POST', 'PATCH']);

/** The headers of a response that belong to the effect; all others belong to the request. */
const storedHeaders = ['location', 'etag', 'cache-control'] as const;

/** The failures that are stored. A failure that a corrected or a later request can avoid is never stored. */
const storedStatuses: ReadonlySet<number> = new Set([403, 404, 409, 410, 412]);

export function openEffects(database: Database, now: RealNow) {
  const answers = answerStore(database);
  const running = new Set<string>();

  async function runOnce<Tx, Payload>(effect: Effect<Tx, Payload>) {
    const { transaction, sinkOf, request, reply, scope, work, complete } = effect;
    const fingerprint = fingerprintOf(request);
    const store = (sink: Sink, status: number, headers: Record<string, string>, body: string) =>
      answers.add(sink, scope, { fingerprint, status, headers, body: sealed(request, body) }, now());

    const stored = await answers.find(scope, now());
    if (stored?.isExpired === false) {
      replay(request, reply, stored, fingerprint, complete);
      return undefined;
    }
    if (stored !== undefined) await database.transaction((tx) => answers.removeExpired(tx, scope, now()));
    return transaction(async (tx) => {
      const payload = await work(tx);
      await store(sinkOf(tx), reply.statusCode, headersOf(reply), payload === undefined ? '' : jsonBy(reply, payload));
      return payload;
    }).catch(async (error: unknown) => {
      if (error instanceof ApiError && storedStatuses.has(error.status)) {
        await database.transaction((tx) =>
          store(database.sinkOf(tx), error.status, error.headers, JSON.stringify(error.body())),
        );
      }
      throw error;
    });
  }

  async function runWithKey<Tx, Payload>(effect: Effect<Tx, Payload>) {
    const name = JSON.stringify(effect.scope);
    if (running.has(name)) {
      throw keyInUse();
    }
    running.add(name);
    try {
      return await runOnce(effect).catch((error: unknown) => {
        // Another process was first and has stored its response.
        if (error instanceof UniqueViolation) return runOnce(effect);
        throw error;
      });
    } finally {
      running.delete(name);
    }
  }

  const runIn =
    <Tx>(transaction: Transaction<Tx>, sinkOf: (tx: Tx) => Sink): Run<Tx> =>
    (request, reply, work, complete) => {
      const { principal, operation } = request;
      reply.code(operation.success ?? 200);
      const key = request.headers['idempotency-key'];
      const isKeyed = key !== undefined && principal !== undefined && METHODS.has(request.method);
      const done = isKeyed
        ? runWithKey({
            transaction,
            sinkOf,
            request,
            reply,
            scope: scopeOf(request, principal.accountId, String(key)),
            work,
            complete,
          })
        : transaction(work);
      if (complete === undefined) return done;
      return done.then((payload) => (payload === undefined ? payload : complete(payload)));
    };

  return {
    /**
     * Runs `work` as one transaction and resolves with its payload; the reply gets the status of the route's schema. With an
     * `Idempotency-Key` the response is stored in the same transaction; a repeated request is not executed again: the stored response is
     * sent, and the promise resolves with undefined.
     *
     * @param complete adds to every response to the request, repeated or not, what must not be stored
     * @throws ApiError `invalid_idempotency_key`, `idempotency_key_in_use`, `idempotency_key_reused`
     */
    run: runIn<Queries>(
      (work) => database.transaction(work),
      (tx) => database.sinkOf(tx),
    ),
    /** Like `run`, for work that only adds rows: see `Database.addition`. */
    add: runIn<Sink>(
      (work) => database.addition(work),
      (sink) => sink,
    ),
  };
}

const keyInUse = (): ApiError =>
  new ApiError(
    'idempotency_key_in_use',
    'A request with this `Idempotency-Key` is still running; send this one again later.',
  );

function scopeOf(request: Request, accountId: number, value: string): KeyScope {
  // Node joins repeated headers with a comma, which a key may contain.
  const sent = request.raw.rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === 'idempotency-key');
  if (sent.length > 1) throw new ApiError('invalid_idempotency_key', 'The header `Idempotency-Key` must be sent once.');
  const key = value.startsWith('"') ? unquoted(value) : value;
  if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw new ApiError(
      'invalid_idempotency_key',
      'The header `Idempotency-Key` must be 1 to 255 characters of printable ASCII.',
    );
  }
  return { accountId, method: request.method, path: pathOf(request.url), key };
}

/**
 * The key in a quoted string, as draft-ietf-httpapi-idempotency-key-header writes it. RFC 9651, section 3.3.3.
 *
 * @throws ApiError `invalid_idempotency_key`
 */
function unquoted(value: string): string {
  const [, inner] = /^"((?:[^"\\]|\\["\\])*)"$/.exec(value) ?? [];
  if (inner !== undefined) return inner.replaceAll(/\\(["\\])/g, '$1');
  throw new ApiError(
    'invalid_idempotency_key',
    'An `Idempotency-Key` that begins with a quotation mark must be one quoted string (RFC 9651, section 3.3.3), such as `"8e03978e"`.',
  );
}

/** In one spelling, such as `/v1/pets/7` for `/v1/pets/%37` and `/v1/pets/07`: the erasure of a person finds stored responses by their paths. */
function pathOf(url: string): string {
  const [path = ''] = url.split(/[?#]/);
  return path
    .replaceAll(/%[2-7][\da-f]/gi, (encoded) => {
      const character = decodeURIComponent(encoded);
      return /[\w.~-]/.test(character) ? character : encoded;
    })
    .replaceAll(/\/0+(?=\d+(?:\/|$))/g, '/');
}

/** A hash of the payload, which is the body and the query, with its members in their order: a retry sends the same bytes. */
function fingerprintOf({ query, body, principal }: Request): string {
  const textOf = (value: unknown) =>
    JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part));
  const asked = textOf(query);
  const text = asked === '{}' ? textOf(body ?? null) : `${textOf(body ?? null)} ${asked}`;
  // A key that may do less, or that everybody can read in a web page, must not read the response to another.
  const isLess = principal !== undefined && (isVisitor(principal) || principal.scopes.size < SCOPES.length);
  const by = isLess
    ? ` by ${isVisitor(principal) ? 'visitors' : 'a key'} with ${[...principal.scopes].toSorted().join(' ')}`
    : '';
  return createHash('sha256').update(`${text}${by}`).digest('base64url');
}

function headersOf(reply: FastifyReply): Record<string, string> {
  const set = storedHeaders.map((name) => [name, reply.getHeader(name)] as const);
  return Object.fromEntries(set.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])));
}

function replay<Payload>(
  request: Request,
  reply: FastifyReply,
  stored: StoredAnswer,
  fingerprint: string,
  complete: Complete<Payload> | undefined,
): void {
  const body = stored.fingerprint === fingerprint ? opened(request, stored.body) : undefined;
  if (body === undefined) {
    throw new ApiError(
      'idempotency_key_reused',
      'This `Idempotency-Key` was used with another payload, or by an API key with other scopes; use a new key.',
    );
  }
  reply.code(stored.status).headers({ ...stored.headers, 'idempotency-replayed': 'true' });
  if (stored.status >= 400) request.errorCode = (JSON.parse(body) as { code: ErrorCode }).code;
  if (body === '') void reply.send();
  else if (complete === undefined || stored.status >= 300) sendJson(reply, body);
  else sendJson(reply, jsonBy(reply, complete(JSON.parse(body) as Payload)));
}

/** Encrypts a response that shows a secret, so that only the key or the session of the first request can read it. */
function sealed(request: Request, body: string): string {
  return request.operation.showsSecret === true ? sealAnswer(body, credentialOf(request)) : body;
}

function opened(request: Request, body: string): string | undefined {
  return request.operation.showsSecret === true ? openAnswer(body, credentialOf(request)) : body;
}
