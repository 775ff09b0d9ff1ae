import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  type Browser as Chromium,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core';
import { expect } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Debian's Chromium without the window around its pages, which takes a third of a page's processor time: the tests download none. */
export const executablePath = '/usr/bin/chromium-headless-shell';

export const DESKTOP = { viewport: { width: 1280, height: 860 } } as const;
export const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
} as const;

/** Chromium, with checks on every page. */
export interface Browser {
  /** Opens a window with its own cookies and storage. */
  open(url: string, options?: BrowserContextOptions): Promise<Page>;
  /**
   * Throws if a page has violated its Content-Security-Policy, thrown, logged an error, opened a dialog or requested another origin since the
   * last call. For `afterEach`.
   */
  assertClean(): void;
  close(): Promise<void>;
}

/** @param origins other origins that pages may request, for pages that embed others */
export async function openBrowser(origins: readonly string[] = []): Promise<Browser> {
  // A window's page takes the process that was started for the empty window.
  const args = ['--no-sandbox', '--renderer-process-limit=1'];
  const browser = await chromium.launch({ executablePath, args });
  const faults: string[] = [];
  return {
    assertClean() {
      const found = faults.splice(0);
      if (found.length > 0) throw new Error(found.join('\n'));
    },
    close: () => browser.close(),
    async open(url, options = DESKTOP) {
      const page = await newPage(browser, options);
      watch(page, [new URL(url).origin, ...origins], (fault) => faults.push(fault));
      await page.goto(url);
      return page;
    },
  };
}

async function newPage(browser: Chromium, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  return page;
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

const cache = join(root, 'node_modules/.cache');

/** Builds the site once for each state of its sources, also when several processes start at the same time. @returns its folder */
export async function builtPages(): Promise<string> {
  const sources = globSync(
    '{web/{index.html,*.ts,public/*,src/**/*.*},client/src/*.ts,docs/*.md,src/vocabulary/**/*.ts}',
    {
      cwd: root,
    },
  ).toSorted();
  const state = createHash('sha256');
  for (const file of sources) state.update(file).update(await readFile(join(root, file)));
  const folder = join(cache, `petstore-pages-${state.digest('hex').slice(0, 16)}`);
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const fresh = await mkdtemp(join(cache, 'petstore-pages-'));
  for (const mode of ['production', 'embed']) {
    const options = ['--mode', mode, '--outDir', fresh, '--logLevel', 'warn'];
    // As in `npm run pages`: Vite builds for development if the test runner's NODE_ENV says so.
    const env = { ...process.env, NODE_ENV: 'production' };
    await promisify(execFile)(join(root, 'node_modules/.bin/vite'), ['build', 'web', ...options], { cwd: root, env });
  }
  await rename(fresh, folder).catch((error: unknown) => {
    // Another process has built the same site.
    if (!existsSync(folder)) throw error;
  });
  return folder;
}

/** Waits until it is visible. */
export const expectToSee = (locator: Locator): Promise<void> => locator.waitFor({ state: 'visible' });

/** Waits until it is hidden or removed. */
export const expectNotToSee = (locator: Locator): Promise<void> => locator.waitFor({ state: 'hidden' });

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const inPage = readFileSync(fileURLToPath(new URL('barriers/in-page.js', import.meta.url)), 'utf8');

/** How the texts look whose contrast axe has judged in this run. */
const judgedLooks = new Set<number>();

interface Barriers {
  readonly violations: readonly { readonly impact: string; readonly text: string }[];
  readonly judged: readonly number[];
}

/**
 * The serious and critical accessibility violations that axe finds, one sentence each. Of a page with an open dialog, those in the dialog: nothing
 * behind it can be read or reached.
 *
 * @param onlyColors for a page in which only the colors have changed: the other rules find the same in light and dark
 */
export async function barriersIn(page: Page, { onlyColors = false } = {}): Promise<string[]> {
  // In the middle of a transition axe would measure the wrong contrast. The site has no motion for visitors who prefer none.
  expect(await page.evaluate('document.getAnimations().length'), `animations of ${page.url()}`).toBe(0);
  // Runs outside of the Content-Security-Policy.
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(`${axe}; {${inPage}}`);
  const parameters = JSON.stringify({ onlyColors, known: [...judgedLooks] });
  const { violations, judged } = (await page.evaluate(`findBarriers(${parameters})`)) as Barriers;
  const barriers = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  if (barriers.length === 0) for (const look of judged) judgedLooks.add(look);
  return barriers.map(({ text }) => text);
}

/** Checks light and dark on desktop and phone, and that nothing overflows horizontally. @param desktop how large the window then is */
export async function expectNoBarriers(
  page: Page,
  desktop: { readonly viewport: { readonly width: number; readonly height: number } } = DESKTOP,
): Promise<void> {
  for (const { viewport } of [PHONE, desktop]) {
    await page.setViewportSize(viewport);
    const mode = `${page.url()}, ${viewport.width} px wide`;
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await barriersIn(page), `${mode}, dark`).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await barriersIn(page, { onlyColors: true }), `${mode}, light`).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), mode).toBeLessThanOrEqual(0);
  }
}
