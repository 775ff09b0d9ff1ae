import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { type Browser, openBrowser, type WindowOptions } from '../support/browser.ts';
import { builtPages, type StartOptions, startOnSqlite, type TestService } from '../support/service.ts';
import { openAs, operatorOf } from '../support/windows.ts';
import type { Page as Visitor } from './page.ts';

/** A service with its site, and a browser that checks after each test that the pages behaved. */
export function pagesScene(options: StartOptions = {}) {
  let browser: Browser;
  let service: TestService;

  beforeAll(async () => {
    browser = await openBrowser();
    service = await startOnSqlite({ ...options, pages: builtPages });
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') console.error(await browser.shown());
    browser.assertClean();
  });

  return { browser: () => browser, service: () => service };
}

/** A scene with the operator signed in. */
export function consoleScene(options: StartOptions = {}) {
  const scene = pagesScene(options);
  let operator: Visitor;
  beforeAll(async () => {
    operator = await operatorOf(scene.service());
  });
  return {
    ...scene,
    /** Opens a window of the operator. */
    open: (path: string, options?: WindowOptions): Promise<Page> =>
      openAs(scene.browser(), scene.service(), operator, path, options),
  };
}
