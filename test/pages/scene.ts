import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { type Browser, builtPages, openBrowser } from '../support/browser.ts';
import { type StartOptions, startOnSqlite, type TestService } from '../support/service.ts';
import { openAs, operatorOf } from '../support/windows.ts';
import type { Page as Visitor } from './page.ts';

/** A service with its pages, and a browser that looks after each test whether they did what they must not. */
export function pagesScene(options: StartOptions = {}) {
  let pages: string;
  let browser: Browser;
  let service: TestService;

  beforeAll(async () => {
    pages = await builtPages();
    browser = await openBrowser();
    service = await startOnSqlite({ ...options, pages });
  });
  afterAll(async () => {
    await browser.close();
    await service.close();
  });
  afterEach(() => browser.assertClean());

  return { pages: () => pages, browser: () => browser, service: () => service };
}

/** The same, with its operator. */
export function consoleScene(options: StartOptions = {}) {
  const scene = pagesScene(options);
  let operator: Visitor;
  beforeAll(async () => {
    operator = await operatorOf(scene.service());
  });
  return {
    ...scene,
    /** A window of the operator, who is signed in already. */
    open: (path: string, options?: BrowserContextOptions): Promise<Page> =>
      openAs(scene.browser(), scene.service(), operator, path, options),
  };
}
