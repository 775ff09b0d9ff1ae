import { literalOf, type Notation } from './literal.ts';
import type { SampleRequest } from './request.ts';

/** A program for Python 3.6 and later, with its standard library only. */
export function python({ method, url, needsKey, headers, body, file, answer }: SampleRequest): string {
  const isJson = body !== undefined || answer === 'json';
  const data =
    body === undefined
      ? file && `open(${string(file)}, "rb").read()`
      : `json.dumps(${literalOf(body, NOTATION)}).encode()`;
  const lines = [
    ...(isJson ? ['import json'] : []),
    ...(needsKey ? ['import os'] : []),
    'from urllib.request import Request, urlopen',
    '',
    'request = Request(',
    `    ${string(url)},`,
    ...(method === 'GET' ? [] : [`    method=${string(method)},`]),
    ...(needsKey || headers.length > 0 ? ['    headers={'] : []),
    ...(needsKey ? ['        "Authorization": "Bearer " + os.environ["PETSTORE_API_KEY"],'] : []),
    ...headers.map(([name, value]) => `        ${string(name)}: ${string(value)},`),
    ...(needsKey || headers.length > 0 ? ['    },'] : []),
    ...(data === undefined ? [] : [`    data=${data.replaceAll('\n', '\n    ')},`]),
    ')',
    'with urlopen(request) as response:',
    ...ANSWERS[answer],
  ];
  return `${lines.join('\n')}\n`;
}

const ANSWERS: Readonly<Record<SampleRequest['answer'], readonly string[]>> = {
  json: ['    print(json.load(response))'],
  text: ['    for line in response:', '        print(line.decode(), end="")'],
  nothing: ['    print(response.status)'],
};

/** The escapes of JSON mean the same in Python. */
const string = (text: string): string => JSON.stringify(text);

const NOTATION: Notation = {
  string,
  member: (name, value) => `${string(name)}: ${value}`,
  object: ['{', '}'],
  emptyObject: '{}',
  words: { true: 'True', false: 'False', null: 'None' },
  bigint: String,
  indent: '    ',
};
