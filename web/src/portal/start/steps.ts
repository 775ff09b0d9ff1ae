/// <reference types="vite/types/importMeta.d.ts" />
import type { EXAMPLES } from './examples.ts';

/** The text of the file, so that the code on display is the code that runs. */
const { './examples.ts': source = '' } = import.meta.glob<string>('./examples.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** One request, shown as a curl command. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Below `/v1`. */
  readonly path: string;
  /** JSON. */
  readonly body?: string;
}

export interface Step {
  /** The function in `examples.ts` that does the same. */
  readonly example: keyof typeof EXAMPLES;
  readonly title: string;
  readonly about: string;
  /** The label of the button. */
  readonly verb: string;
  /** @param petId the animal that was added, if any */
  readonly request: (petId: number | undefined) => ApiRequest;
  /** Set for a step that needs the animal added before. */
  readonly needsPet?: true;
}

export const STEPS: readonly Step[] = [
  {
    example: 'list',
    title: 'List animals',
    about: 'Animals that can be adopted, newest first. The Link header leads to the next page.',
    verb: 'Run',
    request: () => ({ method: 'GET', path: '/pets?status=available&limit=3' }),
  },
  {
    example: 'mistake',
    title: 'Make a mistake',
    about: 'Every error has this shape. Programs check the code; the message is for people.',
    verb: 'Run',
    request: () => ({ method: 'GET', path: '/pets?limit=1000' }),
  },
  {
    example: 'add',
    title: 'Add an animal',
    about: 'Everybody can see it, but nobody can reserve it while it is pending. The next step removes it.',
    verb: 'Add',
    request: () => ({
      method: 'POST',
      path: '/pets',
      body: JSON.stringify({ name: 'Test animal', categoryId: 1, status: 'pending' }),
    }),
  },
  {
    example: 'remove',
    title: 'Remove the animal',
    about: 'Only the account that added an animal may do this.',
    verb: 'Remove',
    needsPet: true,
    request: (petId) => ({ method: 'DELETE', path: `/pets/${petId ?? 'PET_ID'}` }),
  },
  {
    example: 'usage',
    title: 'Check your usage',
    about: 'This request is free. The X-RateLimit headers of every answer show the tighter of the two limits.',
    verb: 'Run',
    request: () => ({ method: 'GET', path: '/account/usage' }),
  },
];

/** The request as a shell command. @param key a placeholder by default */
export function curlOf({ method, path, body }: ApiRequest, origin: string, key: string | undefined): string {
  const lines = [
    `curl -i ${method === 'DELETE' ? '-X DELETE ' : ''}'${origin}/v1${path}'`,
    `-H 'Authorization: Bearer ${key ?? 'YOUR_API_KEY'}'`,
  ];
  if (body !== undefined) lines.push("-H 'Content-Type: application/json'", `-d '${body}'`);
  return lines.join(' \\\n  ');
}

/** The setup code before the examples. */
export const programHead = (origin: string, key: string | undefined): string =>
  `import { Petstore } from '@petstore/client';

const petstore = new Petstore({
  baseUrl: '${origin}/v1',
  apiKey: '${key ?? 'YOUR_API_KEY'}',
});`;

/** The code of an example. */
export function programOf({ example }: Step, petId: number | undefined): string {
  const body = new RegExp(`function ${example}\\([^)]*\\): Promise<void> \\{\\n([^]*?)\\n\\}`).exec(source)?.[1];
  if (body === undefined) throw new Error(`There is no example called ${example}.`);
  return body.replaceAll(/^ {2}/gm, '').replaceAll('petId', String(petId ?? 'PET_ID'));
}
