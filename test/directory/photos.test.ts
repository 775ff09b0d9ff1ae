import type { ServerResponse } from 'node:http';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildPhotoFiles } from '../../src/composition/photo-files.ts';
import type { Database } from '../../src/database/database.ts';
import { photoStore } from '../../src/pets/photos/store.ts';
import { sweepPhotos } from '../../src/pets/photos/sweep.ts';
import { MOST_OF_SOURCE, MOST_PHOTO_BYTES } from '../../src/vocabulary/directory.ts';
import { type Member, newMember } from '../organizations/members.ts';
import { costlyImage, image, png } from '../pets/photos/images.ts';
import { withKey } from '../support/adoption.ts';
import { atEndOfTest } from '../support/at-end.ts';
import { eventually } from '../support/eventually.ts';
import {
  type Answer,
  BACKENDS,
  sharedService,
  type Start,
  startOnSqlite,
  testClock,
  type TestService,
} from '../support/service.ts';
import { animal, key, path, position, simulated } from './simulated.ts';

/** A JPEG of half a megabyte, of which the files of a photo take more than two. */
const noise = (width: number, height: number): Promise<Buffer> =>
  sharp({
    create: { width, height, channels: 3, background: '#777', noise: { type: 'gaussian', mean: 128, sigma: 90 } },
  })
    .jpeg({ quality: 30 })
    .toBuffer();

const settings = { webhooksAllowPrivate: 'true' } as const;
const minuteMs = 60_000;

type Clock = ReturnType<typeof testClock>;
type Photo = Answer['body'];

/** Polls in the directory's time, in which it asks the sources. */
const soonBy = (clock: Clock) => {
  return <T>(ask: () => Promise<T | undefined | false>): Promise<T> =>
    eventually(() => {
      clock.advance(3_000);
      return ask();
    }, 60_000);
};

const photosOf = async (directory: TestService, name: string): Promise<Photo[] | undefined> =>
  // The search finds `Good10` with `Good1`, too.
  (await directory.call('GET', `/v1/pets?expand=photos&q=${name}`)).body.find(
    (pet: Answer['body']) => pet.name === name,
  )?.photos;

/** The names of all photos whose files a service has, after a sweep a year later. */
async function filesAfterSweep(service: TestService, clock: Clock): Promise<string[]> {
  const { database } = await service.beside();
  const files = await buildPhotoFiles('production', service.settings, { database, now: clock.now });
  const nowMs = Math.max(clock.now(), Date.now()) + 365 * 24 * 60 * minuteMs;
  await sweepPhotos({ photos: photoStore(database, clock.now), files, nowMs, removes: true });
  return (await Array.fromAsync(files.list())).map(({ name }) => name);
}
const nameOf = ({ urls }: Photo): string => urls['600'].split('/')[2];

