/// <reference types="vite/types/importMeta.d.ts" />
import type { EXAMPLES } from './examples.ts';

/** The file's own text: what is shown is what is run. */
const { './examples.ts': source = '' } = import.meta.glob<string>('./examples.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** One request to the API, written as curl and sent as it is written. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below `/v1`. */
  readonly path: string;
  /** JSON. */
  readonly body?: string;
}

export interface Step {
  /** The function of `examples.ts` that does the same. */
  readonly example: keyof typeof EXAMPLES;
  readonly title: string;
  readonly about: string;
  /** What the button says. */
  readonly verb: string;
  /** Of the animal that was added; undefined until one is. */
  readonly request: (petId: number | undefined) => ApiRequest;
  /** Whether it can be done only to an animal that was added here. */
  readonly needsPet?: true;
}

export const STEPS: readonly Step[] = [
  {
    example: 'list',
    title: 'List animals',
    about: 'Those that can be adopted, the newest first. The Link header leads to the next page.',
    verb: 'Run',
    request: () => ({ method: 'GET', path: '/pets?status=available&limit=3' }),
  },
  {
    example: 'mistake',
    title: 'Make a mistake',
    about: 'Every error has this shape. Go by its code; the message is for people.',
    verb: 'Run',
    request: () => ({ method: 'GET', path: '/pets?limit=1000' }),
  },
  {
    example: 'add',
    title: 'Add an animal',
    about: 'It is real: everybody sees it, though nobody can reserve it while it is pending. The next step removes it.',
    verb: 'Add it',
    request: () => ({
      method: 'POST',
      path: '/pets',
      body: JSON.stringify({ name: 'Test animal', categoryId: 1, status: 'pending' }),
    }),
  },
  {
    example: 'remove',
    title: 'Remove it again',
    about: 'Only the account that added an animal may do this.',
    verb: 'Remove it',
    needsPet: true,
    request: (petId) => ({ method: 'DELETE', path: `/pets/${petId ?? 'PET_ID'}` }),
  },
  {
    example: 'usage',
    title: 'See what is left',
    about: 'This one is free. The X-RateLimit headers of every answer say the same of the tighter window.',
    verb: 'Run',
    request: () => ({ method: 'GET', path: '/account/usage' }),
  },
];

/** For a shell. @param key undefined where none is known */
export function curlOf({ method, path, body }: ApiRequest, origin: string, key: string | undefined): string {
  const lines = [
    `curl -i ${method === 'DELETE' ? '-X DELETE ' : ''}'${origin}/v1${path}'`,
    `-H 'Authorization: Bearer ${key ?? 'YOUR_API_KEY'}'`,
  ];
  if (body !== undefined) lines.push("-H 'Content-Type: application/json'", `-d '${body}'`);
  return lines.join(' \\\n  ');
}

/** How a program begins, before any of the examples. */
export const programHead = (origin: string, key: string | undefined): string =>
  `import { Petstore } from '@petstore/client';

const petstore = new Petstore({
  baseUrl: '${origin}/v1',
  apiKey: '${key ?? 'YOUR_API_KEY'}',
});`;

/** The text of an example, as a program would have it. */
export function programOf({ example }: Step, petId: number | undefined): string {
  const body = new RegExp(`function ${example}\\([^)]*\\): Promise<void> \\{\\n([^]*?)\\n\\}`).exec(source)?.[1];
  if (body === undefined) throw new Error(`There is no example called ${example}.`);
  return body.replaceAll(/^ {2}/gm, '').replaceAll('petId', String(petId ?? 'PET_ID'));
}
