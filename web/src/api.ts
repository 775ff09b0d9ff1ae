import { etagOf } from '../../client/src/petstore.ts';
import { documentFirst } from './data/document-answers.ts';
import { noteSignedOut, pageMark } from './session.ts';
import { Petstore } from './whole-client.ts';

/** A client for the account that is signed in. A 401 means that the session has ended. @param send by default the browser's `fetch`, unless the document has the answer */
export const openPetstore = (send: typeof fetch = documentFirst): Petstore =>
  new Petstore({
    baseUrl: `${location.origin}/v1`,
    // Short, because somebody is waiting.
    timeoutMs: 15_000,
    deadlineMs: 20_000,
    maxAttempts: 4,
    fetch: async (input, init) => {
      const headers = new Headers(init?.headers);
      for (const [name, value] of Object.entries(pageMark())) headers.set(name, value);
      const response = await send(input, { ...init, headers, credentials: 'same-origin' });
      if (response.status === 401) noteSignedOut();
      return response;
    },
  });

/** Shared by the portal and the console, with what it has learned about the account's limits. */
export const petstore = openPetstore();

/**
 * A session has an allowance of its own for the account itself: its keys, settings, audit, organization, members and listing sites. Once it is
 * used up, this client waits alone.
 */
export const ownPetstore = openPetstore();

/** Webhooks have an allowance of their own, too: their pages work while the account's is used up. */
export const ownWebhooks = openPetstore().webhooks;

/** The option that makes a change conditional on the version of a resource that a call returned. */
export function versionOf(resource: object): { ifMatch?: string } {
  const ifMatch = etagOf(resource);
  return ifMatch === undefined ? {} : { ifMatch };
}
