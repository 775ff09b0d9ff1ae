import { beforeAll, describe, expect, test } from 'vitest';
import { addPet, expectError } from '../support/answers.ts';
import { builtPages, startOnSqlite, sharedService } from '../support/service.ts';

let petId: number;
const service = sharedService(startOnSqlite, { pages: builtPages });
beforeAll(async () => {
  petId = await addPet(service, { profile: { summary: 'A calm dog.' } });
});

const patchPet = (body: object) => service.call('PATCH', `/v1/pets/${petId}/profile`, { body });
const patchShelter = (body: object) => service.call('PATCH', '/v1/organizations/1', { body });
const read = (path: string) => service.call('GET', path, { key: null, headers: { accept: 'text/html' } });

const [es, de, fr, pl] = ['Un perro.', 'Ein Hund.', 'Un chien.', 'Pies.'].map((summary) => ({ summary }));
const TAGS = '`en`, `es`, `de`, `fr`, `pl`, `pt-BR`, `ar`';

describe('what staff write about an animal in other languages', () => {
  test('up to three; null removes one, or a text of one; the others stay as they are', async () => {
    const translationsAfter = async (body: object) => (await patchPet(body)).body.translations;
    expect(await translationsAfter({ translations: {} })).toBeUndefined();
    expect(await translationsAfter({ translations: { es: {} } })).toBeUndefined();
    expect(await translationsAfter({ translations: { es, de } })).toEqual({ es, de });
    const story = { summary: 'Un perro.', description: '**Hola**' };
    expect(await translationsAfter({ translations: { es: { description: ' **Hola** ' } } })).toEqual({ es: story, de });
    expect(await translationsAfter({ translations: { fr } })).toEqual({ es: story, de, fr });
    expect(await translationsAfter({ translations: { 'pt-BR': { summary: 'Um cão.' }, fr: null } })).toEqual({
      es: story,
      de,
      'pt-BR': { summary: 'Um cão.' },
    });
    expect(await translationsAfter({ summary: 'A quiet dog.', houseTrained: true })).toHaveProperty('es', story);
    expect(await translationsAfter({ translations: { es: { description: null }, de: { summary: null } } })).toEqual({
      es,
      'pt-BR': { summary: 'Um cão.' },
    });
    expect(await translationsAfter({ translations: null })).toBeUndefined();
  });

  test.each<[rule: string, body: object]>([
    ['`translations` must have at most 3 languages besides the original', { translations: { es, de, fr, pl } }],
    [`\`translations.it\` must have as its name one of ${TAGS}.`, { translations: { it: es } }],
    [`\`translations.pt\` must have as its name one of ${TAGS}.`, { translations: { pt: null } }],
    ['`translations.es` must be left out: the original is in `es-MX`', { language: 'es-MX', translations: { es } }],
    ['`translations.de` must be left out: the original is in `DE`', { language: 'DE', translations: { de } }],
    ['`language` must be a locale like `en-GB` (BCP 47), or `null`', { language: 'e' }],
    ['`translations.es` must be a JSON object', { translations: { es: 'Un perro.' } }],
    ['`translations.es.summary` must be a string of 1 to 200', { translations: { es: { summary: 'a'.repeat(201) } } }],
    ['`translations.es.description` must be a string', { translations: { es: { description: 'a'.repeat(10_001) } } }],
  ])('400: %s', async (rule, body) => {
    expectError(await patchPet(body), 400, 'invalid_body', rule);
    const profile = JSON.parse(JSON.stringify(body).replace('null', '{}'));
    const added = { name: 'Rex', categoryId: 1, profile };
    const naming = rule.replace('`', '`profile.').replace(', or `null`', '');
    expectError(await service.call('POST', '/v1/pets', { body: added }), 400, 'invalid_body', naming);
  });

  test('Portuguese of Portugal is not that of Brazil', async () => {
    const { body } = await patchPet({ language: 'pt-PT', translations: { 'pt-BR': { summary: 'Um cão.' } } });
    expect([body.language, body.translations]).toEqual(['pt-PT', { 'pt-BR': { summary: 'Um cão.' } }]);
  });

  test('responses have all of them, whatever a browser prefers; heads and feeds have the one of the page', async () => {
    await patchPet({ language: 'en', translations: { 'pt-BR': null, es, de: { description: '**Ein** Hund' } } });
    const { body } = await service.call('GET', `/v1/pets/${petId}/profile`, { headers: { 'accept-language': 'es' } });
    expect([body.summary, body.translations]).toEqual(['A quiet dog.', { es, de: { description: '**Ein** Hund' } }]);
    const describedIn = async (lang: string) => {
      const { text } = await read(`/pets/${petId}?lang=${lang}`);
      const [, shared] = /property="og:description" content="([^"]*)"/.exec(text) ?? [];
      const [, data = '{}'] = /<script type="application\/ld\+json">([^<]*)/.exec(text) ?? [];
      expect(JSON.parse(data).description).toBe(shared);
      const feed = JSON.parse((await read(`/feed.json?lang=${lang}`)).text);
      expect(feed.items.at(-1).content_text).toBe(shared);
      return shared;
    };
    expect(await describedIn('en')).toMatch(/^A quiet dog\. /);
    expect(await describedIn('es')).toMatch(/^Un perro\. /);
    expect(await describedIn('de')).toMatch(/^Ein Hund\. /);
    expect(await describedIn('fr')).toMatch(/^A quiet dog\. /);
  });

  test('the audit names them', async () => {
    const { body } = await service.call('GET', `/v1/events?petId=${petId}&limit=100`);
    const changed = body.flatMap(({ data }: { data: { changed?: string[] } }) => data.changed ?? []);
    expect(changed).toEqual(expect.arrayContaining(['profile.language', 'profile.translations']));
  });
});

