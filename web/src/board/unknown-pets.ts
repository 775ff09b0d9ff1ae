import type { EventType, ExpandedPet } from '../../../client/src/petstore.ts';
import { failureOf } from '../data/failure.ts';

/** The service returns at most this many animals at once. */
const most = 100;

/**
 * Reads animals whose events do not say whom they belong to: many at once, and none twice. A failure is ignored: the animals appear when the
 * list is read the next time.
 *
 * @param read returns the animals among them that the board shows
 * @param show gets each of them, with the type of its first event
 * @param lose gets the id of each that the board does not show
 * @returns what reads an animal; one that is told by its event only if an answer from before the event is on its way
 */
export function openUnknownPets(
  read: (ids: readonly number[]) => Promise<readonly ExpandedPet[]>,
  show: (pet: ExpandedPet, type: EventType) => void,
  lose: (id: number) => void,
): (id: number, type: EventType, isTold?: boolean) => void {
  const waiting = new Map<number, EventType>();
  let reading: ReadonlyMap<number, EventType> = new Map();
  let isReading = false;

  async function readAll(): Promise<void> {
    isReading = true;
    try {
      while (waiting.size > 0) {
        reading = new Map([...waiting].slice(0, most));
        for (const id of reading.keys()) waiting.delete(id);
        const found = await read([...reading.keys()]);
        for (const [id, type] of reading) {
          // The answer is from before the event that wants it again.
          if (waiting.has(id)) continue;
          const pet = found.find((one) => one.id === id);
          if (pet !== undefined) show(pet, type);
          else lose(id);
        }
      }
    } catch (failure) {
      failureOf(failure);
    } finally {
      isReading = false;
      reading = new Map();
    }
  }

  return (id, type, isTold = false) => {
    if (isTold && !reading.has(id)) return;
    if (!waiting.has(id)) waiting.set(id, reading.get(id) ?? type);
    if (!isReading) void readAll();
  };
}
