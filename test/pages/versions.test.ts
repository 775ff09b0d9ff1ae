import { expect, test } from 'vitest';
import { addPet } from '../support/answers.ts';
import { expectNoBarriers, expectToSee, PHONE } from '../support/browser.ts';
import { consoleScene } from './scene.ts';

const { browser, service, open } = consoleScene();
const at = async (path: string) => (await service().call('GET', path)).body;

test('what staff write in Spanish, an adopter reads in Spanish, and staff read the answer in English', async () => {
  const petId = await addPet(service(), { name: 'Rex', profile: { description: 'Likes **walks**.' } });
  const application = [{ question: 'Where do you live?', kind: 'choice', choices: ['House', 'Flat'], required: true }];
  const adoptionPolicy = 'Homes with a garden.';
  await service().call('PATCH', '/v1/organizations/1', { body: { locale: 'en', adoptionPolicy, application } });

  const animal = await open(`/console/animals/${petId}`);
  await animal.getByText('In other languages').click();
  await animal.getByLabel('Add a language').selectOption('Spanish');
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
  await shelter.getByLabel('Add a language').selectOption('Spanish');
  const spanish = shelter.getByRole('group', { name: 'Spanish' });
  await spanish.getByLabel('What adopters should know').fill('Hogares con jardín.');
  await shelter.getByRole('button', { name: 'Save', exact: true }).click();
  await expectToSee(shelter.getByText('The profile was saved.'));
  await shelter.getByRole('button', { name: 'Edit Where do you live?' }).click();
  const dialog = shelter.getByRole('dialog');
  await dialog.getByText('In other languages').click();
  await dialog.getByLabel('Add a language').selectOption('Spanish');
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
