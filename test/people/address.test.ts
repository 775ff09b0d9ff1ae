import { describe, expect, test } from 'vitest';
import { addressOf } from '../../src/people/address.ts';
import { isAddress } from '../../src/vocabulary/text/address.ts';

const ann = addressOf(' Ann@X.Example ');

describe('a text contains an address', () => {
  test.each([
    'ann@x.example',
    'ANN@x.EXAMPLE',
    'Write to ann@x.example.',
    'Ann <ann@x.example>, or 555-0100',
    '"ann@x.example"',
    "'ann@x.example'",
    '_ann@x.example_',
    '- ann@x.example -- Bob',
    '-ann@x.example\n-bob@x.example',
    'mailto:ann@x.example?subject=Rex',
    'https://hooks.example/ann@x.example/in',
    'https://hooks.example/in?user=ann@x.example&kind=1',
    'https://hooks.example/in?user=ann%40x.example',
    'https://hooks.example/in?text=by%20ann%40X.example%2C%20today',
    'Rex|ann@x.example|555',
    'Mail me...ann@x.example...',
    'ann@x.example;joann@x.example',
    'joann@x.example, ann@x.example',
    '犬ではない「ann@x.example」',
  ])('%s', (text) => {
    expect(ann.isIn(text)).toBe(true);
    expect(ann.isIn(ann.replacedIn(text, '[erased]'))).toBe(false);
  });
});

describe('a text contains only another address', () => {
  test.each([
    'joann@x.example',
    'jo.ann@x.example',
    'jo-ann@x.example',
    'jo_ann@x.example',
    'jo+ann@x.example',
    "o'ann@x.example",
    'éann@x.example',
    'jo%61nn@x.example',
    'ann@x.example.org',
    'ann@x.example-shop.org',
    'ann@x.example--shop.org',
    'ann@x.examples',
    'ann@x.exampleé',
    'ann@xxexample',
    'ann.x.example',
    'ann at x.example',
    '',
  ])('%s', (text) => {
    expect(ann.isIn(text)).toBe(false);
    expect(ann.replacedIn(text, '[erased]')).toBe(text);
  });
});

test('replaces the address and nothing else', () => {
  const text = 'Ann (ANN@x.example, ann%40x.example), Jo (joann@x.example): 100 %';
  expect(ann.replacedIn(text, '[erased]')).toBe('Ann ([erased], [erased]), Jo (joann@x.example): 100 %');
  expect(ann.replacedIn('ann@x.example ann@x.example', 'lee@x.example')).toBe('lee@x.example lee@x.example');
  expect(ann.replacedIn('ann@x.example', 'jo.ann@x.example')).toBe('jo.ann@x.example');
});

test('a field that holds an address holds only that one', () => {
  for (const field of ['ann@x.example', ' Ann@x.example', 'Ann <ann@x.example>']) expect(ann.is(field)).toBe(true);
  for (const field of ['jo=ann@x.example', '_ann@x.example', 'ann@x.example.org', 'ann', null, 7])
    expect(ann.is(field)).toBe(false);
});

/** As the database matches it: `%` stands for any text, and `_` for any character. */
const likeOf = (pattern: string): RegExp =>
  new RegExp(`^${RegExp.escape(pattern).replaceAll('\\x25', '.*').replaceAll('_', '.')}$`, 'is');

test.each([
  ['ann+cats@x.example', 'ANN+cats@x.example', 'ann%2Bcats%40x.example', 'ann+cats%40x.example'],
  ['a_%b@x.example', 'a_%b@x.example', 'a_%25b%40x.example'],
  ['jörg@x.example', 'jörg@x.example', 'JÖRG@X.example'],
  ['ann@bücher.example', 'Ann@BÜCHER.example', 'ann@xn--bcher-kva.example', 'ann%40XN--bcher-kva.example'],
  ['ann@xn--bcher-kva.example', 'ann@Bücher.example', 'ann@xn--bcher-kva.example'],
])('the address %s is found in each of its forms, by its patterns too', (email, ...texts) => {
  const address = addressOf(email);
  for (const text of texts.map((form) => `for ${form}.`)) {
    expect(address.isIn(text), text).toBe(true);
    expect(
      address.patterns.some((pattern) => likeOf(pattern).test(text)),
      text,
    ).toBe(true);
  }
});

test('takes linear time', () => {
  const text = `${'.'.repeat(20_000)}${'%41'.repeat(5_000)}${' ann@x.example'.repeat(2_000)}`;
  expect(ann.replacedIn(text, '').length).toBe(37_000);
});

test.each(['ann@x.example', 'operator@localhost', "o'ann+x@x.example", 'jörg@x.example'])(
  '%s is an address',
  (text) => {
    expect(isAddress(text)).toBe(true);
  },
);
test.each([
  '',
  'ann',
  '@x.example',
  'ann@',
  'a@b@c',
  'ann @x.example',
  '"ann"@x.example',
  'Ann<ann@x.example>',
  'a\0@x.example',
  `${'a'.repeat(250)}@x.example`,
])('%j is no address', (text) => {
  expect(isAddress(text)).toBe(false);
});
