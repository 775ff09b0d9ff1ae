import type { Petstore } from '../../../client/src/petstore.ts';
import type { Question } from '../../vocabulary/animals/application.ts';
import type { DemoAnimal } from './animals/animal.ts';
import { CATS } from './animals/cats.ts';
import { DOGS } from './animals/dogs.ts';
import { BIRDS, RABBITS, REPTILES, RODENTS } from './animals/others.ts';
import { drawn } from './drawing/picture.ts';
import { APPLICATIONS, type DemoOrder, MESSAGES, ORDERS, personOf } from './shelter.ts';

/** Who acts: staff of the organization, and visitors. */
interface Callers {
  readonly staff: Petstore;
  readonly visitor: Petstore;
}

interface StoryParts {
  /** Their orders hold animals as long as the service has it. */
  readonly now: Callers;
  /** Their orders hold animals for weeks. */
  readonly earlier: Callers;
  readonly organizationId: number;
  /** The time of the environment, in Unix milliseconds. */
  readonly nowMs: number;
  /** Moves the clock to this number of days before now. */
  readonly goTo: (daysAgo: number) => void;
  /** Resolves when the messages that were sent are delivered. */
  readonly settled: () => Promise<unknown>;
}

/** Days for which the environment has been in use. The animals that were there already came when it began. */
const OPENED = 28;

/** The animals, by the category that the first start makes. */
const ANIMALS = [
  [1, DOGS],
  [2, CATS],
  [3, BIRDS],
  [4, RABBITS],
  [6, REPTILES],
  [7, RODENTS],
] as const;

/** Animals that go to the same home. */
const PAIRS = [
  ['Clover', 'Thumper'],
  ['Peanut', 'Butter'],
] as const;

const dayMs = 24 * 3_600_000;
const monthDays = 30.44;

/** Adds animals, orders and messages, each at its time, the oldest first. */
export async function tell({ now, earlier, organizationId, nowMs, goTo, settled }: StoryParts) {
  const { application = [] } = await now.staff.organizations.get(organizationId);
  const at = (daysAgo: number): string => new Date(nowMs - daysAgo * dayMs).toISOString();
  const ids = new Map<string, number>();
  const idOf = (name: string): number => ids.get(name) ?? Number.NaN;
  const steps: (readonly [daysAgo: number, act: () => Promise<unknown>])[] = [];
  let photos = 0;

  async function arrive(categoryId: number, { name, days, months, profile }: DemoAnimal, images: Promise<Buffer>[]) {
    const intake = { date: at(days).slice(0, 10), type: 'surrender' } as const;
    const birthDate = at(months * monthDays).slice(0, 10);
    const { id } = await now.staff.pets.create({
      name,
      categoryId,
      profile: { birthDate, adoption: 'reserve', ...profile, staff: { intake, ...profile.staff } },
    });
    ids.set(name, id);
    for (const image of images) {
      const photo = new Blob([new Uint8Array(await image)], { type: 'image/jpeg' });
      await now.staff.photos.add(id, photo, { alt: `Drawing of ${name}` });
      photos += 1;
    }
    const mate = PAIRS.find((pair) => pair.includes(name as never))?.find((other) => other !== name);
    if (mate === undefined || !ids.has(mate)) return;
    await now.staff.pets.updateProfile(id, { bondedWith: [idOf(mate)] });
    await now.staff.pets.updateProfile(idOf(mate), { bondedWith: [id] });
  }

  const animals = ANIMALS.flatMap(([categoryId, some]) => some.map((animal) => ({ categoryId, animal })));
  for (const [seed, { categoryId, animal }] of animals.entries()) {
    const pictures = [animal.picture, ...(animal.near ? [{ ...animal.picture, ...animal.near, isClose: true }] : [])];
    const images = pictures.map((picture) => drawn({ ...picture, seed }));
    steps.push([Math.min(animal.days, OPENED), () => arrive(categoryId, animal, images)]);
  }

  const wish = ({ animal, adopter, home, note }: Pick<DemoOrder, 'animal' | 'adopter' | 'home' | 'note'>) => ({
    petId: idOf(animal),
    adopter: personOf(adopter),
    answers: application.map((question) => ({ questionId: question.id, answer: answerTo(question, home) })),
    ...(note !== undefined && { note }),
  });

  for (const order of ORDERS) {
    const { placed, moves = [], staffNote } = order;
    const { staff, visitor } = moves.length > 0 ? earlier : now;
    let orderId = Number.NaN;
    steps.push([placed, async () => void (orderId = (await visitor.orders.place(wish(order))).id)]);
    for (const { move, days, says, visit } of moves)
      steps.push([
        days,
        () =>
          staff.orders[move](orderId, {
            ...(says !== undefined && { messageToAdopter: says }),
            ...(visit !== undefined && { visitAt: at(-visit) }),
          }),
      ]);
    if (staffNote !== undefined)
      steps.push([moves.at(-1)?.days ?? placed, () => staff.orders.addNote(orderId, { note: staffNote })]);
  }

  for (const one of APPLICATIONS) {
    const { applications } = now.staff;
    let id = Number.NaN;
    steps.push([one.submitted, async () => void (id = (await now.visitor.applications.submit(wish(one))).id)]);
    for (const { move, days, says } of one.moves ?? []) {
      const messageToAdopter = says === undefined ? {} : { messageToAdopter: says };
      const act = async (): Promise<unknown> => {
        if (move === 'close') return applications.close({ applicationIds: [id], ...messageToAdopter });
        if (move === 'accept' || move === 'decline') return applications[move](id, messageToAdopter);
        return applications[move](id);
      };
      steps.push([days, act]);
    }
    const { staffNote } = one;
    if (staffNote !== undefined)
      steps.push([one.moves?.at(-1)?.days ?? one.submitted, () => applications.update(id, { staffNote })]);
  }

  for (const { animal, from, days, text, answer, isClosed = false } of MESSAGES) {
    let messageId = '';
    steps.push([
      days,
      async () => {
        const message = { message: text, petId: idOf(animal), from: personOf(from) };
        messageId = (await now.visitor.messages.send(message)).id;
        await settled();
      },
    ]);
    if (answer === undefined) continue;
    steps.push([
      answer[0],
      async () => {
        await now.staff.inbox.answer(messageId, { message: answer[1] });
        if (isClosed) await now.staff.inbox.update(messageId, { state: 'closed' });
      },
    ]);
  }

  for (const [daysAgo, act] of steps.toSorted(([a], [b]) => b - a)) {
    goTo(daysAgo);
    await act();
  }
  return {
    animals: ids.size,
    photos,
    orders: ORDERS.length,
    applications: APPLICATIONS.length,
    messages: MESSAGES.length,
  };
}

/** An answer that the question allows, also if somebody else has asked it. */
function answerTo({ kind, choices = [] }: Question, [kindOfHome, animals]: DemoOrder['home']): string {
  if (kind === 'yes_no') return 'yes';
  if (kind === 'text') return animals;
  return choices.includes(kindOfHome) ? kindOfHome : (choices[0] ?? '');
}
