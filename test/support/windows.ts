import type { Locator, Page } from 'playwright-core';
import { openPage, tokenIn, type Page as Visitor } from '../pages/page.ts';
import { type Browser, DESKTOP, type WindowOptions } from './browser.ts';
import type { TestService } from './service.ts';

export const operatorPassword = 'nine silent herons';

/** The operator, signed in with the link of the first start. */
export async function operatorOf(service: TestService): Promise<Visitor> {
  const visitor = openPage(service);
  const body = { token: tokenIn(service.operatorLink), password: operatorPassword };
  const { status, text } = await visitor.call('POST', '/session/reset-password', { body });
  if (status !== 200) throw new Error(text);
  return visitor;
}

/** Opens a window that is signed in already. */
export function openAs(
  browser: Browser,
  service: TestService,
  visitor: Visitor,
  path: string,
  options: WindowOptions = DESKTOP,
): Promise<Page> {
  const [name = '', value = ''] = visitor.cookie.split('=');
  const cookie = { name, value, domain: '127.0.0.1', path: '/', expires: -1, httpOnly: true, secure: false };
  return browser.open(service.origin + path, { ...options, cookies: [{ ...cookie, sameSite: 'Lax' }] });
}

/** Goes there as a link does. To load the whole site again takes three times as long. */
export const follow = (page: Page, path: string): Promise<unknown> =>
  page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);

/** Changes can be undone until the test does it: on a busy machine 10 s are over before. Until the site is loaded again. */
export const keepUndo = (page: Page): Promise<unknown> =>
  page.evaluate(
    'globalThis.setTimeout = ((set) => (run, ms, ...rest) => set(run, ms === 10_000 ? 1e6 : ms, ...rest))(setTimeout)',
  );

/** The row of a table that contains this text. */
export const row = (page: Page, name: string | RegExp): Locator => page.getByRole('row').filter({ hasText: name });

/** A column of the order board. */
export const column = (page: Page, name: string): Locator => page.getByRole('region', { name: new RegExp(`^${name}`) });

/** Moves the focus there by the keyboard alone. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  const hasFocus = () => target.evaluate((element) => element.matches(':focus'));
  await target.waitFor();
  // To find it after each key, by its role and name, takes longer than all else.
  let found = await target.elementHandle();
  for (let count = 0; count < 80; count += 1) {
    const isElsewhere = await found?.evaluate((element) => element.isConnected && !element.matches(':focus'));
    if (isElsewhere !== true) {
      if (await hasFocus()) return;
      found = await target.elementHandle();
    }
    await page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard does not reach ${target.toString()}.`);
}
