import { afterEach, expect, test, vi } from 'vitest';
import { shortened } from '../../src/compat/petfinder/text.ts';

afterEach(() => vi.restoreAllMocks());

test('a long story is read as far as it is shown', () => {
  const exec = vi.spyOn(RegExp.prototype, 'exec');
  expect(shortened('Likes walks.\n\n'.repeat(10))).toMatch(/^(Likes walks\. ){7}Likes\.\.\.$/);
  const ofShort = exec.mock.calls.length;
  expect(shortened('Likes walks.\n\n'.repeat(700))).toMatch(/^(Likes walks\. ){7}Likes\.\.\.$/);
  expect(exec.mock.calls.length - ofShort).toBeLessThan(20 * ofShort);
});

test('what is no word does not end a story', () => {
  const link = `[Rex](https://shelter.example/${'x'.repeat(900)})`;
  expect(shortened(`${link} ${link} ${link} is *here*.`)).toBe('Rex Rex Rex is here.');
  expect(shortened(`${'\n'.repeat(3_000)}Rex`)).toBe('Rex');
  expect(shortened('\n'.repeat(3_000))).toBe(null);
});
