import type { Database } from '../../database/database.ts';
import { ApiError } from '../../http/errors.ts';
import { unavailable } from '../../http/pipeline/failures.ts';
import { limitHeaders, refusalBy } from '../../http/pipeline/rate-limit.ts';
import { principalOf } from '../../http/principal.ts';
import type { Effects, Run } from '../../idempotency/effects.ts';
import type { Limiter } from '../../limits/limiter.ts';
import { SLOW_REQUEST_MS, type TestEffect } from '../../vocabulary/test-values.ts';

type Request = Parameters<Effects['run']>[0];
type Reply = Parameters<Effects['run']>[1];

export interface TestEffectParts {
  readonly database: Pick<Database, 'withDeadline'>;
  readonly limiter: Pick<Limiter, 'peek'>;
  /** Resolves after these milliseconds. */
  readonly wait: (ms: number) => Promise<void>;
}

/** The effects of staging: a request with a test value in its body fails as the real failure does, or is slow. */
export function testEffects(effects: Effects, { database, limiter, wait }: TestEffectParts): Effects {
  const forced =
    <Tx>(run: Run<Tx>): Run<Tx> =>
    async (request, reply, work, complete) => {
      const effect = effectOf(request);
      switch (effect) {
        case undefined:
          return run(request, reply, work, complete);
        case 'slow':
          // Before its transaction: it holds no connection while it waits.
          await wait(SLOW_REQUEST_MS);
          return database.withDeadline(() => run(request, reply, work, complete));
        case 'idempotency_key_in_use':
          throw new ApiError(
            effect,
            'A test value has forced this failure, as if a request with the same `Idempotency-Key` were still running.',
          );
        case 'service_unavailable':
          throw unavailable('A test value has forced this failure.');
        case 'rate_limit_exceeded':
          throw await refusedByLimit(request, reply);
        case 'pet_not_available':
        case 'too_many_open_orders': {
          const refuse = request.operation.testValues?.refusals?.[effect];
          if (refuse === undefined)
            throw new Error(`${request.operation.operationId} does not say how \`${effect}\` fails.`);
          // In the transaction, so that an `Idempotency-Key` repeats it.
          return run(request, reply, () => Promise.reject(refuse(principalOf(request))), complete);
        }
      }
    };

  /** The 429 of the minute window, with its headers, as if nothing of it remained. Takes nothing, and is no strike. */
  async function refusedByLimit(request: Request, reply: Reply) {
    const decision = await limiter.peek(principalOf(request).caller);
    const minute = { ...decision.minute, remaining: 0 };
    const refused = { ...decision, shown: minute, minute };
    reply.headers(limitHeaders(refused));
    return refusalBy('minute', refused);
  }

  return { run: forced(effects.run), add: forced(effects.add) };
}

function effectOf({ operation: { testValues }, body }: Request): TestEffect | undefined {
  const value = testValues?.valueIn(body) ?? '';
  return testValues !== undefined && Object.hasOwn(testValues.effects, value) ? testValues.effects[value] : undefined;
}
