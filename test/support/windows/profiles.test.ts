import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Browser, DESKTOP, openBrowser, PHONE } from '../browser.ts';

let server: Server;
let browser: Browser;
let url: string;
beforeAll(async () => {
  server = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<!doctype html>'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  server.close();
  server.closeAllConnections();
});

const kept = `(async () => ({
  cookies: document.cookie,
  stored: [localStorage.length, sessionStorage.length, (await indexedDB.databases()).length, (await caches.keys()).length],
  past: history.length,
  isOnline: navigator.onLine,
}))()`;
/** The past has the empty page and this one. */
const nothing = { cookies: '', stored: [0, 0, 0, 0], past: 2, isOnline: true };

test('a page that takes over the profile of another finds nothing of it', async () => {
  const first = await browser.open(url, DESKTOP);
  await first.evaluate(`new Promise((resolve) => {
    document.cookie = 'a=1';
    localStorage.a = sessionStorage.a = 1;
    history.pushState(null, '', '/a');
    caches.open('a');
    indexedDB.open('a').onsuccess = resolve;
  })`);
  await first.context().setOffline(true);
  expect(await first.evaluate(kept)).not.toMatchObject(nothing);
  await first.close();
  // Other files of this worker have left profiles that are taken over earlier.
  const earlier: Page[] = [];
  let second = await browser.open(url, DESKTOP);
  for (; second.context() !== first.context() && earlier.length < 40; second = await browser.open(url, DESKTOP))
    earlier.push(second);
  expect(second.context()).toBe(first.context());
  expect(await second.evaluate(kept)).toEqual(nothing);
  // Those of pages that are open, or look different, are their own.
  const others = [await browser.open(url, DESKTOP), await browser.open(url, PHONE)];
  expect(new Set([second, ...others].map((page) => page.context())).size).toBe(3);
  for (const page of [second, ...others, ...earlier]) await page.close();
});

test('a page does not take over a profile that is closed', async () => {
  const first = await browser.open(url);
  await first.context().close();
  const second = await browser.open(url);
  expect(await second.evaluate(kept)).toEqual(nothing);
  await second.context().close();
});

test('a page does not take over the clock that a test has installed', async () => {
  const first = await browser.open(url);
  await first.clock.install({ time: 0 });
  await first.close();
  const second = await browser.open(url);
  expect(second.context()).not.toBe(first.context());
  expect(await second.evaluate<number>('Date.now()')).toBeGreaterThan(1e12);
});
