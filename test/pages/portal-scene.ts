import type { Page } from 'playwright-core';
import { afterEach, beforeAll } from 'vitest';
import { expectToSee } from '../support/browser.ts';
import { type TestService, testClock } from '../support/service.ts';
import { openAs } from '../support/windows.ts';
import { ann, openPage, signUp } from './page.ts';
import { pagesScene } from './scene.ts';

const minuteMs = 60_000;

/** A service with its site, a browser and Ann's account. The clock advances after each test, which resets the limits. */
export function portalScene() {
  const clock = testClock(Date.now());
  const { browser, service } = pagesScene({ now: clock.now, settings: { webhooksAllowPrivate: 'true' } });
  let account: { accountId: number; key: string };

  beforeAll(async () => {
    account = await signUp(service());
  });
  afterEach(() => {
    clock.advance(minuteMs + 1_000);
  });

  return {
    clock,
    browser,
    service,
    account: () => account,
    call: (...request: Parameters<TestService['call']>) => service().call(...request),
    /** The status of listing animals with this key. */
    statusOf: async (key: string) => (await service().call('GET', '/v1/pets', { key })).status,

    /** Opens a window of an account that is signed in. */
    signedIn: async (path: string, { email, password } = ann): Promise<Page> => {
      const visitor = openPage(service());
      await visitor.signIn(email, password);
      return openAs(browser(), service(), visitor, path);
    },
  };
}

/** Waits for the page with this heading. */
export const expectTitle = (page: Page, name: string): Promise<void> =>
  expectToSee(page.getByRole('heading', { level: 1, name }));
