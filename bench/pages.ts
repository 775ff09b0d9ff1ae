import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { callerOf } from './calls.ts';
import { runWithNumbers } from './command.ts';
import { addPets, temporaryFolder } from './database.ts';
import { BenchError, machine, quiet } from './machine.ts';
import { type Server, startPetstore } from './processes.ts';
import { median } from './rounds.ts';
import { table } from './table.ts';

const HELP = `npm run bench:pages [-- --rounds N]

How soon people see and use the pages of a service with 10,000 animals: Chromium at a quarter of this machine's speed, 400 kbit/s
down and up, and 400 ms of latency. Each visit is a browser's first. Build the site first: npm run pages.
`;

const ANIMALS = 10_000;
const WITH_PHOTOS = 24;
const phone = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
} as const;
const slowdown = 4;
const slow3g = { offline: false, latency: 400, downloadThroughput: 400_000 / 8, uploadThroughput: 400_000 / 8 };

/** What a person waits for: a page until something on it is drawn, or the slowest answer to what the person does. */
interface Wait {
  readonly label: string;
  readonly path: string;
  /** Milliseconds at most. */
  readonly target: number;
  /** Selects what has to be drawn; of images, one that has loaded. */
  readonly awaited: string;
  /** What the person then does. The wait is then the longest interaction to next paint. */
  readonly acts?: (page: Page) => Promise<void>;
}

const waitsOf = (animal: number): Wait[] => {
  const board = { path: '/', awaited: '.pet-card img' };
  const list = { path: '/console/animals', awaited: 'main article, main tbody tr:not([aria-hidden])' };
  return [
    { label: "board: first photo after the document's first byte", target: 1_500, ...board },
    {
      label: "animal's page: photo after the first byte",
      path: `/pets/${animal}`,
      awaited: 'main img',
      target: 2_000,
    },
    { label: 'console: animals after the first byte', target: 3_000, ...list },
    { label: 'board: interaction to next paint', target: 100, ...board, acts: chooseAnAnimal },
    { label: 'console: interaction to next paint', target: 100, ...list, acts: selectAnimals },
  ];
};

async function chooseAnAnimal(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Filters', exact: true }).tap();
  const dialog = page.getByRole('dialog');
  for (const _ of ['on', 'off']) await dialog.getByText('Children').tap();
  await dialog.getByRole('button', { name: 'Close' }).tap();
  const names = page.getByRole('searchbox', { name: 'Search by name' });
  await names.pressSequentially('Rex 99', { delay: 120 });
  await names.press('Enter');
  await page.locator('a.pet-card').first().tap();
  await page.getByRole('heading', { level: 1 }).waitFor();
}

async function selectAnimals(page: Page): Promise<void> {
  for (const index of [1, 2, 3]) await page.locator('main').getByRole('checkbox').nth(index).press('Space');
  const names = page.getByRole('searchbox', { name: 'Search by name' });
  await names.pressSequentially('Rex 99', { delay: 120 });
  await page
    .locator('main')
    .getByRole('link', { name: /^Rex 99/ })
    .first()
    .waitFor();
}

/** Records in the page when what is awaited is drawn, and the longest interaction. */
const watch = (awaited: string) => `
  globalThis.longest = 0;
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId > 0) longest = Math.max(longest, duration);
  }).observe({ type: 'event', durationThreshold: 16 });
  globalThis.drawn = new Promise((resolve) => {
    const look = () => {
      const isThere = [...document.querySelectorAll(${JSON.stringify(awaited)})].some(
        (element) => element.tagName !== 'IMG' || (element.complete && element.naturalWidth > 0),
      );
      if (!isThere) return requestAnimationFrame(look);
      // Chromium delays the first byte, but not the time that it gives for it.
      const { requestStart, responseStart } = performance.getEntriesByType('navigation')[0];
      const firstByte = Math.max(responseStart, requestStart + ${slow3g.latency});
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - firstByte)));
    };
    look();
  });
`;

async function visit(browser: Browser, { origin }: Server, cookie: string, wait: Wait): Promise<number> {
  const context = await browser.newContext(phone);
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url: origin }]);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const debug = await context.newCDPSession(page);
  await debug.send('Network.enable');
  await debug.send('Network.emulateNetworkConditions', slow3g);
  await debug.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(watch(wait.awaited));
  await page.goto(origin + wait.path, { waitUntil: 'commit' });
  const drawnMs = (await page.evaluate('drawn')) as number;
  await wait.acts?.(page);
  const longestMs = (await page.evaluate('longest')) as number;
  await context.close();
  return wait.acts === undefined ? drawnMs : longestMs;
}

/** Signs in as the operator, with what the first start of the service has printed. */
async function signIn({ origin }: Server, printed: string): Promise<string> {
  const token = /#token=(\S+)/.exec(printed)?.[1];
  const answer = await fetch(`${origin}/session/reset-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', 'x-petstore-page': '1' },
    body: JSON.stringify({ token, password: 'seven quiet otters' }),
  });
  const [cookie = ''] = (answer.headers.getSetCookie()[0] ?? '').split(';');
  if (answer.status !== 200) throw new BenchError(`The operator cannot sign in: ${await answer.text()}`);
  return cookie;
}

/** Gives the animals that visitors see first a photo each. @returns the id of the newest */
async function addPhotos(server: Server, printed: string): Promise<number> {
  const key = /psk_live_\w+/.exec(printed)?.[0] ?? '';
  const call = callerOf(server, key);
  const pets = await call<{ id: number }[]>('GET', `/v1/pets?status=available&limit=${WITH_PHOTOS}`);
  const headers = { 'content-type': 'image/jpeg' };
  for (const { id } of pets) await call('POST', `/v1/pets/${id}/photos`, await photo(), { headers });
  return pets[0]?.id ?? 0;
}

/**
 * Large and small shapes without an order, whose files have 15, 32 and 71 KB. Photos of animals and things, cut to the same 4:3, have 7 to 14 KB
 * at 300 pixels, and 16 to 45 KB at 600.
 */
function photo(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { width: 80, height: 60, channels: 3, background: '#888', noise } })
    .resize(1_600, 1_200)
    .jpeg()
    .toBuffer();
}

async function measure({ rounds }: { readonly rounds: number }): Promise<void> {
  const machineLine = machine();
  const folder = temporaryFolder();
  const log = join(folder, 'log');
  await using server = await startPetstore(folder, { pinned: false, log });
  addPets(folder, ANIMALS);
  const printed = readFileSync(log, 'utf8');
  const cookie = await signIn(server, printed);
  const waits = waitsOf(await addPhotos(server, printed)).map((wait) => ({ wait, all: [] as number[] }));
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] });
  for (let round = 0; round < rounds; round += 1)
    for (const { wait, all } of waits) {
      await quiet();
      process.stderr.write(`${wait.label} …\n`);
      all.push(await visit(browser, server, cookie, wait));
    }
  await browser.close();
  const shown = (ms: number) => Math.round(ms).toLocaleString('en');
  const rows = waits.map(({ wait: { label, target }, all }) => ({
    label: `${label}, ms`,
    median: shown(median(all)),
    most: shown(Math.max(...all)),
    target: shown(target),
  }));
  const titles = { label: 'measurement', median: 'median', most: 'most', target: 'target' };
  process.stdout.write(`\n${machineLine}\n\n${table(titles, rows)}\n`);
}

await runWithNumbers('bench:pages', HELP, { rounds: 5 }, measure);
