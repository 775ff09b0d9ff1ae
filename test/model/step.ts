import * as fc from 'fast-check';
import { expect } from 'vitest';
import type { Answer } from '../support/service.ts';
import { HILLSIDE, type ModelPet, SHELTER } from './model.ts';
import type { Actor, World } from './world.ts';

export type Args = readonly (string | number | boolean)[];

/** What can happen: how often, with what, and how. */
export interface Kind<Given extends Args> {
  readonly weight: number;
  readonly args: fc.Arbitrary<Given>;
  run(world: World, ...args: Given): Promise<void>;
}
export const kind = <const Given extends Args>(
  weight: number,
  args: { [Index in keyof Given]: fc.Arbitrary<Given[Index]> },
  run: (world: World, ...given: Given) => Promise<void>,
): Kind<Given> => ({ weight, args: fc.tuple(...args) as unknown as fc.Arbitrary<Given>, run });

/** A step within another. */
export async function act<Given extends Args>(world: World, what: Kind<Given>, ...args: Given): Promise<void> {
  await what.run(world, ...args);
  world.model.tellChanges();
}

/** One of the latest of a list: recent ones meet more often. */
export const recent = fc.nat(3);
export const pick = <Item>(list: readonly Item[], index: number): Item | undefined =>
  list.at(-1 - (index % (list.length || 1)));
export const owner = fc.constantFrom(SHELTER, HILLSIDE);

/** What a history has met: `place 201`. */
export const met = new Set<string>();

export function expectOutcome(what: string, { body, status: code, text }: Answer, expected: number | string): void {
  expect([what, body?.code ?? code], text).toEqual([what, expected]);
  met.add(`${what} ${expected}`);
}

export const codeOf = ({ body, status }: Answer): string => body.code ?? String(status);

export function expectEqual(seen: unknown, expected: unknown, about = ''): void {
  expect(seen, about).toEqual(expected);
}
let numbers = 0;
/** Never the same. */
export const newNumber = (): number => (numbers += 1);

/** Sends a request with an `Idempotency-Key`, so that it can be repeated. */
export async function post(world: World, by: Actor, path: string, body: object): Promise<Answer> {
  const key = world.keys[by];
  const headers = { 'idempotency-key': `step-${newNumber()}` };
  const answer = await world.callWith(key, 'POST', path, { body, headers });
  if (answer.status < 300) world.model.keep({ key, path, headers, body, text: answer.text });
  return answer;
}

/** An animal has come. */
export function added({ model }: World, by: number, { id, status: as, name }: Answer['body']): void {
  const { store, pets, names } = model;
  store.addPet(by, id, as);
  pets.push(store.pets.at(-1)!);
  names.set(pets.at(-1)!, name);
}

/** What visitors are told of an animal whose shelter they do not see. */
export const forVisitors = ({ model }: World, pet: ModelPet, seen: number | string): number | string =>
  pet.owner === HILLSIDE && !model.isHillsideListed ? 'pet_not_found' : seen;
