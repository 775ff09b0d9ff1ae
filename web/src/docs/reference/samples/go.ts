import type { SampleRequest } from './request.ts';

/** A program for Go, with its standard library only. */
export function go({ method, url, needsKey, headers, body, file }: SampleRequest): string {
  const reader = body === undefined && file === undefined ? 'nil' : 'body';
  const imports = [
    'fmt',
    'io',
    'net/http',
    ...(needsKey || file !== undefined ? ['os'] : []),
    ...(body === undefined ? [] : ['strings']),
  ];
  const lines = [
    'package main',
    '',
    'import (',
    ...imports.map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    ...(body === undefined ? [] : [`\tbody := strings.NewReader(${textOf(body)})`]),
    ...(file === undefined ? [] : [`\tbody, err := os.Open("${file}")`, ...orPanic]),
    `\trequest, err := http.NewRequest("${method}", ${JSON.stringify(url)}, ${reader})`,
    ...orPanic,
    ...(needsKey ? ['\trequest.Header.Set("Authorization", "Bearer "+os.Getenv("PETSTORE_API_KEY"))'] : []),
    ...headers.map(([name, value]) => `\trequest.Header.Set(${JSON.stringify(name)}, ${JSON.stringify(value)})`),
    '\tresponse, err := http.DefaultClient.Do(request)',
    ...orPanic,
    '\tdefer response.Body.Close()',
    '\tanswer, err := io.ReadAll(response.Body)',
    ...orPanic,
    '\tfmt.Println(response.Status, string(answer))',
    '}',
  ];
  return `${lines.join('\n')}\n`;
}

const orPanic = ['\tif err != nil {', '\t\tpanic(err)', '\t}'];

/** Between backquotes nothing is escaped. */
const textOf = (text: string): string => (text.includes('`') ? JSON.stringify(text) : `\`${text}\``);
