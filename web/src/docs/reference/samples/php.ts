import { literalOf, type Notation, onOneLine, singleQuoted } from './literal.ts';
import type { SampleRequest } from './request.ts';

/** A program for PHP 7.1 and later, with its standard library only. */
export function php({ method, url, needsKey, headers, body, file, answer }: SampleRequest): string {
  const fields = [
    ...(needsKey ? ["'Authorization: Bearer ' . getenv('PETSTORE_API_KEY')"] : []),
    ...headers.map(([name, value]) => string(`${name}: ${value}`)),
  ];
  const content =
    body === undefined ? file && `file_get_contents(${string(file)})` : `json_encode(${literalOf(body, NOTATION)})`;
  const lines = [
    '<?php',
    "$context = stream_context_create(['http' => [",
    `    'method' => ${string(method)},`,
    ...(fields.length === 0 ? [] : ["    'header' => [", ...fields.map((field) => `        ${field},`), '    ],']),
    ...(content === undefined ? [] : [`    'content' => ${content.replaceAll('\n', '\n    ')},`]),
    "    'ignore_errors' => true,",
    ']]);',
    ...ANSWERS[answer](string(url)),
  ];
  return `${lines.join('\n')}\n`;
}

const ANSWERS: Readonly<Record<SampleRequest['answer'], (url: string) => readonly string[]>> = {
  json: (url) => [`$answer = file_get_contents(${url}, false, $context);`, 'print_r(json_decode($answer, true));'],
  text: (url) => [`readfile(${url}, false, $context);`],
  nothing: (url) => [`file_get_contents(${url}, false, $context);`, 'echo $http_response_header[0];'],
};

/** Only double quotes know the escapes of line breaks. */
const string = (text: string): string =>
  /[\n\r]/.test(text) ? onOneLine(`"${text.replaceAll(/[\\"$]/g, String.raw`\$&`)}"`) : singleQuoted(text);

const leastInteger = -(2n ** 63n);

const NOTATION: Notation = {
  string,
  member: (name, value) => `${string(name)} => ${value}`,
  object: ['[', ']'],
  emptyObject: 'new stdClass()',
  words: { true: 'true', false: 'false', null: 'null' },
  // The digits without their sign would be a float.
  bigint: (value) => (value === leastInteger ? 'PHP_INT_MIN' : String(value)),
  indent: '    ',
};
