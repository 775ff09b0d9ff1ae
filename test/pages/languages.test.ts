import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../src/words/languages.ts';
import { openSearch } from '../alerts/search.ts';
import { at, behindProxy, visitorsOf } from '../orders/callers.ts';
import { postPhoto } from '../pets/photos/images.ts';
import { holdMs, moveOrder } from '../support/adoption.ts';
import { addPet } from '../support/answers.ts';
import { expectToSee, PHONE } from '../support/browser.ts';
import { openMailServer } from '../support/mail.ts';
import { pseudoLanguages, strange } from '../support/pseudo.ts';
import { testClock } from '../support/service.ts';
import { pagesScene } from './scene.ts';

const mails = await openMailServer();
afterAll(() => mails.close());
pseudoLanguages();
const clock = testClock();
/** The first words of a text. */
const begin = (text: string): string => strange(text).split(' ~')[0] ?? '';

/** What the form says when the shelter has changed how an animal is adopted. */
const NOW = {
  reserve: begin('You can now reserve'),
  apply: begin('The shelter now takes applications'),
};
const { browser, service } = pagesScene({ now: clock.now, settings: { ...behindProxy, smtpUrl: mails.url } });

/** The next mail that has such a link, and the link. */
async function mailWith(link: RegExp): Promise<{ readonly text: string; readonly found: string }> {
  for (;;) {
    const { text } = await mails.next();
    const [found] = link.exec(text) ?? [];
    if (found !== undefined) return { text, found };
  }
}

/**
 * What the page says outside the marks of a pseudo-language, and not in the words of a shelter; in shadow roots, too.
 *
 * @param known names of animals and shelters, and words that `Intl` writes
 */
const unmarkedIn = (known: readonly string[]) => `(() => {
  const found = new Set();
  const known = ${JSON.stringify(known)};
  const isFine = (text) => {
    let rest = text;
    for (let before = ''; before !== rest; ) {
      before = rest;
      rest = rest.replaceAll(/⟦[^⟦⟧]*⟧/gu, '');
    }
    for (const word of known) rest = rest.replaceAll(word, '');
    return !/[\\p{L}⟦⟧]/u.test(rest);
  };
  const NAMES = 'bdi, .user-text, [translate="no"], code, time';
  const own = 'bdi:not(label bdi, .wish bdi), .user-text:not(.board-lead, .wish *), [translate="no"], code, time' + ', script, style, noscript, template, [hreflang]';
  // A sentence may have elements in it, such as links.
  const isInSentence = (node) => {
    for (let at = node.parentElement, up = 0; at !== null && up < 3; at = at.parentElement, up += 1) {
      const copy = at.cloneNode(true);
      for (const named of copy.querySelectorAll(NAMES)) named.remove();
      if (copy.textContent.includes('⟦') && isFine(copy.textContent)) return true;
    }
    return false;
  };
  const walk = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot !== null) walk(element.shadowRoot);
      for (const name of ['aria-label', 'title', 'alt', 'placeholder'])
        if (!isFine(element.getAttribute(name) ?? '')) found.add(element.tagName + '[' + name + '] ' + element.getAttribute(name));
      if (element.closest(own) !== null) continue;
      for (const node of element.childNodes)
        if (node.nodeType === 3 && !isFine(node.textContent) && !isInSentence(node))
          found.add(element.tagName + ' ' + node.textContent.trim());
    }
  };
  walk(document.body);
  if (!isFine(document.title)) found.add('title ' + document.title);
  return [...found];
})()`;

