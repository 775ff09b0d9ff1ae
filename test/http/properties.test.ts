import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { searchable } from '../../src/vocabulary/text/searchable.ts';
import { expectError, idsOf, pagesOf } from '../support/answers.ts';
import { anyCharacter } from '../support/any-character.ts';
import { BACKENDS, linksOf, runningClock, sharedService } from '../support/service.ts';
import { beyondInt64, int64, spelling, spelt } from './int64-spellings.ts';

const tenOf = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value[]> =>
  fc.array(value, { minLength: 10, maxLength: 10 });

/** Checks all values at once, so that their writes share commits. */
const each =
  <Value>(check: (value: Value) => Promise<void>) =>
  async (values: readonly Value[]): Promise<void> => {
    await Promise.all(values.map(check));
  };

describe.each(BACKENDS)('properties, on %s', (backend, start) => {
  /** Most of a property is the same code on both: the second has a third of the runs. */
  const runs = (count: number) => ({ numRuns: backend === 'SQLite' ? count : Math.ceil(count / 3) });
  /** Of an account whose limits no test reaches. */
  let key: string;
  const call = (method: string, path: string, body?: unknown) =>
    service.call(method, path, body === undefined ? { key } : { key, body });
  const post = (categoryId: string, name = 'Rex') =>
    call('POST', '/v1/pets', `{"name":${JSON.stringify(name)},"categoryId":${categoryId}}`);
  const newest = async () => (await call('GET', '/v1/pets?limit=1')).text;

  const service = sharedService(start, { now: runningClock() });
  beforeAll(async () => {
    ({ key } = await service.newAccount({ limits: { perMinute: 1_000_000, perDay: 1_000_000_000 } }));
  });

  test('an int64 in every JSON spelling is echoed exactly when an animal is added, fetched, changed, listed and filtered', async () => {
    // Each animal is in this category for a moment: none may be found there.
    const meanwhile = 4n;
    const category = int64.filter((value) => value !== meanwhile);
    const values = fc.uniqueArray(fc.tuple(category, spelling), {
      minLength: 10,
      maxLength: 10,
      selector: ([value]) => value,
    });
    await fc.assert(fc.asyncProperty(values, each(check)), runs(20));

    async function check([value, how]: [bigint, Parameters<typeof spelt>[1]]): Promise<void> {
      const member = `"categoryId":${value},`;
      const added = await post(spelt(value, how));
      expect(added.status, added.text).toBe(201);
      expect(added.text).toContain(member);
      const path = `/v1/pets/${added.body.id}`;
      expect((await call('GET', path)).text).toBe(added.text);
      expect((await call('GET', `/v1/pets?ids=${added.body.id}`)).text).toBe(`[${added.text}]`);
      expect(idsOf(await call('GET', `/v1/pets?limit=1&categoryId=${value}`))).toEqual([added.body.id]);
      await call('PATCH', path, `{"categoryId":${meanwhile}}`);
      expect((await call('PATCH', path, `{"categoryId":${spelt(value, how)}}`)).text).toContain(member);
    }
  });

  test('answers 400 to an integer beyond int64 in every JSON spelling, and stores nothing', async () => {
    await fc.assert(
      fc.asyncProperty(tenOf(fc.tuple(beyondInt64, spelling)), async (values) => {
        const before = await newest();
        const check = async ([value, how]: (typeof values)[0]) => {
          expectError(await post(spelt(value, how)), 400, 'invalid_body', '`categoryId`');
          expectError(await call('GET', `/v1/pets?categoryId=${value}`), 400, 'invalid_parameter', '`categoryId`');
        };
        await Promise.all(values.map(check));
        expect(await newest()).toBe(before);
      }),
      runs(15),
    );
  });

  test('answers 400 to a fraction, however small, and stores nothing', async () => {
    const digits = fc
      .tuple(fc.nat({ max: 30 }), fc.integer({ min: 1, max: 9 }))
      .map(([zeros, digit]) => '0'.repeat(zeros) + digit);
    await fc.assert(
      fc.asyncProperty(tenOf(fc.tuple(int64, digits)), async (values) => {
        const before = await newest();
        const check = async ([value, fraction]: (typeof values)[0]) => {
          const shifted = `${value}${fraction}e-${fraction.length}`.replace(/^(-?)0+(?=\d)/, '$1');
          expectError(await post(`${value}.${fraction}`), 400, 'invalid_body', '`categoryId`');
          expectError(await post(shifted), 400, 'invalid_body', '`categoryId`');
        };
        await Promise.all(values.map(check));
        expect(await newest()).toBe(before);
      }),
      runs(15),
    );
  });

  describe('paging through', () => {
    const change = fc.record({ what: fc.constantFrom('add', 'rename', 'move away', 'delete'), which: fc.nat() });
    const filter = fc.constantFrom('categoryId', 'q');
    let run = 0;

    test('returns every animal that stays, once, with any limit, while others add, change and delete animals', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 0, max: 15 }),
          fc.integer({ min: 1, max: 6 }),
          fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 6 }),
          filter,
          async (count, limit, changes, filter) => {
            run += 1;
            const mark = `run ${run}.`;
            const category = 1_000_000 + run;
            const add = async () => (await post(String(category), mark)).body.id as number;
            const path = `/v1/pets?limit=${limit}&${filter === 'q' ? `q=${encodeURIComponent(mark)}` : `categoryId=${category}`}`;
            const stayed = (await Promise.all(Array.from({ length: count }, add))).toSorted((a, b) => b - a);
            const all = new Set(stayed);
            const turns = changes.values();

            const make = async ({ what, which }: { what: string; which: number }) => {
              const id = stayed[which % stayed.length];
              if (what === 'add' || id === undefined) return void all.add(await add());
              if (what === 'rename')
                return void (await call('PATCH', `/v1/pets/${id}`, { name: `${mark} Max`, status: 'pending' }));
              stayed.splice(stayed.indexOf(id), 1);
              if (what === 'delete') return void (await call('DELETE', `/v1/pets/${id}`));
              await call('PATCH', `/v1/pets/${id}`, { name: 'Away', categoryId: 0 });
            };
            const pages = await pagesOf(service, path, async () => {
              for (const next of turns.next().value ?? []) await make(next);
            });

            const seen = pages.flatMap(idsOf);
            expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => b - a));
            expect(seen.filter((id) => stayed.includes(id))).toEqual(stayed);
            expect(seen.every((id) => all.has(id))).toBe(true);
            for (const page of pages) expect(page.body.length).toBeLessThanOrEqual(limit);
          },
        ),
        runs(60),
      );
    });

    test('answers 400 invalid_cursor to an altered cursor', async () => {
      for (let count = 0; count < 3; count += 1) await post('5');
      const character = fc.constantFrom(
        ...Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/.~ %é'),
      );
      const alteration = fc.record({
        what: fc.constantFrom('replace', 'insert', 'remove', 'cut', 'swap'),
        at: fc.nat(),
        character,
      });
      const next = linksOf(await call('GET', '/v1/pets?limit=1&categoryId=5'))['next']!;
      const cursor = new URL(next, service.origin).searchParams.get('cursor')!;
      const altered = fc
        .array(alteration, { minLength: 1, maxLength: 3 })
        .map((alterations) =>
          alterations.reduce((text, { what, at, character }) => {
            const position = at % (text.length + 1);
            const [head, tail] = [text.slice(0, position), text.slice(position)];
            if (what === 'replace') return head + character + tail.slice(1);
            if (what === 'insert') return head + character + tail;
            if (what === 'remove') return head + tail.slice(1);
            return what === 'cut' ? head : tail + head;
          }, cursor),
        )
        .filter((text) => text !== cursor);
      const check = async (text: string) => {
        const path = `/v1/pets?limit=1&categoryId=5&cursor=${encodeURIComponent(text)}`;
        expectError(await call('GET', path), 400, 'invalid_cursor');
      };
      await fc.assert(fc.asyncProperty(tenOf(altered), each(check)), runs(30));
      expect((await call('GET', next)).status).toBe(200);
    });
  });

  test('stores a name without the white space around it, or answers 400', async () => {
    const name = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.string({ unit: anyCharacter, maxLength: 20 }),
      fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 6 }).map((units) => String.fromCharCode(...units)),
      fc
        .tuple(fc.constantFrom('x', '🐶', 'é'), fc.integer({ min: 253, max: 258 }))
        .map(([text, count]) => text.repeat(count)),
    );
    const spaces = fc.constantFrom('', ' ', '\t', '\r\n', '\u00a0', '\u3000', '\ufeff');
    const padded = fc.tuple(spaces, name, spaces).map((parts) => parts.join(''));
    await fc.assert(fc.asyncProperty(tenOf(padded), each(check)), runs(30));

    async function check(sent: string): Promise<void> {
      const kept = sent.trim();
      const isControl = (character: string) => character < ' ' || (character >= '\u007f' && character <= '\u009f');
      const characters = Array.from(kept);
      const answer = await post('1', sent);
      if (characters.length < 1 || characters.length > 255 || characters.some(isControl) || !kept.isWellFormed()) {
        expectError(answer, 400, 'invalid_body', '`name`');
        return;
      }
      expect(answer.body).toEqual({ id: answer.body.id, name: kept, categoryId: 1, status: 'available' });
      expect((await call('GET', `/v1/pets/${answer.body.id}`)).body.name).toBe(kept);
      const { id } = answer.body;
      // Apostrophes and marks alone are no text to search for.
      const found = searchable(kept) === '' ? [] : [id];
      expect(idsOf(await call('GET', `/v1/pets?ids=${id}&q=${encodeURIComponent(kept)}`))).toEqual(found);
    }
  });

  describe('never answers 5xx to', () => {
    const answered = [200, 201, 204, 304, 400, 404, 405, 409, 412, 413];
    const value = fc.oneof(
      fc.jsonValue(),
      fc.record({ name: fc.jsonValue(), categoryId: fc.jsonValue(), status: fc.jsonValue() }, { requiredKeys: [] }),
    );
    let id: number;

    beforeAll(async () => {
      id = (await post('1')).body.id;
    });

    test('any JSON as a body', async () => {
      await fc.assert(
        fc.asyncProperty(tenOf(value), async (values) => {
          const check = async ([method, path, value]: [string, string, unknown]) => {
            const { status, text } = await call(method, path, JSON.stringify(value));
            expect(answered, text).toContain(status);
          };
          await Promise.all(values.map((value) => check(['POST', '/v1/pets', value])));
          await Promise.all(values.map((value) => check(['PATCH', `/v1/pets/${id}`, value])));
        }),
        runs(30),
      );
    });

    test('any bytes as a body', async () => {
      await fc.assert(
        fc.asyncProperty(tenOf(fc.uint8Array({ minLength: 1, maxLength: 60 })), async (bodies) => {
          const answers = await Promise.all(bodies.map((bytes) => call('POST', '/v1/pets', bytes)));
          for (const { status, text } of answers) expect([201, 400], text).toContain(status);
        }),
        runs(20),
      );
    });

    test('any text in a query, a path or a header', async () => {
      const name = fc.constantFrom('limit', 'cursor', 'status', 'categoryId', 'ids', 'updatedSince', 'q', 'more');
      const text = fc.oneof(
        fc.string({ unit: anyCharacter, maxLength: 30 }).map((text) => encodeURIComponent(text)),
        fc.stringMatching(/^[!-~]{0,20}$/),
        int64.map(String),
      );
      const tag = fc.stringMatching(/^[!-~]{1,20}$/);
      await fc.assert(
        fc.asyncProperty(
          tenOf(fc.tuple(fc.array(fc.tuple(name, text), { maxLength: 3 }), text, tag)),
          async (requests) => {
            const check = async ([parameters, segment, tag]: (typeof requests)[0]) => {
              const query = parameters.map(([name, text]) => `${name}=${text}`).join('&');
              const headers = { 'if-none-match': tag, 'if-match': tag, 'x-request-id': tag, origin: tag };
              for (const path of [`/v1/pets?${query}`, `/v1/pets/${segment}`, `/v1/${segment}`]) {
                const answer = await service.call('GET', path, { key, headers });
                expect(answered, `${path}: ${answer.text}`).toContain(answer.status);
              }
            };
            await Promise.all(requests.map(check));
          },
        ),
        runs(30),
      );
    });
  });
});
