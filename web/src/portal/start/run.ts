import { PetstoreError } from '../../../../client/src/petstore.ts';
import { type Answer, recordingFetch, sendOnce } from '../../answers/answer.ts';
import { failureOf } from '../../data/failure.ts';
import { Petstore } from '../../whole-client.ts';
import { EXAMPLES } from './examples.ts';
import type { ApiRequest, Step } from './steps.ts';

export interface Outcome {
  readonly answers: readonly Answer[];
  /** What the program printed; undefined for a request without a program. */
  readonly output?: string;
  readonly error?: PetstoreError;
}

/** Sends the request of the curl command. */
export async function runRequest({ method, path, body }: ApiRequest, key: string): Promise<Outcome> {
  const authorization = `Bearer ${key}`;
  const request =
    body === undefined
      ? { method, headers: { authorization } }
      : { method, headers: { authorization, 'content-type': 'application/json' }, body };
  try {
    return { answers: [await sendOnce(`${location.origin}/v1${path}`, request)] };
  } catch (failure) {
    return { answers: [], error: failureOf(failure) };
  }
}

/** Runs the example with a client of its own. */
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

/** The id of the animal that was added. */
export function addedIn({ answers }: Outcome): number | undefined {
  const added = answers.find(({ status }) => status === 201);
  return added && (JSON.parse(added.body) as { id: number }).id;
}

/** Roughly as Node.js prints it. */
const printed = (value: unknown): string => {
  if (value instanceof PetstoreError)
    return `${value.name}: ${value.message}\n  code: '${value.code}', status: ${value.status}`;
  return typeof value === 'string'
    ? value
    : JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part), 2);
};
