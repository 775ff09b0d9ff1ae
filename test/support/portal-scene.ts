import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { type Browser, builtPages, expectToSee, openBrowser } from './browser.ts';
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
