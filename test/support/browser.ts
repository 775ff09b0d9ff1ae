import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  type Browser as Chromium,
  type BrowserContext,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type Cookie,
  type Locator,
  type Page,
  type Route,
} from 'playwright-core';
import { expect } from 'vitest';
import { atEndOfTest } from './at-end.ts';

/** Debian's Chromium without the window around its pages, which takes a third of a page's processor time: the tests download none. */
export const executablePath = '/usr/bin/chromium-headless-shell';

export const DESKTOP = { viewport: { width: 1280, height: 860 } } as const;
export const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
} as const;

/** How a window looks, and what it brings along. */
export interface WindowOptions extends Omit<BrowserContextOptions, 'storageState'> {
  readonly cookies?: readonly Cookie[];
}

/** Chromium, with checks on every page. */
export interface Browser {
  /** Opens a window with its own cookies and storage, which are empty. One that a test opens is closed when the test has ended. */
  open(url: string, options?: WindowOptions): Promise<Page>;
  /**
   * Throws if a page has violated its Content-Security-Policy, thrown, logged an error, opened a dialog or requested another origin since the
   * last call. For `afterEach`.
   */
  assertClean(): void;
  /** The addresses and texts of its windows, for whoever reads why a test failed. */
  shown(): Promise<string>;
  /** Closes its windows. */
  close(): Promise<void>;
}

/** @param origins other origins that pages may request, for pages that embed others */
export async function openBrowser(origins: readonly string[] = []): Promise<Browser> {
  const faults: string[] = [];
  const opened = new Set<Page>();
  return {
    assertClean() {
      const found = faults.splice(0);
      if (found.length > 0) throw new Error(found.join('\n'));
    },
    async shown() {
      const texts = [...opened].map(async (page) => `${page.url()} shows:\n${await page.locator('body').innerText()}`);
      return (await Promise.all(texts)).join('\n\n');
    },
    async close() {
      for (const page of opened) await page.close();
    },
    async open(url, options = DESKTOP) {
      const { origin } = new URL(url);
      const page = await newPage([origin, ...origins], options);
      opened.add(page);
      page.once('close', () => opened.delete(page));
      atEndOfTest(() => page.close());
      watch(page, [origin, ...origins], (fault) => faults.push(fault));
      await page.goto(url);
      // What a document shows before its page runs has links, but no buttons.
      if (options.javaScriptEnabled !== false) await page.locator('#app.still').waitFor({ state: 'detached' });
      return page;
    },
  };
}

/** What stays of a window when its page is closed: a process that has compiled the site, and the cache of its files. */
interface Profile {
  readonly look: string;
  readonly context: BrowserContext;
  readonly debug: CDPSession;
  /** A test has installed a clock of its own, which all later pages would have, too. */
  hasOwnClock: boolean;
  /** Where a page may have stored something. */
  origins: readonly string[];
}

/** All files of a worker share one Chromium, which ends with the worker, and its profiles that no page has. */
let chromiumOfWorker: Promise<Chromium> | undefined;
const idle: Profile[] = [];

function launch(): Promise<Chromium> {
  // A window's page takes the process that was started for the empty window.
  const args = ['--no-sandbox', '--renderer-process-limit=1'];
  return chromium.launch({ executablePath, args });
}

/**
 * Opens a page. If one that looked like it was closed, it takes over its profile, emptied of what was stored: a new process, which compiles the site
 * again, takes twice as long.
 */
async function newPage(origins: readonly string[], { cookies = [], ...options }: WindowOptions): Promise<Page> {
  const look = JSON.stringify(options);
  const at = idle.findIndex((profile) => profile.look === look);
  const profile = at === -1 ? await newProfile(look, options) : await emptied(idle.splice(at, 1)[0]!);
  const { context } = profile;
  profile.origins = origins;
  await context.addCookies(cookies);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  page.once('close', () => {
    if (context.pages().length > 1) return;
    if (profile.hasOwnClock) void context.close();
    else idle.push(profile);
  });
  return page;
}

async function newProfile(look: string, options: BrowserContextOptions): Promise<Profile> {
  const browser = await (chromiumOfWorker ??= launch());
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options });
  // Its process ends with its last page: this one stays.
  const debug = await context.newCDPSession(await context.newPage());
  const profile: Profile = { look, context, debug, hasOwnClock: false, origins: [] };
  const { clock } = context;
  const install = clock.install.bind(clock);
  clock.install = (options) => {
    profile.hasOwnClock = true;
    return install(options);
  };
  context.once('close', () => {
    if (idle.includes(profile)) idle.splice(idle.indexOf(profile), 1);
  });
  return profile;
}