describe.each(['en-XA', 'ar-XB'])('in %s', (language) => {
  let rex: number;
  const dayOf = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  const days = Array.from({ length: 7 }, (_, day) => dayOf.format(day * 86_400_000));
  const known = [
    'Riverside',
    'Rex',
    'Dog',
    'Luna',
    'Dogs',
    'Cats',
    'Have you a garden?',
    'Petstore',
    '\u00a0mi',
    '\u00a0ميل',
    ' or ',
    ' أو ',
    ...days,
  ];
  const expectMarked = async (page: Page) => expect(await page.evaluate(unmarkedIn(known))).toEqual([]);
  const open = (path: string) =>
    browser().open(`${service().origin}${path}${path.includes('?') ? '&' : '?'}lang=${language}`, PHONE);

  beforeAll(async () => {
    const application = [{ question: 'Have you a garden?', kind: 'yes_no', required: true }];
    await service().call('PATCH', '/v1/organizations/1', {
      body: {
        name: 'Riverside',
        locale: 'en-US',
        phone: '+1 555 0100',
        email: 'ask@example.org',
        hours: { monday: 'closed', saturday: '10 am – 4 pm' },
        address: { street: '12 Mill Lane', city: 'Springfield', country: 'US' },
        adoptionPolicy: 'Homes with a garden.',
        application,
      },
    });
    const goodWith = { children: 'yes', childrenFromAge: 6, dogs: 'no', cats: 'selective' };
    const health = { altered: true, shotsCurrent: true, microchipped: false, tests: { heartworm: 'negative' } };
    const needs = { grooming: 'low', yard: true, fence: true, indoorOnly: false, ownerExperience: 'none' };
    rex = await addPet(service(), {
      name: 'Rex',
      profile: {
        species: 'Dog',
        breed: { primary: 'Beagle', mixed: true },
        age: 'young',
        birthDate: '2025-03-01',
        sex: 'male',
        size: 'small',
        coat: 'short',
        weightGrams: 12_000,
        placement: 'foster',
        goodWith,
        ...health,
        houseTrained: true,
        leashTrained: true,
        energyLevel: 'high',
        needs,
        adoptionFee: { amount: 12_500, currency: 'USD' },
        description: 'Rex is kind.',
        staff: { intake: { date: '2026-01-05' } },
      },
    });
    for (let count = 0; count < 2; count += 1) await postPhoto(service(), rex);
    await addPet(service(), {
      name: 'Luna',
      categoryId: 2,
      status: 'pending',
      profile: { species: 'Cat', sex: 'female' },
    });
  });

  test('the list, its filters, and what nobody finds', async () => {
    const page = await open(
      '/?status=all&age=young,adult&goodWith=cats,children&hasPhotos=true&near=62701&within=50mi',
    );
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(language);
    await expectToSee(page.locator('.wish').first());
    await expectToSee(page.locator('.empty-state'));
    await expectMarked(page);
    await page.goto(`${service().origin}/?status=all&lang=${language}`);
    await expectToSee(page.getByRole('link', { name: /Luna/ }).first());
    await expectToSee(page.locator('.languages'));
    const directions = await page
      .locator('[type="search"]')
      .evaluateAll((all) => all.map((it) => it.matches(':dir(rtl)')));
    expect(directions).toEqual([language === 'ar-XB', language === 'ar-XB']);
    await expectMarked(page);
    await page.locator('.wish-line .button').first().click();
    await expectToSee(page.getByRole('dialog'));
    await expectMarked(page);
    await page.goto(`${service().origin}/?near=Nowhere&lang=${language}`);
    await expectToSee(page.locator('.empty-state'));
    await expectMarked(page);
  });

  test("an animal's page, a question and a reservation, and the page behind its link", async () => {
    const page = await open(`/pets/${rex}`);
    await expectToSee(page.locator('.adoption'));
    await expectToSee(page.locator('.gallery-count'));
    // What the shelter writes is in its own language.
    expect(await page.locator('.story').getAttribute('lang')).toBe('en-US');
    await expectMarked(page);
    await page.getByRole('button', { name: strange('Ask about me') }).click();
    await expectToSee(page.getByRole('dialog'));
    await page.getByRole('dialog').locator('[type="submit"]').click();
    await expectMarked(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: strange('Reserve'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('[type="submit"]').click();
    await expectMarked(page);
    await dialog.getByLabel(strange('Your name')).fill('Ann');
    await dialog.getByLabel(strange('Your email address')).fill('ann@example.org');
    await dialog.getByLabel('Have you a garden?').selectOption({ index: 1 });
    await dialog.locator('[type="submit"]').click();
    const link = page.getByRole('link', { name: strange('See your reservation') });
    await expectToSee(link);
    await expectMarked(page);
    const { body: orders } = await service().call('GET', `/v1/store/orders?petId=${rex}`);
    expect(orders[0].locale).toBe(language);
    await page.goto(new URL(String(await link.getAttribute('href')), service().origin).href);
    await page.reload();
    await expectToSee(page.locator('.reservation-state'));
    await service().call('POST', `/v1/store/orders/${orders[0].id}/cancel`, { body: {} });
  });

  afterAll(() => service().call('PATCH', '/v1/organizations/1', { body: { application: null } }));

  if (language === 'ar-XB') return; // What follows says the same in each direction.

  test('an alert, its dialog, and the page behind the link of its mail', async () => {
    const page = await open('/?species=Dog&age=young');
    await page
      .locator('.wish-line')
      .getByRole('button', { name: strange('Tell me when such an animal comes') })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('[type="submit"]').click();
    await expectToSee(dialog.locator('[aria-invalid="true"]'));
    await expectMarked(page);
    await dialog.getByRole('textbox').fill('ann@example.org');
    await dialog.locator('[type="submit"]').click();
    await expectToSee(dialog.getByText('ann@example.org'));
    await expectMarked(page);
    await page.goto(service().origin + (await mailWith(/\/alert\?lang=\S+#pal_[\w-]+/)).found);
    for (const kind of ['primary', 'secondary']) {
      await expectToSee(page.locator(`.reservation-state .button-${kind}`).first());
      await expectMarked(page);
      await page
        .locator('.reservation-state .button')
        .nth(kind === 'primary' ? 0 : 1)
        .click();
    }
    await expectToSee(page.locator('.empty-state'));
    await expectMarked(page);
  });

  test('a reservation in each state', async () => {
    await service().call('PATCH', '/v1/organizations/1', { body: { application: null } });
    await service().call('PATCH', '/v1/organizations/1/follow-ups', { body: { active: true } });
    const visitor = await visitorsOf(service());
    const petId = await addPet(service(), { name: 'Rex' });
    const reserve = async () => {
      const { body } = await visitor.call('POST', '/v1/store/orders', {
        body: {
          petId,
          adopter: { name: 'Bea Ray', email: 'bea@example.org' },
          locale: language,
        },
      });
      return { id: body.id, path: `/reservation?lang=${language}#${body.reservationUrl.split('#')[1]}` };
    };
    const page = await open('/reservation');
    const expectState = async (path: string, title: string) => {
      // Another fragment alone is no other page.
      await page.goto('about:blank');
      await page.goto(service().origin + path);
      await expectToSee(page.getByRole('heading', { level: 1, name: begin(title) }));
      await expectMarked(page);
    };
    const first = await reserve();
    await expectState(first.path, 'Reserved for you');
    await page.locator('.reservation-state .button').click();
    await expectToSee(page.getByRole('dialog'));
    await expectMarked(page);
    await moveOrder(service(), first.id, 'approve', { body: { visitAt: '2099-01-05T10:00:00Z' } });
    await expectState(first.path, 'Going home with you');
    await moveOrder(service(), first.id, 'deliver');
    await expectState(first.path, 'At home with you');
    await moveOrder(service(), first.id, 'return');
    await expectState(first.path, 'Back at');
    const second = await reserve();
    await moveOrder(service(), second.id, 'cancel', { body: {} });
    await expectState(second.path, 'The reservation is cancelled');
    const third = await reserve();
    clock.advance(holdMs);
    await expectState(third.path, 'The reservation has ended');
  });

  test('an application, its form, and its page in each state', async () => {
    const question = 'Have you a garden?';
    const application = [{ question, kind: 'yes_no', required: true }];
    const { body: organization } = await service().call('PATCH', '/v1/organizations/1', {
      body: { application, adoption: 'apply' },
    });
    const answers = [{ questionId: organization.application[0].id, answer: 'yes' }];
    const petId = await addPet(service(), { name: 'Rex', profile: { species: 'Dog', sex: 'male' } });
    const page = await open(`/pets/${petId}`);
    await expectToSee(page.locator('.adoption'));
    await expectMarked(page);
    await page.getByRole('button', { name: strange('Apply to adopt'), exact: true }).click();
    await page.getByRole('dialog').locator('[type="submit"]').click();
    await expectMarked(page);
    // It can be reserved by now, and then again not.
    await page.getByRole('dialog').getByLabel(strange('Your name')).fill('Rex');
    await page.getByRole('dialog').getByLabel(strange('Your email address')).fill('rex@example.org');
    await page.getByRole('dialog').getByLabel(question).selectOption({ index: 1 });
    for (const adoption of ['reserve', 'apply'] as const) {
      await service().call('PATCH', '/v1/organizations/1', { body: { adoption } });
      await page.getByRole('dialog').locator('[type="submit"]').click();
      await expectToSee(page.getByRole('dialog').locator('.pet-note-caution', { hasText: NOW[adoption] }));
      await expectMarked(page);
    }
    await page.getByRole('dialog').locator('[type="submit"]').click();
    await expectToSee(page.getByRole('link', { name: strange('See your application') }));
    await expectMarked(page);

    const visitor = at(`192.0.2.${petId}`, await visitorsOf(service()));
    const apply = async (email: string) => {
      const body = { petId, adopter: { name: 'Rex', email }, answers, locale: language };
      const sent = await visitor.call('POST', '/v1/applications', { body });
      expect(sent.status, sent.text).toBe(201);
      return { id: sent.body.id, path: `/application?lang=${language}#${sent.body.applicationUrl.split('#')[1]}` };
    };
    const move = (id: number, name: string) => service().call('POST', `/v1/applications/${id}/${name}`);
    const expectState = async (path: string, title: string) => {
      await page.goto('about:blank');
      await page.goto(service().origin + path);
      await expectToSee(page.getByRole('heading', { level: 1, name: strange(title) }));
      await expectMarked(page);
    };
    const [first, second, third, fourth] = [
      await apply('a@example.org'),
      await apply('b@example.org'),
      await apply('c@example.org'),
      await apply('d@example.org'),
    ];
    await expectState(first.path, 'Your application is sent');
    for (const index of [0, 1]) {
      await page.locator('.reservation-state .button').nth(index).click();
      await expectToSee(page.getByRole('dialog'));
      await expectMarked(page);
      if (index === 0) await page.keyboard.press('Escape');
    }
    await page.getByRole('dialog').locator('.button-danger').click();
    await expectToSee(page.getByRole('heading', { level: 1, name: strange('The application is withdrawn') }));
    await expectMarked(page);
    await move(second.id, 'review');
    await expectState(second.path, 'Your application is being read');
    await move(second.id, 'accept');
    await expectState(second.path, 'Your application is accepted');
    await move(third.id, 'decline');
    await expectState(third.path, 'Your application was not accepted');
    await service().call('POST', '/v1/applications/close', { body: { applicationIds: [fourth.id] } });
    await expectState(fourth.path, 'The application is closed');
    await service().call('PATCH', '/v1/organizations/1', { body: { application: null, adoption: null } });
  });

  test('the embedded board', async () => {
    // Any page of another document: test/pages/embed.test.ts has one of another origin.
    const page = await browser().open(`${service().origin}/licenses.md`);
    const { body: settings } = await service().call('GET', '/page-settings', { key: null });
    await page.evaluate(`{
      const script = document.createElement('script');
      Object.assign(script.dataset, { key: '${settings.boardKey}', lang: '${language}' });
      script.src = '/embed.js';
      document.body.replaceChildren(script);
    }`);
    await expectToSee(page.getByRole('link', { name: /Rex/ }).first());
    await expectMarked(page);
    await page.getByRole('link', { name: /Rex/ }).first().click();
    await expectToSee(page.locator('.adoption'));
    await expectMarked(page);
  });

  test('favorites, how to adopt, alerts, and pages that are not there', async () => {
    for (const path of [
      '/favorites',
      '/how-to-adopt',
      '/pets/999999',
      '/reservation',
      '/application',
      '/alert',
      '/nowhere',
    ]) {
      const page = await open(path);
      await expectToSee(page.locator('main h1, main h2').first());
      await expectMarked(page);
    }
  });
});

test('the language of a link stays, without a cookie, on the other pages of the board and when they are loaded again', async () => {
  const visitor = await visitorsOf(service());
  const petId = await addPet(service(), { name: 'Azor' });
  const { body } = await visitor.call('POST', '/v1/store/orders', {
    body: { petId, adopter: { name: 'Ola', email: 'ola@example.org' } },
  });
  const page = await browser().open(
    `${service().origin}/reservation?lang=pl#${body.reservationUrl.split('#')[1]}`,
    PHONE,
  );
  await page.getByRole('link', { name: 'Azor' }).click();
  await expectToSee(page.locator('.languages'));
  await expect.poll(() => page.url()).toBe(`${service().origin}/pets/${petId}?lang=pl`);
  await page.reload();
  await page.locator('.pet-page .back-link').click();
  await expectToSee(page.getByRole('button', { name: 'Filtry' }));
  await expect.poll(() => new URL(page.url()).search).toBe('?lang=pl');
  await page.goBack();
  await expectToSee(page.getByRole('heading', { name: 'Azor' }));
  expect(await page.context().cookies()).toEqual([]);
});

test.each(['Petstore', 'Board'])(
  'the board speaks the language of the browser after English pages: by the link %s',
  async (name) => {
    const page = await browser().open(`${service().origin}/docs`, { locale: 'de-AT' });
    await page.getByRole('link', { name, exact: true }).first().click();
    await expectToSee(page.getByRole('button', { name: 'Filter' }));
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('de');
  },
);

test('an alert that is set in Polish finds a dog, and its mails are Polish', async () => {
  const opened = await service().beside();
  const page = await browser().open(`${service().origin}/?lang=pl`, PHONE);
  await page.getByRole('button', { name: 'Filtry' }).click();
  await page.getByRole('dialog').getByLabel('Gatunek').fill('Pies');
  await page.getByRole('dialog').locator('[type="submit"]').click();
  await page.locator('.wish', { hasText: 'Pies' }).waitFor();
  await page.getByRole('button', { name: 'Powiadom' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('ola@example.org');
  await page.getByRole('dialog').locator('[type="submit"]').click();
  await page.goto(service().origin + (await mailWith(/\/alert\?lang=pl#pal_[\w-]+/)).found);
  await page.locator('.reservation-state .button-primary').click();
  await page.locator('.reservation-state .button-secondary').first().waitFor();

  clock.advance(1);
  await addPet(service(), { name: 'Mruczek', profile: { species: 'Cat' } });
  const burek = await addPet(service(), { name: 'Burek', profile: { species: 'Dog' } });
  // The service, too, may have searched in this hour.
  clock.advance(60 * 60_000);
  await openSearch(opened)();
  const { text } = await mailWith(new RegExp(`/pets/${burek}\\?lang=pl`));
  expect(text).toMatch(/^To: ola@example.org\r$/m);
  expect(text).toMatch(/^Subject: Burek szuka domu\r$/m);
  expect(text).not.toContain('Mruczek');
});

describe.each(Object.keys(LANGUAGES))('in %s', (language) => {
  let id: number;
  beforeAll(async () => {
    id = await addPet(service(), {
      name: 'Zaubermaus von der Hohen Lilie',
      profile: { species: 'Cat', age: 'senior', sex: 'female', adoptionFee: { amount: 9_000, currency: 'EUR' } },
    });
  });

  test.each(['/?status=all&age=young,senior&sex=female', '/how-to-adopt', 'animal'])(
    'nothing of %s is wider than the smallest phone',
    async (path) => {
      const smallest = { ...PHONE, viewport: { width: 320, height: 640 } };
      const address = `${path === 'animal' ? `/pets/${id}` : path}${path.includes('?') ? '&' : '?'}lang=${language}`;
      const page = await browser().open(service().origin + address, smallest);
      await expectToSee(page.locator(path === 'animal' ? '.adoption' : 'main h1'));
      await expectToSee(page.locator('.languages'));
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      const buttons = page.locator('main .button:visible');
      const cut = await buttons.evaluateAll((all) =>
        all.filter((button) => button.scrollWidth > button.clientWidth + 1).map((button) => button.textContent),
      );
      expect(cut).toEqual([]);
    },
  );
});
