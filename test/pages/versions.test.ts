import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { addPet } from '../support/answers.ts';
import { expectNoBarriers, expectNotToSee, expectToSee, PHONE } from '../support/browser.ts';
import { consoleScene } from './scene.ts';

const { browser, service, open } = consoleScene();
const focused = (page: Page) => page.locator(':focus');

/** By the keyboard alone. */
async function addLanguage(within: Page | Locator, name: string): Promise<void> {
  await within.getByRole('button', { name: 'Add a language' }).press('Enter');
  await within.getByRole('menuitem', { name }).press('Enter');
}

const at = async (path: string) => (await service().call('GET', path)).body;

test('what staff write in Spanish, an adopter reads in Spanish, and staff read the answer in English', async () => {
  const petId = await addPet(service(), { name: 'Rex', profile: { description: 'Likes **walks**.' } });
  const application = [{ question: 'Where do you live?', kind: 'choice', choices: ['House', 'Flat'], required: true }];
  const adoptionPolicy = 'Homes with a garden.';
  await service().call('PATCH', '/v1/organizations/1', { body: { locale: 'en', adoptionPolicy, application } });

  const animal = await open(`/console/animals/${petId}`);
  await animal.getByText('In other languages').click();
  await addLanguage(animal, 'Spanish');
  await animal.getByLabel('Story, in Spanish').fill('Le gusta **pasear**.');
  await expectNoBarriers(animal);
  await animal.getByRole('button', { name: 'Save', exact: true }).click();
  await expectToSee(animal.getByText('The profile was saved.'));
  await expectToSee(animal.getByText('In other languages · Spanish'));
  expect(await at(`/v1/pets/${petId}/profile`)).toMatchObject({
    translations: { es: { description: 'Le gusta **pasear**.' } },
  });

  const shelter = await open('/console/organizations/1');
  await shelter.getByText('In other languages').click();
  await addLanguage(shelter, 'Spanish');
  const spanish = shelter.getByRole('group', { name: 'Spanish' });
  await spanish.getByLabel('What adopters should know').fill('Hogares con jardín.');
  await shelter.getByRole('button', { name: 'Save', exact: true }).click();
  await expectToSee(shelter.getByText('The profile was saved.'));
  await shelter.getByRole('button', { name: 'Edit Where do you live?' }).click();
  const dialog = shelter.getByRole('dialog');
  await dialog.getByText('In other languages').click();
  await addLanguage(dialog, 'Spanish');
  const version = dialog.getByRole('group', { name: 'Spanish' });
  await version.getByLabel('Question').fill('¿Dónde vives?');
  await version.getByLabel('Choices').fill('Casa');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToSee(dialog.getByText('Enter a line for each of the choices above.'));
  await version.getByLabel('Choices').fill('Casa\nPiso');
  await expectNoBarriers(shelter);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToSee(shelter.getByText('The questions were saved.'));
  expect(await at('/v1/organizations/1')).toMatchObject({
    translations: { es: { adoptionPolicy: 'Hogares con jardín.' } },
    application: [{ translations: { es: { question: '¿Dónde vives?', choices: ['Casa', 'Piso'] } } }],
  });

  const page = await browser().open(`${service().origin}/pets/${petId}?lang=es`, PHONE);
  const story = page.locator('.story');
  await expectToSee(story.getByText('pasear'));
  expect(await story.getAttribute('lang')).toBe('es');
  const note = page.locator('.version-note');
  await expectToSee(page.getByText('Hogares con jardín.'));
  await expectToSee(note.getByText('Escrito originalmente en inglés').first());
  await expectNoBarriers(page);
  await page.locator('.story + .version-note').getByRole('button', { name: 'Ver el original' }).press('Enter');
  await expectToSee(story.getByText('walks'));
  expect(await story.getAttribute('lang')).toBe('en');
  await page.locator('.story + .version-note').getByRole('button', { name: 'Ver la traducción' }).press('Enter');
  await expectToSee(story.getByText('pasear'));

  await page.getByRole('button', { name: 'Reservar', exact: true }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Tu nombre').fill('Ann');
  await form.getByLabel('Tu correo electrónico').fill('ann@example.org');
  await form.getByLabel('¿Dónde vives?').selectOption('Piso');
  await expectNoBarriers(page);
  await form.getByRole('button', { name: 'Reservar', exact: true }).click();
  await expectToSee(page.getByRole('link', { name: 'Ver tu reserva' }));
  const [order] = await at(`/v1/store/orders?petId=${petId}`);
  expect(order.answers).toEqual([{ question: 'Where do you live?', answer: 'Flat' }]);
});

test('where only one text is translated, the other keeps its language, and the note is below the version', async () => {
  const profile = { summary: 'Calm.', description: 'Sleeps.', translations: { de: { summary: 'Ruhig.' } } };
  const petId = await addPet(service(), { name: 'Luna', profile: { language: 'en-GB', ...profile } });
  const page = await browser().open(`${service().origin}/pets/${petId}?lang=de`, PHONE);
  const summary = page.locator('.pet-about-summary');
  await expectToSee(summary.getByText('Ruhig.'));
  expect(await summary.getAttribute('lang')).toBe('de');
  await expectToSee(page.locator('.pet-about-summary + .version-note').getByText('Im Original auf Englisch'));
  expect(await page.locator('.story').getAttribute('lang')).toBe('en-GB');
  expect(await page.locator('.story + .version-note').count()).toBe(0);
  await page.getByRole('button', { name: 'Original anzeigen' }).click();
  await expectToSee(summary.getByText('Calm.'));
  expect(await summary.getAttribute('lang')).toBe('en-GB');
});

test('staff add three languages by the keyboard, and never the original’s own', async () => {
  const profile = { language: 'es-MX', description: 'Tranquila.' };
  const page = await open(`/console/animals/${await addPet(service(), { name: 'Pia', profile })}`);
  await page.getByText('In other languages').press('Enter');
  const add = page.getByRole('button', { name: 'Add a language' });
  await add.press('Enter');
  await expectToSee(focused(page).and(page.getByRole('menuitem', { name: 'English' })));
  expect(await page.getByRole('menuitem').filter({ hasText: 'Spanish' }).count()).toBe(0);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const german = page.getByLabel('In one sentence, in German');
  await expectToSee(german.and(focused(page)));
  expect(await german.getAttribute('lang')).toBe('de');
  for (const name of ['Polish', 'French']) await addLanguage(page, name);
  await german.fill('Ruhig.');
  await page.getByLabel('Story, in French').fill('Calme.');
  await addLanguage(page, 'English');
  await expectToSee(page.getByLabel('Story, in English').and(page.locator('[lang=en]')));
  // It was empty, and three are the most.
  expect(await page.getByLabel('Story, in Polish').count()).toBe(0);
  await page.getByLabel('Story, in English').fill('Calm.');
  await expectNotToSee(add);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expectToSee(page.getByText('The profile was saved.'));
});

test('a question whose versions lack a new choice says so, and where', async () => {
  const translations = { es: { question: '¿Dónde vives?', choices: ['Casa', 'Piso'] } };
  const question = { question: 'Where do you live?', kind: 'choice', choices: ['House', 'Flat'], translations };
  await service().call('PATCH', '/v1/organizations/1', { body: { application: [question] } });
  const page = await open('/console/organizations/1');
  await page.getByRole('button', { name: 'Edit Where do you live?' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Choices').fill('House\nFlat\nBoat');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const choices = dialog.getByRole('group', { name: 'Spanish' }).getByLabel('Choices');
  await expectToSee(choices.and(focused(page)).and(page.locator('[lang=es]')));
  const uncovered = `{
    const note = document.activeElement.parentElement.lastElementChild;
    const { x, y, height } = note.getBoundingClientRect();
    document.elementFromPoint(x + 4, y + height / 2).textContent;
  }`;
  await expect.poll(() => page.evaluate(uncovered)).toBe('Enter a line for each of the choices above.');
  // It stays in view until it is right.
  await dialog.getByText('In other languages').click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToSee(choices.and(focused(page)));
  await choices.fill('Casa\nPiso\nBarco');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectToSee(page.getByText('The questions were saved.'));
});

test('a long original stays in view after its short version', async () => {
  const translations = { es: { adoptionPolicy: 'Hogares con jardín.' } };
  const body = { adoptionPolicy: 'Homes with a garden. '.repeat(25), locale: 'en', translations };
  await service().call('PATCH', '/v1/organizations/1', { body });
  const page = await browser().open(`${service().origin}/pets/${await addPet(service(), {})}?lang=es`);
  await page.locator('.adoption summary').click();
  await page.locator('.adoption').getByRole('button', { name: 'Ver el original' }).click();
  await expectToSee(page.locator('.adoption').getByText('Homes with a garden.'));
});

test('where the page speaks the original’s language, it shows the original', async () => {
  await service().call('PATCH', '/v1/organizations/1', { body: { locale: 'en-GB' } });
  // The language of its words is the organization's, which may have been another when they were translated.
  const profile = { description: 'Runs.', translations: { en: { description: 'Is fast.' } } };
  const page = await browser().open(`${service().origin}/pets/${await addPet(service(), { profile })}?lang=en`);
  await expectToSee(page.getByText('Runs.'));
  expect(await page.locator('.story').getAttribute('lang')).toBe('en-GB');
  expect(await page.locator('.story + .version-note').count()).toBe(0);
});

test('each part of a question has the language that it is written in', async () => {
  const question = { question: 'Where do you live?', kind: 'choice', choices: ['House', 'Flat'] };
  const why = { question: 'Why?', kind: 'choice', choices: ['Company', 'Work'] };
  const application = [
    { ...question, translations: { de: { choices: ['Haus', 'Wohnung'] } } },
    { ...why, translations: { de: { question: 'Warum?' } } },
  ];
  await service().call('PATCH', '/v1/organizations/1', { body: { locale: 'en', application } });
  const page = await browser().open(`${service().origin}/pets/${await addPet(service(), {})}?lang=de`);
  await page.getByRole('button', { name: 'Reservieren', exact: true }).click();
  const form = page.getByRole('dialog');
  const languages = async (label: string, option: string) => [
    await form.getByText(label, { exact: true }).getAttribute('lang'),
    await form.locator('option', { hasText: option }).getAttribute('lang'),
  ];
  expect(await languages('Where do you live?', 'Haus')).toEqual(['en', 'de']);
  expect(await languages('Warum?', 'Company')).toEqual(['de', 'en']);
});

test('staff read the board in the language of their browser, from every link', async () => {
  const petId = await addPet(service(), { name: 'Ida' });
  const board = async (from: string, name: string) => {
    const page = await open(from, { locale: 'de-AT' });
    await page.getByRole('main').getByRole('link', { name, exact: true }).first().click();
    await expectToSee(page.getByRole('heading', { name: 'So läuft die Adoption' }));
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('de');
  };
  await board(`/console/animals/${petId}`, 'View on the board');
  await board('/console/audit', 'Ida');
});
