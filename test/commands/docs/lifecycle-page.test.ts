import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { mayChange } from '../../../src/vocabulary/pet-lifecycle.ts';

const page = readFileSync('docs/lifecycle.md', 'utf8');
const [animals = '', orders = ''] = [...page.matchAll(/```mermaid\n(.*?)```/gs)].map(([, drawing]) => drawing);
const arrowsOf = (drawing: string) =>
  [...drawing.matchAll(/^ {2}(\S+) --> (\S+?)(?:: (\w+))?$/gm)].map(([, ...arrow]) => arrow);

describe('an animal', () => {
  const statuses = ['available', 'pending', 'sold'] as const;
  const designed = [
    'available to pending',
    'available to sold',
    'pending to available',
    'pending to sold',
    'sold to available',
  ];
  const pairs = statuses.flatMap((from) => statuses.map((to) => [from, to] as const));

  test.each(pairs)('from %s to %s: as designed', (from, to) => {
    expect(mayChange(from, to)).toBe(from === to || designed.includes(`${from} to ${to}`));
  });

  test('is drawn with every change that is designed, and no other', () => {
    const arrows = arrowsOf(animals).filter(([from]) => from !== '[*]');
    expect(arrows.map(([from, to]) => `${from} to ${to}`).toSorted()).toEqual(designed);
  });
});

test('an order is drawn with every move that is designed, and no other', () => {
  expect(
    arrowsOf(orders)
      .map(([from, to, move = 'over']) => `${move}: ${from} to ${to}`)
      .toSorted(),
  ).toEqual([
    'approve: placed to approved',
    'cancel: approved to cancelled',
    'cancel: placed to cancelled',
    'deliver: approved to delivered',
    'expire: placed to expired',
    'over: cancelled to [*]',
    'over: expired to [*]',
    'over: returned to [*]',
    'place: [*] to placed',
    'return: delivered to returned',
  ]);
});

test('the table of an order has who may, and what the animal becomes', () => {
  const rows = [...page.matchAll(/^\| (\w+) \| (.*?) \| (.*?) \| (.*?) \| (.*?) \|$/gm)].map(
    ([, move, , , pet, who]) => ({ move, pet, who }),
  );
  const shelter = 'the organization of the animal, or the account that added it';
  expect(rows.slice(1)).toEqual([
    { move: 'approve', pet: 'unchanged', who: shelter },
    { move: 'deliver', pet: '`sold`', who: shelter },
    { move: 'cancel', pet: '`available`', who: expect.stringContaining('either side') },
    { move: 'return', pet: '`available`', who: shelter },
    { move: 'expire', pet: '`available`', who: expect.stringContaining('automatically') },
  ]);
});
