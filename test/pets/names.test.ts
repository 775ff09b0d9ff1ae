import { describe, expect, test } from 'vitest';
import { addPet, expectError } from '../support/answers.ts';
import { BACKENDS, runningClock, sharedService } from '../support/service.ts';

/** The `name` of a pet: 1 to 255 characters (code points) after trimming, none of them a control character. */
describe.each(BACKENDS)('names, on %s', (_, start) => {
  /** The name as it stands in the JSON: quotes and escapes are the test's. */
  const post = (written: string) => service.call('POST', '/v1/pets', { body: `{"name":${written},"categoryId":1}` });
  const all = async () => (await service.call('GET', '/v1/pets?limit=100')).text;

  const service = sharedService(start, { now: runningClock() });

  test.each([
    ['one character', 'R', 'R'],
    ['255 characters', 'x'.repeat(255), 'x'.repeat(255)],
    ['255 emoji, of two UTF-16 units each', '🐶'.repeat(255), '🐶'.repeat(255)],
    ['255 characters between white space', `  ${'x'.repeat(255)}\t`, 'x'.repeat(255)],
    ['white space around', ' \r\n\tRex \u00a0\u3000\ufeff', 'Rex'],
    ['white space inside', 'Rex  the\u00a0dog', 'Rex  the\u00a0dog'],
    ['quotes and backslashes', String.raw`"Rex\" O'Hara`, String.raw`"Rex\" O'Hara`],
    ['what HTML, SQL and JSON mind', `<b>&amp;'); drop table pets;--`, `<b>&amp;'); drop table pets;--`],
    ['letters of many scripts', 'Ærø Ζωή Жук 犬 كلب कुत्ता', 'Ærø Ζωή Жук 犬 كلب कुत्ता'],
    ['a combining accent, which stays as it is', 'e\u0301', 'e\u0301'],
    ['joiners and variation selectors', '👩‍👩‍👧 ❤️', '👩‍👩‍👧 ❤️'],
    ['a line separator inside, which is no control character', 'R\u2028x', 'R\u2028x'],
    ['private use and noncharacters', '\ue000\ufffe\u{10ffff}', '\ue000\ufffe\u{10ffff}'],
    ['what looks like a number', '0', '0'],
  ])('%s', async (_, name, kept) => {
    const answer = await post(JSON.stringify(name));
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.name).toBe(kept);
    expect((await service.call('GET', `/v1/pets/${answer.body.id}`)).body.name).toBe(kept);
    expect((await service.call('GET', `/v1/pets?ids=${answer.body.id}`)).body[0].name).toBe(kept);
  });

  test('surrogates as a pair of escapes are one character', async () => {
    expect((await post(String.raw`"\ud83d\udc36"`)).body.name).toBe('🐶');
  });

  test.each([
    ['empty', '""'],
    ['white space alone', String.raw`" \t\n\u00a0"`],
    ['256 characters', JSON.stringify('x'.repeat(256))],
    ['256 emoji', JSON.stringify('🐶'.repeat(256))],
    ['256 characters between white space', JSON.stringify(` ${'x'.repeat(256)} `)],
    ['a lone high surrogate', String.raw`"R\ud83dx"`],
    ['a lone low surrogate', String.raw`"R\udc36x"`],
    ['surrogates the wrong way round', String.raw`"\udc36\ud83d"`],
    ['NUL', String.raw`"R\u0000x"`],
    ['a line feed inside', String.raw`"R\nx"`],
    ['a tab inside', String.raw`"R\tx"`],
    ['ESC', String.raw`"R\u001b[31m"`],
    ['the last C0 control', String.raw`"R\u001fx"`],
    ['DEL', String.raw`"R\u007fx"`],
    ['DEL, unescaped', '"R\u007fx"'],
    ['the first C1 control', String.raw`"R\u0080x"`],
    ['NEL', String.raw`"R\u0085x"`],
    ['the last C1 control, unescaped', '"R\u009fx"'],
    ['NUL at the end, which is no white space', String.raw`"Rex\u0000"`],
  ])('%s is 400 invalid_body', async (_, written) => {
    const before = await all();
    expectError(
      await post(written),
      400,
      'invalid_body',
      '`name` must be a string of 1 to 255 characters without control characters',
    );
    expect(await all()).toBe(before);
  });

  test('a change keeps to the same rule', async () => {
    const id = await addPet(service, {});
    const patch = (name: string) => service.call('PATCH', `/v1/pets/${id}`, { body: { name } });
    expectError(await patch('x'.repeat(256)), 400, 'invalid_body', '`name`');
    expectError(await patch('R\u0000x'), 400, 'invalid_body', '`name`');
    expect((await service.call('GET', `/v1/pets/${id}`)).body.name).toBe('Rex');
    expect((await patch(`\t${'🐶'.repeat(255)} `)).body.name).toBe('🐶'.repeat(255));
  });
});
