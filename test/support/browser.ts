import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
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

/** Debian's own; the tests bring none. */
export const executablePath = '/usr/bin/chromium';

/**
 * What Chromium need not do. The suggestions below its address bar are a page of their own, which costs each window half a second of
 * computing; the process that it keeps ready for another page is one more for each window. The rest is the list of Playwright (its
 * `chromiumSwitches.ts`, what concerns Linux), which this one replaces.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

export const DESKTOP = { viewport: { width: 1280, height: 860 } } as const;
export const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
} as const;

/** A real Chromium, in which every page is watched. */
export interface Browser {
  /** A window of a visitor of its own, with cookies and storage of its own. */
  open(url: string, options?: BrowserContextOptions): Promise<Page>;
  /**
   * Throws with a sentence for each thing that pages did since it was asked last and must not do: break their Content-Security-Policy,
   * throw, write an error to the console, open a dialog, ask another origin for anything. For `afterEach`.
   */
  assertClean(): void;
  close(): Promise<void>;
}

/** @param origins beside its own, which a page may ask: for pages that embed others */
export async function openBrowser(origins: readonly string[] = []): Promise<Browser> {
  const args = ['--no-sandbox', `--disable-features=${disabledFeatures.join(',')}`];
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

function watch(page: Page, origins: readonly string[], tell: (fault: string) => void): void {
  page.on('pageerror', (error) => tell(`${page.url()} threw ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    // Chromium writes a line for each request that was refused or lost; what becomes of those, the page shows.
    const isRefusal = message.text().startsWith('Failed to load resource: ');
    if (message.type() === 'error' && !isRefusal) tell(`${page.url()} wrote: ${message.text()}`);
  });
  page.on('dialog', (dialog) => {
    tell(`${page.url()} opened a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && !origins.includes(origin)) tell(`${page.url()} asked for ${request.url()}`);
  });
}

/** The folder of the pages, built once for each state of their sources, whoever else builds them at the same time. */
export async function builtPages(): Promise<string> {
  const sources = globSync(
    '{web/{index.html,*.ts,public/*,src/**/*.*},client/src/*.ts,docs/*.md,src/vocabulary/*.ts}',
    {
      cwd: root,
    },
  ).toSorted();
  const state = createHash('sha256');
  for (const file of sources) state.update(file).update(await readFile(join(root, file)));
  const folder = join(tmpdir(), `petstore-pages-${state.digest('hex').slice(0, 16)}`);
  if (existsSync(folder)) return folder;
  const fresh = await mkdtemp(join(tmpdir(), 'petstore-pages-'));
  for (const mode of ['production', 'embed']) {
    const options = ['--mode', mode, '--outDir', fresh, '--logLevel', 'warn'];
    await promisify(execFile)(join(root, 'node_modules/.bin/vite'), ['build', 'web', ...options], { cwd: root });
  }
  await rename(fresh, folder).catch((error: unknown) => {
    // Another process was faster.
    if (!existsSync(folder)) throw error;
  });
  return folder;
}

/** Waits until it is there to be seen. */
export const expectToSee = (locator: Locator): Promise<void> => locator.waitFor({ state: 'visible' });

/** Waits until it is gone, or hidden. */
export const expectNotToSee = (locator: Locator): Promise<void> => locator.waitFor({ state: 'hidden' });

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** The rules that look at colours: all others find the same in light and in dark. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * What axe finds in the page that keeps people out: its serious and critical findings, one sentence each.
 *
 * @param rules those that are asked; all by default
 */
export async function barriersIn(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Half-way through a transition axe would judge colours that nobody reads. The pages move nothing for these visitors.
  expect(await page.evaluate('document.getAnimations().length'), `animations of ${page.url()}`).toBe(0);
  // Through the debugger, which no Content-Security-Policy hinders.
  if (await page.evaluate('typeof axe === "undefined"')) await page.evaluate(axe);
  // No rule asked here needs the style sheets themselves (`preload`), and nobody reads the selectors: together half of axe's time.
  const options = { preload: false, selectors: false, ...(rules !== undefined && { runOnly: rules }) };
  const { violations } = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as {
    violations: readonly Violation[];
  };
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`));
}

/** In light and dark, on a desk and on a phone, where nothing may reach over the edge either. */
export async function expectNoBarriers(page: Page): Promise<void> {
  for (const { viewport } of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    const mode = `${page.url()}, ${viewport.width} px wide`;
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await barriersIn(page), `${mode}, dark`).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    expect(await barriersIn(page, colourRules), `${mode}, light`).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth'), mode).toBeLessThanOrEqual(0);
  }
}