describe.each(BACKENDS)('photos of a source, on %s', (_, start: Start) => {
  const clock = testClock();
  const shelter = sharedService(startOnSqlite, { now: clock.now });
  const directory = sharedService(start, { now: clock.now, settings });
  const soon = soonBy(clock);
  let member: Member;
  let sourceId: number;
  let petId: number;
  const there: Photo[] = [];

  beforeAll(async () => {
    const described = { body: { name: 'Riverside Shelter', listed: true } };
    const { id } = (await shelter.call('POST', '/v1/organizations', described)).body;
    member = await newMember(shelter, id, 'manager');
    const made = await shelter.call('POST', '/v1/admin/partner-keys', { body: { name: 'Directory' } });
    petId = await addPet('Rex');
    for (let i = 0; i < 4; i += 1) {
      const body = await image(1_600, 800 + i)
        .jpeg()
        .toBuffer();
      const headers = { 'content-type': 'image/jpeg' };
      const added = await member.call('POST', `/v1/pets/${petId}/photos?alt=Photo%20${i}`, { body, headers });
      there.push(added.body);
    }
    const added = await directory.call('POST', path, { body: { url: shelter.origin, key: made.body.key } });
    sourceId = added.body.id;
  });

  const addPet = async (name: string): Promise<number> =>
    (await member.call('POST', '/v1/pets', { body: { name, categoryId: 1 } })).body.id;
  const state = async () => (await directory.call('GET', `${path}/${sourceId}`)).body;
  /** Waits until Rex has photos with these descriptions here. */
  const shown = (alts: readonly (string | undefined)[]): Promise<Photo[]> =>
    soon(async () => {
      const photos = await photosOf(directory, 'Rex');
      return JSON.stringify(photos?.map(({ alt }) => alt)) === JSON.stringify(alts) && photos;
    });

  test('the first three of an animal are copied, small, with what they show', async () => {
    const photos = await shown(['Photo 0', 'Photo 1', 'Photo 2']);
    for (const [i, photo] of photos.entries()) {
      expect(photo).toMatchObject({ width: 600, thumbhash: expect.stringMatching(/^[\w+/]{20,40}={0,2}$/) });
      expect(nameOf(photo)).not.toBe(nameOf(there[i]));
      const file = await fetch(directory.origin + photo.urls['1200']);
      expect([file.status, (await sharp(await file.arrayBuffer()).metadata()).width]).toEqual([200, 600]);
    }
    expect(await state()).toMatchObject({ state: 'following', photos: 3 });
    expect((await directory.call('GET', '/v1/pets?hasPhotos=true')).body).toHaveLength(1);
  });

  test('their order, words and removal follow the source, and the next one takes the free place', async () => {
    const change = (i: number, body: object) =>
      member.call('PATCH', `/v1/pets/${petId}/photos/${there[i].id}`, { body });
    const [first] = await shown(['Photo 0', 'Photo 1', 'Photo 2']);
    expect((await change(2, { position: 0, focus: { x: 10, y: 90 } })).status).toBe(200);
    await change(1, { alt: null });
    const moved = await shown(['Photo 2', 'Photo 0', undefined]);
    expect(moved[0].focus).toEqual({ x: 10, y: 90 });
    expect(moved[1].urls).toEqual(first.urls);
    await member.call('DELETE', `/v1/pets/${petId}/photos/${there[0].id}`);
    await shown(['Photo 2', undefined, 'Photo 3']);
    expect((await fetch(directory.origin + first.urls['600'])).status).toBe(404);
    const kept = (await shown(['Photo 2', undefined, 'Photo 3'])).map(nameOf);
    expect((await filesAfterSweep(directory, clock)).toSorted()).toEqual(kept.toSorted());
  });

  test('an animal that is removed takes its photos along, as the removal of the source does', async () => {
    const { database } = await directory.beside();
    const rows = () => database.read.selectFrom('directory_photos').select('name').execute();
    expect(await rows()).toHaveLength(3);
    await directory.call('DELETE', `${path}/${sourceId}`);
    await soon(async () => (await directory.call('GET', path)).body.length === 0);
    expect(await rows()).toEqual([]);
    expect(await filesAfterSweep(directory, clock)).toEqual([]);
  });
});

type Serve = (response: ServerResponse) => void;

/** No test has the photos of another one. */
let first = 0;
beforeEach(() => void (first += 100));
const named = (i: number) => (first + i).toString(16).padStart(32, '0');
const fileOf = (i: number) => `/photos/${named(i)}/600.webp`;
const sends =
  (bytes: Uint8Array, type = 'image/webp'): Serve =>
  (response) =>
    void response.writeHead(200, { 'content-type': type }).end(bytes);
const fails: Serve = (response) => void response.writeHead(503).end();
const isSilent: Serve = () => {};
const photo = (width: number, height: number): Promise<Buffer> => image(width, height).webp().toBuffer();

/** A directory, and sources that serve photos as the test says. */
function openScene(start: Start) {
  const clock = testClock();
  const directory = sharedService(start, { now: clock.now, settings });
  const soon = soonBy(clock);
  /** By their paths; others are not there. */
  const files = new Map<string, Serve>();
  const asked: string[] = [];
  const open = {} as { database: Database };

  beforeAll(async () => void Object.assign(open, await directory.beside()));
  afterAll(() => open.database.close());
  beforeEach(() => {
    files.clear();
    asked.length = 0;
  });

  /** A source with animals by their names, and the addresses of their photos, or what stands in their place. @returns its path here */
  async function addSource(animals: Readonly<Record<string, readonly unknown[]>>, to = directory): Promise<string> {
    const items = Object.entries(animals).map(([name, photos], i) => ({
      ...animal,
      id: i + 1,
      name,
      photos: photos.map((one) => (typeof one === 'string' ? { urls: { '600': one } } : one)),
    }));
    const answer = (response: ServerResponse, url: string) => {
      asked.push(url);
      (files.get(url) ?? fails)(response);
    };
    const { url } = await simulated({ '/v1/pets': items, '/': answer });
    const added = await to.call('POST', path, { body: { url, key } });
    expect(added.status, added.text).toBe(201);
    const source = `${path}/${added.body.id}`;
    if (to === directory) atEndOfTest(async () => void (await directory.call('DELETE', source)));
    return source;
  }

  return {
    clock,
    directory,
    soon,
    files,
    asked,
    open,
    addSource,
    askedFor: (i: number) => asked.filter((url) => url === fileOf(i)).length,
    shown: (name: string, of = directory): Promise<Photo[]> =>
      soon(async () => {
        const photos = await photosOf(of, name);
        return photos !== undefined && photos.length > 0 && photos;
      }),
    /** Waits until a photo was copied, for so many animals. */
    copied: (i: number, animals = 1) =>
      soon(async () => {
        const rows = open.database.read.selectFrom('directory_photos').select('pet_id');
        const found = await rows.where('name', '=', named(i)).where('due_at', 'is', null).execute();
        return found.length === animals;
      }),
    /** Waits until a photo could not be copied so many times at least. */
    failed: (i: number, tries: number) =>
      soon(() =>
        open.database.read
          .selectFrom('directory_photos')
          .select(['due_at', 'bytes'])
          .where('name', '=', named(i))
          .where('tries', '>=', tries)
          .executeTakeFirst(),
      ),
  };
}

