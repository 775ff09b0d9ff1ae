import { AwsClient } from 'aws4fetch';
import { PHOTO_FILES } from '../../../vocabulary/photos.ts';
import { MARK_NAME, PHOTO_NAME, type PhotoFiles } from './photo-files.ts';
import type { S3Location } from './s3-location.ts';

/** Storage that does not answer in this time is unavailable. */
const timeoutMs = 10_000;

/** Keeps photos in S3-compatible storage. @param folder in the location */
export function photoBucket({ bucket, prefix, ...credentials }: S3Location, folder: string): PhotoFiles {
  const client = new AwsClient({ ...credentials, service: 's3', retries: 2 });
  const start = `${prefix}${folder}/`;
  const keyOf = (name: string, file: string) => `${bucket}/${start}${name}/${file}`;

  async function ask(
    method: string,
    target: string,
    { body, signal = AbortSignal.timeout(timeoutMs) }: { body?: Buffer; signal?: AbortSignal | undefined } = {},
  ): Promise<Response> {
    const response = await client.fetch(target, { method, signal, ...(body && { body: new Uint8Array(body) }) });
    if (response.ok || response.status === 404) return response;
    throw new Error(`The storage answered ${response.status} to ${method}: ${(await response.text()).slice(0, 500)}`);
  }

  async function write(target: string, bytes: Buffer): Promise<void> {
    const { status } = await ask('PUT', target, { body: bytes });
    if (status === 404) throw new Error('The storage has no such bucket.');
  }

  const markKey = `${bucket}/${start}${MARK_NAME}`;
  return {
    mark: {
      shown: `the object ${start}${MARK_NAME} in the bucket of PHOTOS_URL`,
      async read() {
        const response = await ask('GET', markKey);
        return response.status === 404 ? undefined : (await response.text()).trim();
      },
      write: (id) => write(markKey, Buffer.from(`${id}\n`)),
    },

    async put(name, files) {
      await Promise.all(Object.entries(files).map(([file, bytes]) => write(keyOf(name, file), bytes)));
    },

    async get(name, file, signal) {
      const response = await ask('GET', keyOf(name, file), { signal });
      return response.status === 404 ? undefined : Buffer.from(await response.arrayBuffer());
    },

    async remove(name) {
      await Promise.all(PHOTO_FILES.map((file) => ask('DELETE', keyOf(name, file))));
    },

    async *list() {
      const listed = new Set<string>();
      for (let next: string | undefined = ''; next !== undefined;) {
        const query = new URLSearchParams({ 'list-type': '2', prefix: start });
        if (next !== '') query.set('continuation-token', next);
        const text = await (await ask('GET', `${bucket}?${query.toString()}`)).text();
        for (const [object] of text.matchAll(/<Contents>.*?<\/Contents>/gs)) {
          const name = textIn(object, 'Key')?.slice(start.length).split('/')[0] ?? '';
          const putMs = Date.parse(textIn(object, 'LastModified') ?? '');
          if (!PHOTO_NAME.test(name) || listed.has(name) || Number.isNaN(putMs)) continue;
          // The objects of a photo follow each other.
          listed.clear();
          listed.add(name);
          yield { name, putMs };
        }
        next = textIn(text, 'NextContinuationToken');
      }
    },
  };
}

/** The text of the first XML element with this name. None of ours has characters that XML escapes. */
const textIn = (xml: string, element: string): string | undefined =>
  new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1];
