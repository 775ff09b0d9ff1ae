export const good = '{"name":"Rex","categoryId":1}';
export const withMore = (members: string) => `{"name":"Rex","categoryId":1,${members}}`;
const named = (name: string) => `{"name":${JSON.stringify(name)},"categoryId":1}`;
export const ofCategory = (number: string) => `{"name":"Rex","categoryId":${number}}`;
const nested = (levels: number) => withMore(`"more":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}`);
export const ofBytes = (length: number) => withMore(`"more":"${'x'.repeat(length - withMore('"more":""').length)}"`);
const inName = (...broken: number[]) =>
  Buffer.concat([Buffer.from('{"name":"R'), Buffer.from(broken), Buffer.from('x","categoryId":1}')]);

interface BadBody {
  readonly what: string;
  readonly body: string | Uint8Array | undefined;
  readonly code: string;
  /** A part of the expected message. */
  readonly naming?: string;
  /** The corrected body, which is accepted. */
  readonly mended?: string;
}

export const invalidJson: BadBody[] = [
  { what: 'what is not JSON', body: 'name=Rex', code: 'invalid_json' },
  { what: 'JSON that ends too soon', body: good.slice(0, -1), code: 'invalid_json', mended: good },
  { what: 'JSON with more behind it', body: `${good}{}`, code: 'invalid_json', mended: `${good} \r\n\t` },
  { what: 'white space alone', body: ' \n', code: 'invalid_json' },
  { what: 'the same member twice', body: withMore('"name":"Max"'), code: 'invalid_json', naming: 'twice' },
  {
    what: 'the same member twice, once with an escape',
    body: withMore(String.raw`"na\u006de":"Max"`),
    code: 'invalid_json',
    naming: 'twice',
  },
  {
    what: 'the same unknown member twice',
    body: withMore('"more":1,"more":1'),
    code: 'invalid_json',
    naming: 'twice',
    mended: withMore('"more":1'),
  },
  {
    what: 'the same member twice, deep inside',
    body: withMore('"a":[{"b":{"c":1,"c":2}}]'),
    code: 'invalid_json',
    naming: 'twice',
  },
  {
    what: 'the member `__proto__`',
    body: withMore('"__proto__":{}'),
    code: 'invalid_json',
    naming: '`__proto__`',
    mended: withMore('"proto":{}'),
  },
  {
    what: '`__proto__`, with an escape',
    body: withMore(String.raw`"__pro\u0074o__":{}`),
    code: 'invalid_json',
    naming: '`__proto__`',
  },
  {
    what: '`__proto__`, deep inside',
    body: withMore('"a":[{"__proto__":1}]'),
    code: 'invalid_json',
    naming: '`__proto__`',
    mended: withMore('"a":["__proto__"]'),
  },
  { what: 'a byte that is not UTF-8', body: inName(0xff), code: 'invalid_json', naming: 'UTF-8', mended: named('Rýx') },
  {
    what: 'an overlong slash in UTF-8',
    body: inName(0xc0, 0xaf),
    code: 'invalid_json',
    naming: 'UTF-8',
    mended: named('R/x'),
  },
  { what: 'a surrogate in UTF-8', body: inName(0xed, 0xa0, 0x80), code: 'invalid_json', naming: 'UTF-8' },
  {
    what: 'half a character in UTF-8',
    body: inName(0xf0, 0x9f, 0x90),
    code: 'invalid_json',
    naming: 'UTF-8',
    mended: named('R🐶x'),
  },
  { what: 'beyond U+10FFFF in UTF-8', body: inName(0xf4, 0x90, 0x80, 0x80), code: 'invalid_json', naming: 'UTF-8' },
  { what: 'UTF-16', body: Buffer.from(good, 'utf16le'), code: 'invalid_json' },
  { what: '17 levels', body: nested(17), code: 'invalid_json', naming: '16 levels', mended: nested(16) },
  { what: '30,000 levels', body: '['.repeat(30_000) + ']'.repeat(30_000), code: 'invalid_json', naming: '16 levels' },
];

