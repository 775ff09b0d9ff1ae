import { setImmediate } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pace } from '../database/pace.ts';
import { openSequence } from '../kit/sequence.ts';
import type { Caller, Limiter } from '../limits/limiter.ts';
import { ApiError } from './errors.ts';
import type { Lists } from './paging.ts';
import { limitHeaders, refusalOf, withVisitor } from './pipeline/rate-limit.ts';
import { principalOf } from './principal.ts';

/** For as many rows that a request reads beyond the first of them, it costs one request more. */
const rowsPerRequest = 10_000;
/** How many scans of a caller may wait for another one of the same caller. */
const mostWaiting = 8;

/** Keeps requests that read many rows in steps from harming others. */
export type Scans = ReturnType<typeof openScans>;

/**
 * A scan that is not over after its first step takes its caller's turn: a caller has one scan at a time. The steps of all scans are in separate
 * turns of the event loop. A scan pays for the rows that it reads with further requests of its caller's limits, and ends when its client has gone.
 */
export function openScans(limiter: Limiter) {
  const lanes = new Map<string, (() => void)[]>();
  const inSequence = openSequence();

  /** Resolves in a turn of the event loop that no other scan, and no import, has. */
  const nextTurn = () => inSequence(() => setImmediate());

  const isCrowded = (name: string): boolean => (lanes.get(name)?.length ?? 0) >= mostWaiting;

  /** @returns ends the turn */
  async function enter(name: string): Promise<() => void> {
    const waiting = lanes.get(name);
    if (waiting === undefined) lanes.set(name, []);
    else if (waiting.length < mostWaiting) await new Promise<void>((resolve) => waiting.push(resolve));
    else throw tooMany();
    return () => {
      const next = lanes.get(name)?.shift();
      if (next === undefined) lanes.delete(name);
      else next();
    };
  }

  return {
    nextTurn,

    /** Takes what a request has cost besides itself, as far as its caller's limits have it: they refuse the next request, and not this one. */
    async charge(request: FastifyRequest, reply: FastifyReply, requests: number): Promise<void> {
      const payer = payerOf(request);
      for (let i = 0; i < requests; i += 1) {
        const decision = await limiter.take(payer, 1);
        if (decision.refusedBy !== undefined) return;
        if (!reply.sent) reply.headers(limitHeaders(decision));
      }
    },

    /**
     * @param work awaits the pace that it receives before each step, which throws when the scan must end
     * @throws ApiError `rate_limit_exceeded`, `daily_quota_exceeded`
     */
    async run<Result>(
      request: FastifyRequest,
      reply: FastifyReply,
      work: (pace: Pace) => Promise<Result>,
    ): Promise<Result> {
      const payer = payerOf(request);
      let leave: (() => void) | undefined;
      let rows = 0;
      const pace: Pace = async (read) => {
        if (read > 0) leave ??= await enter(laneOf(payer));
        await nextTurn();
        // Without the turn, not even a first step while too many wait: the first steps of many would harm others.
        if (leave === undefined && isCrowded(laneOf(payer))) throw tooMany();
        if (request.raw.socket.destroyed) throw new ApiError('invalid_parameter', 'The client has gone.');
        const paid = Math.floor(rows / rowsPerRequest);
        rows += read;
        for (let i = paid; i < Math.floor(rows / rowsPerRequest); i += 1) await pay(payer, reply);
      };
      try {
        return await work(pace);
      } finally {
        leave?.();
      }
    },
  };

  /** Takes one request. */
  async function pay(payer: Caller, reply: FastifyReply): Promise<void> {
    const decision = await limiter.take(payer, 1);
    reply.headers(limitHeaders(decision));
    const refusal = refusalOf(decision);
    if (refusal !== undefined) throw refusal;
  }
}

/**
 * Reads a page of long texts in its turn, or as a scan if it is searched: others need not wait for a search to read their pages.
 *
 * @param page awaits its pace only between its steps
 */
export const searchPage = <Result>(
  { lists, scans }: { readonly lists: Pick<Lists, 'inTurn'>; readonly scans: Pick<Scans, 'run'> },
  request: FastifyRequest & { readonly query: { readonly q?: string } },
  reply: FastifyReply,
  page: (pace?: Pace) => Promise<Result>,
): Promise<Result> =>
  request.query.q === undefined
    ? lists.inTurn(page)
    : scans.run(request, reply, async (pace) => {
        await pace(0);
        return page(pace);
      });

/** Without its key: no scan that has begun is a strike. */
function payerOf(request: FastifyRequest): Caller {
  const { keyId: _, ...payer } = withVisitor(request, principalOf(request).caller);
  return payer;
}

const laneOf = ({ bucket, visitor }: Caller): string => `${bucket} ${visitor?.bucket}`;

const tooMany = (): ApiError =>
  new ApiError(
    'rate_limit_exceeded',
    `Too many concurrent searches: ${mostWaiting} are queued already; retry after 1 s.`,
    {
      headers: { 'retry-after': '1' },
    },
  );
