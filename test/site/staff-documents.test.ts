import { beforeAll, describe, expect, test } from 'vitest';
import { ann, openPage, type Page, signUp } from '../pages/page.ts';
import { addPet } from '../support/answers.ts';
import { builtPages, sharedService, startOnSqlite } from '../support/service.ts';
import { operatorOf } from '../support/windows.ts';

const service = sharedService(startOnSqlite, { pages: builtPages });

let operator: Page;
beforeAll(async () => {
  for (let count = 1; count <= 51; count += 1) await addPet(service, { name: `Dog <${count}>` });
  operator = await operatorOf(service);
});

const asked = '/v1/pets?expand=owner%2Cphotos%2Corder%2Cprofile&limit=50';

/** The document, and the answers of the API that it has, by path. @param from the header of browsers that says who leads there */
async function read(path: string, reader: Page, from = 'same-origin', dest = 'document') {
  const { cookie } = reader;
  const document = await service.call('GET', path, {
    key: null,
    headers: {
      accept: 'text/html',
      'sec-fetch-site': from,
      'sec-fetch-dest': dest,
      ...(cookie !== '' && { cookie }),
    },
  });
  const answers = [
    ...document.text.matchAll(
      /<script type="application\/json" data-answer="([^"]*)"(?: data-link="([^"]*)")?>([^<]*)</g,
    ),
  ].map(([, path = '', link, json = '']) => [path.replaceAll('&amp;', '&'), { link, body: JSON.parse(json) }] as const);
  return { ...document, answers: new Map(answers) };
}

describe('for who is signed in', () => {
  test('the document of the animals has the session and the first animals, as the API answers', async () => {
    const { answers, headers } = await read('/console/animals', operator);
    const session = await operator.call('GET', '/session');
    const animals = await operator.call('GET', asked);
    expect([...answers.keys()]).toEqual(['/session', asked]);
    expect(answers.get('/session')?.body).toEqual(session.body);
    expect(answers.get(asked)?.body).toEqual(animals.body);
    expect(answers.get(asked)?.link?.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&')).toBe(
      animals.headers.get('link'),
    );
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test.each(['/console', '/console/orders', '/console/animals?status=sold', '/portal/keys'])(
    'that of %s has the session alone',
    async (path) => {
      const { answers, headers } = await read(path, operator);
      expect([...answers.keys()]).toEqual(['/session']);
      expect(headers.get('cache-control')).toBe('no-store');
    },
  );

  test.each(['/', '/pets/1', '/docs', '/favorites'])('that of %s has nothing of the account', async (path) => {
    const { text, headers } = await read(path, operator);
    expect(text).not.toMatch(/"\/session"|operator@/);
    expect(headers.get('cache-control')).toBe('no-cache');
  });

  test('the animals count against the account, as when the page asks for them', async () => {
    const left = async () => Number((await operator.call('GET', asked)).headers.get('x-ratelimit-remaining'));
    const before = await left();
    await read('/console/animals', operator);
    expect(await left()).toBe(before - 2);
  });

  test.each([
    ['none', 'document', 2],
    ['cross-site', 'document', 0],
    ['same-site', 'document', 0],
    ['same-site', 'image', 0],
    ['same-origin', 'empty', 0],
  ])('what leads there says %s, and wants it as %s: %i answers', async (from, dest, count) => {
    expect((await read('/console/animals', operator, from, dest)).answers.size).toBe(count);
  });
});

test('an account without an organization gets its session alone: the console shows it no animals', async () => {
  await signUp(service);
  const member = openPage(service);
  await member.signIn(ann.email, ann.password);
  const { answers } = await read('/console/animals', member);
  expect([...answers.keys()]).toEqual(['/session']);
  expect(answers.get('/session')?.body.account.email).toBe(ann.email);
});

test.each([
  ['nobody', ''],
  ['a session that has ended', 'petstore-session=gone'],
])('for %s, the document has no answers, and says nothing of it', async (_, cookie) => {
  const { status, answers, headers, text } = await read('/console/animals', { ...openPage(service), cookie });
  expect([status, answers.size, headers.get('cache-control')]).toEqual([200, 0, 'no-cache']);
  expect(text).toContain('<div id="app"></div>');
});
