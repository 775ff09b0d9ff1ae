import { PetstoreError } from '../../../client/src/petstore.ts';

/** A response as it came over the wire, with the request that it answers. */
export interface Answer {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly status: number;
  readonly statusText: string;
  /** Sorted by name, in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** Until the end of the body. */
  readonly tookMs: number;
}

/** A `fetch` that records every answer. It sends no cookie unless asked to, and bypasses the browser's cache. */
export const recordingFetch =
  (answers: Answer[]): typeof fetch =>
  async (input, init) => {
    const startMs = performance.now();
    const response = await fetch(input, { ...init, credentials: init?.credentials ?? 'omit', cache: 'no-store' });
    const body = await response.clone().text();
    const { pathname, search } = new URL(response.url);
    answers.push({
      method: init?.method ?? 'GET',
      path: pathname + search,
      status: response.status,
      statusText: response.statusText,
      headers: [...response.headers],
      body,
      tookMs: Math.round(performance.now() - startMs),
    });
    return response;
  };

/** Sends one request, without retries. @throws PetstoreError `network_error` */
export async function sendOnce(url: string, init: RequestInit): Promise<Answer> {
  const answers: Answer[] = [];
  await recordingFetch(answers)(url, init).catch(() => {});
  const [answer] = answers;
  if (answer === undefined) throw new PetstoreError('network_error', 'The service could not be reached.');
  return answer;
}
