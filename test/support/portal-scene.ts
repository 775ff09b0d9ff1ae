import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { barriersIn, type Browser, builtPages, DESKTOP, expectToSee, openBrowser, PHONE } from './browser.ts';
import { ann, openPage, signUp } from './page.ts';
import { startOnSqlite, type TestService, testClock } from './service.ts';
import { openAs } from './windows.ts';

const minuteMs = 60_000;

/** A service with its pages, Ann's account there, and a browser. Every limit that a test has used is whole again for the next one. */
export function portalScene() {
  const clock = testClock(Date.now());
  let pages: string;
  let browser: Browser;
  let service: TestService;
  let account: { accountId: number; key: string };

  beforeAll(async () => {
    pages = await builtPages();
    browser = await openBrowser();
    service = await startOnSqlite({ pages, now: clock.now, settings: { webhooksAllowPrivate: 'true' } });
    account = await signUp(service);
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });
  afterEach(() => {
    clock.advance(minuteMs + 1_000);
    browser.assertClean();
  });

  return {
    clock,
    pages: () => pages,
    browser: () => browser,
    service: () => service,
    account: () => account,
    call: (...request: Parameters<TestService['call']>) => service.call(...request),
    /** What listing animals answers to this key. */
    statusOf: async (key: string) => (await service.call('GET', '/v1/pets', { key })).status,

    /** A window of somebody who is signed in already. */
    signedIn: async (path: string, { email, password } = ann): Promise<Page> => {
      const visitor = openPage(service);
      await visitor.signIn(email, password);
      return openAs(browser, service, visitor, path);
    },
  };
}

/** Waits for the page with this heading. */
export const expectTitle = (page: Page, name: string): Promise<void> =>
  expectToSee(page.getByRole('heading', { level: 1, name }));

/** In light and dark, on a desk and on a phone, where nothing may reach over the edge either. */
export async function expectNoBarriers(page: Page): Promise<void> {
  for (const { viewport } of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await barriersIn(page)).toEqual([]);
    }
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  }
}
