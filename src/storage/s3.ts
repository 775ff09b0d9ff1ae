import { AwsClient } from 'aws4fetch';
import type { S3Location } from './s3-location.ts';

/** Storage that does not answer in this time is unavailable. */
const timeoutMs = 10_000;

interface Listed {
  readonly name: string;
  /** Unix milliseconds. */
  readonly putMs: number;
}

/** The objects below a folder of S3-compatible storage. @param folder in the location */
export function s3Objects({ bucket, prefix, ...credentials }: S3Location, folder: string) {
  const client = new AwsClient({ ...credentials, service: 's3', retries: 2 });
  const start = `${prefix}${folder}/`;
  const keyOf = (name: string) => `${bucket}/${start}${name}`;

  async function ask(
    method: string,
    target: string,
    { body, signal = AbortSignal.timeout(timeoutMs) }: { body?: Blob; signal?: AbortSignal | undefined } = {},
  ): Promise<Response> {
    const response = await client.fetch(target, { method, signal, ...(body && { body }) });
    if (response.ok || response.status === 404) return response;
    throw new Error(`The storage answered ${response.status} to ${method}: ${(await response.text()).slice(0, 500)}`);
  }

  return {
    /** Of all names, in the bucket. */
    start,

    async put(name: string, body: Blob, signal?: AbortSignal): Promise<void> {
      const { status } = await ask('PUT', keyOf(name), { body, signal });
      if (status === 404) throw new Error('The storage has no such bucket.');
    },

    /** Undefined if there is no such object. Rejects when the signal aborts. */
    async get(name: string, signal?: AbortSignal): Promise<Response | undefined> {
      const response = await ask('GET', keyOf(name), { signal });
      return response.status === 404 ? undefined : response;
    },

    remove: async (name: string): Promise<void> => void (await ask('DELETE', keyOf(name))),

    /** In the order of their names. @param isDeep false: only those that are in no folder below this one */
    async *list(isDeep: boolean): AsyncGenerator<Listed> {
      for (let next: string | undefined = ''; next !== undefined;) {
        const query = new URLSearchParams({ 'list-type': '2', prefix: start });
        if (!isDeep) query.set('delimiter', '/');
        if (next !== '') query.set('continuation-token', next);
        const response = await ask('GET', `${bucket}?${query.toString()}`);
        if (response.status === 404) throw new Error('The storage has no such bucket.');
        const text = await response.text();
        for (const [object] of text.matchAll(/<Contents>.*?<\/Contents>/gs)) {
          const name = textIn(object, 'Key')?.slice(start.length) ?? '';
          const putMs = Date.parse(textIn(object, 'LastModified') ?? '');
          if (name !== '' && !Number.isNaN(putMs)) yield { name, putMs };
        }
        next = textIn(text, 'NextContinuationToken');
      }
    },
  };
}

/** The text of the first XML element with this name. None of ours has characters that XML escapes. */
const textIn = (xml: string, element: string): string | undefined =>
  new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];
