import { Petstore } from '../../client/src/petstore.ts';
import { noteSignedOut } from './session.ts';

/** A client for the account that is signed in. A 401 means that the session is over. */
export const openPetstore = (): Petstore =>
  new Petstore({
    baseUrl: `${location.origin}/v1`,
    // Somebody looks at the page and waits: better to say soon what is wrong.
    timeoutMs: 15_000,
    deadlineMs: 20_000,
    maxAttempts: 4,
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers);
      // By this the service knows a request of its own pages, which counts with the cookie.
      headers.set('x-petstore-page', '1');
      const response = await fetch(input, { ...init, headers, credentials: 'same-origin' });
      if (response.status === 401) noteSignedOut();
      return response;
    },
  });

/** The one that portal and console share, and with it what it knows of the limits. */
export const petstore = openPetstore();

/** For the account's keys, which have limits of their own in these pages: it goes on where the other one has to wait. */
export const ownKeys = openPetstore().keys;
