import { alertLinks } from '../../src/alerts/links.ts';
import { openMatching } from '../../src/alerts/matching.ts';
import { alertStore } from '../../src/alerts/store.ts';
import type { buildEnvironment } from '../../src/composition/environment.ts';
import { petStore } from '../../src/pets/store.ts';
import { openPlaces } from '../../src/places/places.ts';

/** The search for the animals of alerts, which the service makes once a minute, beside it. */
export function openSearch({ database, outbox, now, mails }: Awaited<ReturnType<typeof buildEnvironment>>) {
  const { hashesOf } = alertLinks(Buffer.alloc(32), 'https://pets.shelter.example');
  const alerts = alertStore(database, { now, mails, refusalOf: String, hashesOf });
  const search = openMatching({ database, alerts, pets: petStore(database, outbox, now), places: openPlaces(), now });
  return () => search(new AbortController().signal);
}
