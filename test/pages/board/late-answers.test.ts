import { expect, test } from 'vitest';
import type { ExpandedPet } from '../../../client/src/petstore.ts';
import { openAnimal } from '../../../web/src/board/shown-animal.ts';
import { openUnknownPets } from '../../../web/src/board/unknown-pets.ts';

const rex: ExpandedPet = { id: 7, name: 'Rex', categoryId: 1, status: 'available' };
const isOver = () => new Promise((resolve) => setImmediate(resolve));

/** A read whose answers come when the test gives them, and how often it was asked. */
function slowly<Found>() {
  const asked: PromiseWithResolvers<Found>[] = [];
  const read = () => {
    const answer = Promise.withResolvers<Found>();
    asked.push(answer);
    return answer.promise;
  };
  return { asked, read };
}

test('an answer that is on its way brings back no animal that has gone meanwhile', async () => {
  const { asked, read } = slowly<ExpandedPet[]>();
  const told: string[] = [];
  const readUnknown = openUnknownPets(
    read,
    (pet, type) => told.push(`${type} ${pet.status}`),
    (id) => told.push(`no ${id}`),
  );
  readUnknown(7, 'pet.created');
  // Told by its event: nothing is to be read, but for the answer on its way.
  readUnknown(8, 'pet.status_changed', true);
  readUnknown(7, 'pet.unlisted', true);
  asked[0]?.resolve([rex]);
  await isOver();
  expect([told, asked.length]).toEqual([[], 2]);
  asked[1]?.resolve([]);
  await isOver();
  expect(told).toEqual(['no 7']);
});

test('an animal that changes while it is read is read again', async () => {
  const { asked, read } = slowly<ExpandedPet | undefined>();
  const animal = openAnimal(7, rex, read);
  const loaded = animal.load();
  animal.lose();
  asked[0]?.resolve(rex);
  await isOver();
  expect(animal.pet.value).toBe('gone');
  asked[1]?.resolve(undefined);
  await loaded;
  expect(animal.pet.value).toBe('gone');
});
