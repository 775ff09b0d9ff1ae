import { Petstore } from '../../whole-client.ts';
import { type Catalogue, catalogueOf } from './catalogue.ts';
import type { Description } from './description.ts';

let loaded: Promise<Catalogue> | undefined;

/** Loads the description from the service, once. @throws PetstoreError */
export function loadCatalogue(): Promise<Catalogue> {
  // Few attempts: a reader waits, and should soon see what is wrong.
  loaded ??= new Petstore({ baseUrl: `${location.origin}/v1`, maxAttempts: 4, deadlineMs: 20_000 }).description
    .get()
    .then(
      (description) => catalogueOf(description as unknown as Description),
      (error: unknown) => {
        loaded = undefined;
        throw error;
      },
    );
  return loaded;
}