async function emptied(profile: Profile): Promise<Profile> {
  await profile.context.setOffline(false);
  await profile.context.clearCookies();
  for (const origin of profile.origins)
    if (origin !== 'null') await profile.debug.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  return profile;
}

function watch(page: Page, origins: readonly string[], report: (fault: string) => void): void {
  page.on('pageerror', (error) => report(`${page.url()} threw ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    // Chromium logs every failed request. The page handles those.
    const isRefusal = message.text().startsWith('Failed to load resource: ');
    if (message.type() === 'error' && !isRefusal) report(`${page.url()} wrote: ${message.text()}`);
  });
  page.on('dialog', (dialog) => {
    report(`${page.url()} opened a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && !origins.includes(origin)) report(`${page.url()} asked for ${request.url()}`);
  });
}

/** Waits until it is visible. */
export const expectToSee = (locator: Locator): Promise<void> => locator.waitFor({ state: 'visible' });

/** Waits until it is hidden or removed. */
export const expectNotToSee = (locator: Locator): Promise<void> => locator.waitFor({ state: 'hidden' });

/** Waits until the page has drawn what it contains now: only then has everything in view its size. */
export const drawn = (page: Page): Promise<unknown> =>
  page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');

/** How far the page has moved by itself since it was opened, as of what it has drawn. */
export async function shiftsOf(page: Page): Promise<number> {
  await drawn(page);
  return page.evaluate<number>(`{
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: 'layout-shift', buffered: true });
    observer.takeRecords().reduce((sum, { hadRecentInput, value }) => (hadRecentInput ? sum : sum + value), 0);
  }`);
}

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const inPage = readFileSync(fileURLToPath(new URL('barriers/in-page.js', import.meta.url)), 'utf8');

/** How the texts look whose contrast axe has judged in this run. */
const judgedLooks = new Set<number>();

interface Barriers {
  readonly animations: number;
  readonly violations: readonly { readonly impact: string; readonly text: string }[];
  readonly judged: readonly number[];
}

/**
 * The serious and critical accessibility violations that axe finds, one sentence each. Of a page with an open dialog, those in the dialog: nothing
 * behind it can be read or reached.
 *
 * @param only what has changed since all rules were asked about this page: the other rules find the same
 */
export async function barriersIn(page: Page, only?: 'colors' | 'layout' | 'targets'): Promise<string[]> {
  const ask = `findBarriers(${JSON.stringify({ only, known: [...judgedLooks] })})`;
  // Runs outside of the Content-Security-Policy.
  const found = await page.evaluate<Barriers | null>(`typeof findBarriers === 'undefined' ? null : ${ask}`);
  const { animations, violations, judged } = found ?? (await page.evaluate<Barriers>(`${axe}; {${inPage}} ${ask}`));
  // In the middle of a transition axe would measure the wrong contrast. The site has no motion for visitors who prefer none.
  expect(animations, `animations of ${page.url()}`).toBe(0);
  const barriers = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  if (barriers.length === 0) for (const look of judged) judgedLooks.add(look);
  return barriers.map(({ text }) => text);
}

/** Checks light and dark on desktop and phone, and that nothing overflows horizontally. The page is light then. @param desktop how large the window then is */
export async function expectNoBarriers(
  page: Page,
  desktop: { readonly viewport: { readonly width: number; readonly height: number } } = DESKTOP,
): Promise<void> {
  // Each size begins with the colors of the one before: the whole page is drawn anew in others.
  for (const [{ viewport }, only, colorSchemes] of [
    [PHONE, undefined, ['light', 'dark']],
    [desktop, 'layout', ['dark', 'light']],
  ] as const) {
    await page.setViewportSize(viewport);
    const mode = `${page.url()}, ${viewport.width} px wide`;
    for (const colorScheme of colorSchemes) {
      await page.emulateMedia({ colorScheme });
      const rules = colorScheme === colorSchemes[0] ? only : 'colors';
      expect(await barriersIn(page, rules), `${mode}, ${colorScheme}`).toEqual([]);
    }
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), mode).toBeLessThanOrEqual(0);
  }
}

/** Carries the request out, and loses its answer on the way, as a proxy that is restarted. */
export async function loseAnswer(route: Route): Promise<void> {
  await route.fetch();
  await route.fulfill({ status: 500, body: 'Bad gateway' });
}