describe("an organization's texts in other languages", () => {
  const hola = { mission: 'Ayudamos.', adoptionPolicy: 'Hogares con jardín.' };

  test('merge like its other members', async () => {
    const after = async (body: object) => (await patchShelter(body)).body.translations;
    await patchShelter({ locale: 'en-GB', mission: 'We help.', adoptionPolicy: 'Homes with a garden.' });
    expect(await after({ translations: { es: hola, de: { mission: 'Wir helfen.' } } })).toEqual({
      es: hola,
      de: { mission: 'Wir helfen.' },
    });
    expect(await after({ phone: '+1 555 0100', translations: { de: null } })).toEqual({ es: hola });
    expect(await after({ translations: { es: { mission: null } } })).toEqual({
      es: { adoptionPolicy: 'Hogares con jardín.' },
    });
    expect(await after({ translations: null })).toBeUndefined();
    expect(await after({ translations: { es: hola } })).toEqual({ es: hola });
  });

  test.each<[rule: string, body: object]>([
    ['`translations` must have at most 3 languages', { translations: { es: hola, de: hola, fr: hola, pl: hola } }],
    ['`translations.en` must be left out: the original is in `en-GB`', { translations: { en: hola } }],
    ['`translations.es` must be left out: the original is in `es`', { locale: 'es' }],
    ['`translations.it` must have as its name one of', { translations: { it: hola } }],
    ['`translations.es.mission` must be a string of 1 to', { translations: { es: { mission: 'a'.repeat(5_001) } } }],
  ])('400: %s', async (rule, body) => expectError(await patchShelter(body), 400, 'invalid_body', rule));

  test('a document has the version of its language alone', async () => {
    const settingsIn = async (lang: string) => {
      const [, settings = ''] = / id="page-settings">([^<]*)/.exec((await read(`/?lang=${lang}`)).text) ?? [];
      return JSON.parse(settings).organization.translations;
    };
    await patchShelter({ translations: { de: { mission: 'Wir helfen.' } } });
    expect(await settingsIn('es')).toEqual({ es: hola });
    expect(await settingsIn('fr')).toEqual({});
    expect((await read('/page-settings')).body.organization.translations).toHaveProperty('de');
  });
});

