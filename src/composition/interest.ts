import type { FastifyRequest } from 'fastify';
import type { App } from '../http/app.ts';
import { openGathering } from '../kit/gathering.ts';
import type { PetStore } from '../pets/store.ts';
import { interestRoutes } from '../statistics/interest/routes.ts';
import { type InterestOfDay, interestStore } from '../statistics/interest/store.ts';
import type { StatisticsStore } from '../statistics/store.ts';
import type { Core } from './core.ts';

interface InterestParts {
  readonly pets: PetStore;
  readonly statistics: StatisticsStore;
  readonly isSignedIn: (request: FastifyRequest) => boolean;
}

/** How much visitors are interested in animals. */
export function buildInterest(core: Core, parts: InterestParts) {
  const { database, background, scans, limiter, now, log } = core;
  const interest = interestStore(database);
  const counting = openGathering<InterestOfDay>({
    nameOf: ({ petId, day }) => `${petId} ${day}`,
    merge(counted, added) {
      counted.views += added.views;
      counted.hearts += added.hearts;
    },
    write: (counts) => database.transaction((tx) => interest.add(tx, counts)),
    onLost: (lost) => log.error({ lost }, 'views of animals are not counted: too many waited to be written'),
  });
  background.every(5_000, 'the writing of views', counting.write);
  return {
    addRoutes: (v1: App) => interestRoutes(v1, { ...parts, interest, counting, scans, limiter, now }),
    /** Writes what waits. */
    async close(): Promise<void> {
      await counting.write().catch((err: unknown) => {
        log.error({ err }, 'the views of animals could not be written: those of the last seconds are lost');
      });
    },
  };
}
