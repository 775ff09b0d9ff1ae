import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { once } from '../../src/http/validation/once.ts';

const named = (maxLength: number) =>
  Type.Object({ name: Type.String({ maxLength }), tags: Type.Array(Type.Integer()) });

test('equal schemas are compiled once, however often the routes are made, and others for themselves', () => {
  const compiled: unknown[] = [];
  const compile = once((schema) => compiled.push(schema));
  expect([named(9), named(9), named(10), named(9)].map(compile)).toEqual([1, 1, 2, 1]);
  expect(compiled).toEqual([named(9), named(10)]);
});