export const invalidShape: BadBody[] = [
  { what: 'no body', body: undefined, code: 'invalid_body', naming: 'body' },
  { what: 'an empty body', body: '', code: 'invalid_body', naming: 'body' },
  { what: 'an array', body: `[${good}]`, code: 'invalid_body', naming: 'The body must be a JSON object' },
  { what: 'null', body: 'null', code: 'invalid_body', naming: 'The body must be a JSON object' },
  { what: 'a string', body: '"Rex"', code: 'invalid_body', naming: 'The body must be a JSON object' },
  { what: 'a number', body: '1', code: 'invalid_body', naming: 'The body must be a JSON object' },
  { what: 'true', body: 'true', code: 'invalid_body', naming: 'The body must be a JSON object' },
  { what: 'an empty object', body: '{}', code: 'invalid_body', naming: 'is required' },
  { what: 'no name', body: '{"categoryId":1}', code: 'invalid_body', naming: '`name` is required' },
  {
    what: 'a name in another case',
    body: '{"Name":"Rex","categoryId":1}',
    code: 'invalid_body',
    naming: '`name` is required',
  },
  {
    what: 'a null name',
    body: '{"name":null,"categoryId":1}',
    code: 'invalid_body',
    naming: '`name`',
    mended: named('null'),
  },
  {
    what: 'a number as name',
    body: '{"name":7,"categoryId":1}',
    code: 'invalid_body',
    naming: '`name`',
    mended: named('7'),
  },
  { what: 'an array as name', body: '{"name":["Rex"],"categoryId":1}', code: 'invalid_body', naming: '`name`' },
  { what: 'no categoryId', body: '{"name":"Rex"}', code: 'invalid_body', naming: '`categoryId` is required' },
  {
    what: 'a null categoryId',
    body: ofCategory('null'),
    code: 'invalid_body',
    naming: '`categoryId`',
    mended: ofCategory('0'),
  },
  {
    what: 'true as categoryId',
    body: ofCategory('true'),
    code: 'invalid_body',
    naming: '`categoryId`',
    mended: ofCategory('1'),
  },
  { what: 'an array as categoryId', body: ofCategory('[1]'), code: 'invalid_body', naming: '`categoryId`' },
  {
    what: 'a number as string',
    body: ofCategory('"1"'),
    code: 'invalid_body',
    naming: '`categoryId`',
    mended: ofCategory('1'),
  },
  {
    what: 'a fraction',
    body: ofCategory('1.5'),
    code: 'invalid_body',
    naming: '`categoryId`',
    mended: ofCategory('1.0'),
  },
  {
    what: 'a fraction too small for a double',
    body: ofCategory('1.00000000000000000001'),
    code: 'invalid_body',
    naming: '`categoryId`',
    mended: ofCategory('1.00000000000000000000'),
  },
  {
    what: 'a fraction by its exponent',
    body: ofCategory('15e-1'),
    code: 'invalid_body',
    naming: '`categoryId`',
    mended: ofCategory('10e-1'),
  },
  {
    what: 'a number that a double rounds to zero',
    body: ofCategory('1e-400'),
    code: 'invalid_body',
    naming: '`categoryId`',
    mended: ofCategory('0e-400'),
  },
  {
    what: 'one more than an int64',
    body: ofCategory('9223372036854775808'),
    code: 'invalid_body',
    naming: '`categoryId`',
    mended: ofCategory('9223372036854775807'),
  },
  {
    what: 'one less than an int64',
    body: ofCategory('-9223372036854775809'),
    code: 'invalid_body',
    naming: '`categoryId`',
    mended: ofCategory('-9223372036854775808'),
  },
  {
    what: 'an exponent beyond an int64',
    body: ofCategory('1e19'),
    code: 'invalid_body',
    naming: '`categoryId`',
    mended: ofCategory('9e0'),
  },
  {
    what: 'an exponent beyond a double',
    body: ofCategory('1e400'),
    code: 'invalid_body',
    naming: '`categoryId`',
    mended: ofCategory('1e4'),
  },
  {
    what: 'an unknown status',
    body: withMore('"status":"lost"'),
    code: 'invalid_body',
    naming: '`status` must be one of `available`, `pending`, `sold`',
    mended: withMore('"status":"sold"'),
  },
  {
    what: 'a status in another case',
    body: withMore('"status":"SOLD"'),
    code: 'invalid_body',
    naming: '`status`',
    mended: withMore('"status":"sold"'),
  },
  { what: 'an empty status', body: withMore('"status":""'), code: 'invalid_body', naming: '`status`' },
  { what: 'a null status', body: withMore('"status":null'), code: 'invalid_body', naming: '`status`' },
  { what: 'an array as status', body: withMore('"status":["sold"]'), code: 'invalid_body', naming: '`status`' },
];
