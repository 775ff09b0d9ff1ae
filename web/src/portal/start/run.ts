import { Petstore, PetstoreError } from '../../../../client/src/petstore.ts';
import { failureOf } from '../../data/failure.ts';
import { EXAMPLES } from './examples.ts';
import type { ApiRequest, Step } from './steps.ts';

/** An answer as it came over the wire. */
export interface Answer {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly status: number;
  readonly statusText: string;
  /** In the order of their names. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  readonly tookMs: number;
}

export interface Outcome {
  readonly answers: readonly Answer[];
  /** What the program wrote; undefined where there was none. */
  readonly output?: string;
  /** Why there is no answer. */
  readonly error?: PetstoreError;
}

/** Sends what the curl line says. */
export async function runRequest({ method, path, body }: ApiRequest, key: string): Promise<Outcome> {
  const answers: Answer[] = [];
  try {
    await recordingFetch(answers)(`${location.origin}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body }),
    });
    return { answers };
  } catch (cause) {
    return { answers, error: new PetstoreError('network_error', 'The service was not reached.', { cause }) };
  }
}

/** Runs the example as it is shown, with a client of its own. */
export async function runProgram({ example }: Step, key: string, petId: number | undefined): Promise<Outcome> {
  const answers: Answer[] = [];
  const lines: string[] = [];
  const petstore = new Petstore({
    baseUrl: `${location.origin}/v1`,
    apiKey: key,
    fetch: recordingFetch(answers),
    deadlineMs: 20_000,
    maxAttempts: 2,
  });
  try {
    await EXAMPLES[example](petstore, { log: (value) => lines.push(printed(value)) }, petId ?? 0);
    return { answers, output: lines.join('\n') };
  } catch (failure) {
    return { answers, output: lines.join('\n'), error: failureOf(failure) };
  }
}

/** The id of the animal that an answer says was added. */
export function addedIn({ answers }: Outcome): number | undefined {
  const location = answers.find(({ status }) => status === 201)?.headers.find(([name]) => name === 'location');
  const id = /\/pets\/(\d+)$/.exec(location?.[1] ?? '')?.[1];
  return id === undefined ? undefined : Number(id);
}

function recordingFetch(answers: Answer[]): typeof fetch {
  return async (input, init) => {
    const startedMs = performance.now();
    // The key alone counts, as anywhere else.
    const response = await fetch(input, { ...init, credentials: 'omit', cache: 'no-store' });
    const tookMs = Math.round(performance.now() - startedMs);
    const { pathname, search } = new URL(response.url);
    answers.push({
      method: init?.method ?? 'GET',
      path: pathname + search,
      status: response.status,
      statusText: response.statusText,
      headers: [...response.headers],
      body: await response.clone().text(),
      tookMs,
    });
    return response;
  };
}

/** As a terminal prints it, more or less. */
const printed = (value: unknown): string => {
  if (value instanceof PetstoreError)
    return `${value.name}: ${value.message}\n  code: '${value.code}', status: ${value.status}`;
  return typeof value === 'string'
    ? value
    : JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part), 2);
};