describe('questions in other languages', () => {
  const home = {
    question: 'Where do you live?',
    kind: 'choice',
    choices: ['House', 'Flat'],
    translations: { es: { question: '¿Dónde vives?', choices: ['Casa', 'Piso'] }, de: { question: 'Wo wohnst du?' } },
  };
  const ask = (...application: object[]) => patchShelter({ application });

  test('a question keeps its id; staff read the answer as they wrote it', async () => {
    const [before] = (await ask({ question: home.question, kind: home.kind, choices: home.choices })).body.application;
    const [after] = (await ask({ ...home, id: before.id })).body.application;
    expect(after).toEqual({ ...home, id: before.id, required: false });
    // A program that does not know them sends what it knows.
    const { translations, ...known } = after;
    expect((await ask({ ...known, required: true })).body.application).toEqual([{ ...after, required: true }]);
    const [others] = (await ask({ ...known, choices: ['House', 'Flat', 'Farm'] })).body.application;
    expect([others.id, others.translations]).toEqual([after.id, undefined]);
    const [asked] = (await ask({ ...known, translations, question: 'Where is your home?' })).body.application;
    expect(asked.id).not.toBe(after.id);
    const [back] = (await ask({ ...after, id: asked.id })).body.application;
    const order = { petId, adopter: { name: 'Ann', email: 'ann@example.org' } };
    const place = (answer: string) =>
      service.call('POST', '/v1/store/orders', {
        body: { ...order, locale: 'es', answers: [{ questionId: back.id, answer }] },
      });
    expectError(await place('Piso'), 400, 'invalid_body', '`answers.0.answer` must be one of `House`, `Flat`');
    expect((await place('Flat')).body.answers).toEqual([{ question: 'Where do you live?', answer: 'Flat' }]);
    const [emptied] = (await ask({ ...back, translations: { es: {} } })).body.application;
    expect(emptied).not.toHaveProperty('translations');
  });

  const path = '`application.0.translations';
  test.each<[rule: string, body: object]>([
    [`${path}.es.choices\` must have a text for each of the`, { translations: { es: { choices: ['Casa'] } } }],
    [`${path}.es.choices\` must have a text for each of the`, { kind: 'yes_no', choices: undefined }],
    [`${path}.en\` must be left out: the original is in \`en-GB\``, { translations: { en: { question: 'Where?' } } }],
    [`${path}.it\` must have as its name one of`, { translations: { it: { question: 'Dove?' } } }],
    [`${path}.es.question\` must be a string of 1 to 500`, { translations: { es: { question: 'a'.repeat(501) } } }],
    [
      `${path}\` must have at most 3 languages`,
      { translations: Object.fromEntries(['es', 'de', 'fr', 'pl'].map((tag) => [tag, { question: '?' }])) },
    ],
  ])('400: %s', async (rule, members) => {
    expectError(await ask({ ...home, ...members }), 400, 'invalid_body', rule);
  });
});

test('an erasure finds a person in all of them', async () => {
  const ask = { question: 'Ask ann@erased.example?', choices: ['Sí', 'ann@erased.example'] };
  const application = [{ question: 'Help?', kind: 'choice', choices: ['Yes', 'No'], translations: { 'pt-BR': ask } }];
  const translations = { 'pt-BR': { mission: 'Fale com ann@erased.example.' } };
  await patchShelter({ translations, application });
  await patchPet({ translations: { 'pt-BR': { description: 'Fale com ann@erased.example.' } } });
  await service.call('POST', '/v1/admin/people/erase', { body: { email: 'ann@erased.example' } });
  const shelter = (await service.call('GET', '/v1/organizations/1')).body;
  expect(JSON.stringify(shelter.application[0].translations)).toMatch(/\[erased\].*\[erased\]/);
  expect(shelter.translations['pt-BR'].mission).toBe('Fale com [erased].');
  const { body } = await service.call('GET', `/v1/pets/${petId}/profile`);
  expect(body.translations['pt-BR'].description).toBe('Fale com [erased].');
});
