import type { SampleRequest } from './request.ts';

export function curl({ method, url, needsKey, headers, body, file }: SampleRequest): string {
  const isPlain = method === 'GET' || (method === 'POST' && body !== undefined);
  const parts = [
    `curl ${isPlain ? '' : `-X ${method} `}${quoted(url)}`,
    ...(needsKey ? ['-H "Authorization: Bearer $PETSTORE_API_KEY"'] : []),
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoted(body)}`]),
    ...(file === undefined ? [] : [`--data-binary @${file}`]),
  ];
  return parts.join(' \\\n  ');
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