describe('what a source sends as a photo', () => {
  const { directory, files, askedFor, addSource, shown, failed } = openScene(startOnSqlite);

  test('is not shown unless it is one: it is refused or tried again, and other photos are shown', async () => {
    const isRefused: Readonly<Record<string, Serve>> = {
      'an image that takes too much memory': sends(costlyImage({ isInterlaced: true })),
      'an image with too many pixels': sends(png(60_000, 60_000)),
      'an image that is cut off': sends((await photo(600, 400)).subarray(0, 300)),
      'a file of which a copy would be large': sends(await noise(1_200, 1_800)),
      'no image': sends(Buffer.from('MZ'.repeat(1_000)), 'application/octet-stream'),
      'a drawing with scripts': sends(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'),
    };
    const isTriedAgain: Readonly<Record<string, Serve>> = {
      'ten megabytes': sends(Buffer.alloc(10_000_000)),
      'ten megabytes without saying so': (response) => {
        response.setHeader('content-type', 'image/webp');
        for (let i = 0; i < 10; i += 1) response.write(Buffer.alloc(1_000_000));
        response.end();
      },
      'a page': sends(Buffer.from('<html>'), 'text/html'),
      'a redirection': (response) => response.writeHead(302, { location: fileOf(99) }).end(),
      'a failure': fails,
      'a connection that breaks': (response) => response.destroy(),
    };
    files.set(fileOf(0), sends(await photo(600, 400)));
    const serves = Object.entries({ ...isRefused, ...isTriedAgain });
    const sources = serves.map(([, serve], i) => {
      files.set(fileOf(i + 1), serve);
      return addSource({ [`Bad${i}`]: [fileOf(i + 1)], [`Good${i}`]: [fileOf(0)] });
    });
    const fates: Record<string, boolean> = {};
    for (const [i, [what]] of serves.entries()) {
      const { due_at: dueAt, bytes } = await failed(i + 1, 1);
      fates[what] = dueAt !== null;
      expect([what, bytes, await photosOf(directory, `Bad${i}`)]).toEqual([what, 0, []]);
      expect(await shown(`Good${i}`)).toHaveLength(1);
      expect((await directory.call('GET', (await sources[i])!)).body.photos).toBe(1);
    }
    const all = (kinds: object, isAgain: boolean) => Object.keys(kinds).map((what) => [what, isAgain]);
    expect(fates).toEqual(Object.fromEntries([...all(isRefused, false), ...all(isTriedAgain, true)]));
    expect(askedFor(99)).toBe(0);
  }, 300_000);
});

describe.each(BACKENDS)('photos of hostile and broken sources, on %s', (_, start: Start) => {
  const { clock, directory, soon, files, asked, open, askedFor, addSource, shown, copied, failed } = openScene(start);

  test('one that could not be copied is tried again, later each time', async () => {
    files.set(fileOf(1), fails);
    await addSource({ Rex: [fileOf(1)] });
    const pauses: number[] = [];
    for (const tries of [1, 2]) {
      const { due_at: dueAt } = await failed(1, tries);
      pauses.push(Math.ceil((dueAt! - clock.now()) / minuteMs));
    }
    expect(pauses).toEqual([1, 2]);
    files.set(fileOf(1), sends(await photo(600, 400)));
    expect(await shown('Rex')).toHaveLength(1);
  });

  test('nothing but a photo of the source itself is asked for', async () => {
    const wrong = [
      'http://169.254.169.254/latest/meta-data',
      `https://elsewhere.example${fileOf(1)}`,
      `//elsewhere.example${fileOf(1)}`,
      '/photos/../v1/account/600.webp',
      `${fileOf(1)}?key=1`,
      'javascript:alert(1)',
      '',
      null,
      7,
      { urls: null },
      { urls: {} },
      { urls: { '600': 7 } },
    ];
    files.set(fileOf(2), sends(await photo(600, 400)));
    const animals = Object.fromEntries(wrong.map((one, i) => [`Wrong ${i}`, [one]]));
    const told = { urls: { '600': fileOf(3) }, alt: 'x'.repeat(501), focus: { x: 500, y: 1 } };
    await addSource({ ...animals, Rex: [fileOf(2)], Told: [told] });
    await shown('Rex');
    await soon(async () => askedFor(3) > 0);
    expect(new Set(asked)).toEqual(new Set([fileOf(2), fileOf(3)]));
  });

  test('the same image twice is one photo of an animal', async () => {
    const one = await photo(600, 400);
    for (const i of [1, 2]) files.set(fileOf(i), sends(one));
    const source = await addSource({ Rex: [fileOf(1), fileOf(2), fileOf(1)], Tom: [fileOf(1)] });
    await shown('Tom');
    await copied(2);
    expect(await photosOf(directory, 'Rex')).toHaveLength(1);
    expect((await directory.call('GET', source)).body.photos).toBe(2);
  });

  test('the same image twice is there as long as the source has one of them', async () => {
    const one = await photo(600, 400);
    const rex = (...photos: readonly number[]) => [
      { ...animal, photos: photos.map((i) => ({ urls: { '600': fileOf(i) } })) },
    ];
    let isChanged = false;
    const events = (response: ServerResponse, url: string) => {
      const isNews = isChanged && url.includes('position=1-00000000');
      response.setHeader('link', position(isChanged ? '1-00000001' : '1-00000000'));
      response.end(JSON.stringify(isNews ? [{ type: 'pet.updated', data: { id: animal.id } }] : []));
    };
    const source = await simulated({ '/v1/pets': rex(1, 2), '/v1/events': events, '/photos': sends(one) });
    const added = await directory.call('POST', path, { body: { url: source.url, key } });
    atEndOfTest(async () => void (await directory.call('DELETE', `${path}/${added.body.id}`)));
    await copied(2);
    const [before] = await shown('Rex');
    source.answers = { ...source.answers, '/v1/pets': rex(2) };
    isChanged = true;
    await soon(async () => source.asked.some((url) => url.includes('position=1-00000001')));
    expect(await photosOf(directory, 'Rex')).toEqual([before]);
  });

  test('a source that does not answer delays no other one', async () => {
    files.set(fileOf(1), isSilent);
    await addSource({ Slow: [fileOf(1)] });
    await soon(async () => askedFor(1) > 0);
    files.set(fileOf(2), sends(await photo(600, 400)));
    await addSource({ Quick: [fileOf(2)] });
    expect(await shown('Quick')).toHaveLength(1);
    expect(askedFor(1)).toBe(1);
  });

  test('a source waits that has as much as it may, or more than its share of what all may have', async () => {
    for (const i of [1, 2, 3, 4]) files.set(fileOf(i), sends(await photo(600, 300 + i)));
    /** Changes the row of a photo, as if its copy took so much. */
    const take = async (i: number, bytes: number) => {
      await open.database.transaction((tx) =>
        tx.updateTable('directory_photos').set({ bytes }).where('name', '=', named(i)).execute(),
      );
      // Then it is measured again.
      clock.advance(minuteMs);
    };
    /** Gives the animal with this photo another one. */
    const owe = (i: number, next: number) =>
      open.database.transaction(async (tx) => {
        const row = await tx.selectFrom('directory_photos').selectAll().where('name', '=', named(i)).execute();
        const more = { name: named(next), position: 1, photo_id: null, bytes: 0, due_at: 1 };
        await tx
          .insertInto('directory_photos')
          .values(row.map((one) => ({ ...one, ...more })))
          .execute();
      });
    await addSource({ Rex: [fileOf(1)] });
    await shown('Rex');
    await take(1, MOST_OF_SOURCE.photoBytes);
    await owe(1, 2);
    await addSource({ Tom: [fileOf(3)] });
    await shown('Tom');
    expect(askedFor(2)).toBe(0);
    await take(3, MOST_PHOTO_BYTES);
    await owe(3, 4);
    await take(1, MOST_OF_SOURCE.photoBytes - 1);
    await soon(async () => askedFor(2) > 0);
    expect(askedFor(4)).toBe(0);
    await take(3, 1);
    await soon(async () => askedFor(4) > 0);
  });

  test('a restart in the middle goes on with what is missing', async () => {
    const first = await start({ now: clock.now, settings });
    files.set(fileOf(1), sends(await photo(600, 400)));
    files.set(fileOf(2), isSilent);
    await addSource({ Rex: [fileOf(1), fileOf(2)] }, first);
    await shown('Rex', first);
    await soon(async () => askedFor(2) > 0);
    await first.stop();
    files.set(fileOf(2), sends(await photo(500, 400)));
    const again = await start({ now: clock.now, settings, dataDir: first.dataDir });
    await soon(async () => (await photosOf(withKey(again, first.operatorKey), 'Rex'))?.length === 2);
    expect([askedFor(1), askedFor(2)]).toEqual([1, 2]);
  });
});
