import { type Browser, chromium } from 'playwright-core';
import { runWithNumbers } from './command.ts';
import { makeDatabase, temporaryFolder } from './database.ts';
import { machine, quiet } from './machine.ts';
import { startPetstore } from './processes.ts';
import { median } from './rounds.ts';
import { table } from './table.ts';

const HELP = `npm run bench:first-view -- [--rounds N]

How soon a visitor with a slow phone sees the adoption board: Chromium at a quarter of this machine's speed, 1.6 Mbit/s down,
750 kbit/s up and 150 ms of latency. Build the site first: npm run pages.
`;

const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true } as const;
const slowdown = 4;
const network = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };

interface View {
  /** Milliseconds since the start of the navigation, like `firstAnimals`. */
  readonly firstPaint: number;
  readonly firstAnimals: number;
  /** Bytes transferred until the first animals appeared. */
  readonly bytes: number;
}

/** Records when the first card has been drawn. */
const watch = `
  new MutationObserver((_, observer) => {
    if (document.querySelector('a.pet-card') === null) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => { globalThis.firstAnimals = performance.now(); }));
  }).observe(document, { subtree: true, childList: true });
`;

async function firstView(browser: Browser, origin: string): Promise<View> {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  const debug = await context.newCDPSession(page);
  let bytes = 0;
  debug.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await debug.send('Network.enable');
  await debug.send('Network.emulateNetworkConditions', network);
  await debug.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(watch);
  await page.goto(origin, { waitUntil: 'commit' });
  await page.locator('a.pet-card').first().waitFor();
  const until = bytes;
  const [firstPaint, firstAnimals] = (await page.evaluate(
    '[performance.getEntriesByName("first-contentful-paint")[0].startTime, globalThis.firstAnimals]',
  )) as [number, number];
  await context.close();
  return { firstPaint, firstAnimals, bytes: until };
}

async function measure({ rounds }: { readonly rounds: number }): Promise<void> {
  const machineLine = machine();
  const database = makeDatabase(temporaryFolder(), 1_000);
  await using server = await startPetstore(database.dataDir, { pinned: false });
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] });
  const views: View[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await quiet();
    views.push(await firstView(browser, server.origin));
  }
  await browser.close();
  const row = (label: string, values: readonly number[], target: string) => ({
    label,
    median: Math.round(median(values)).toLocaleString('en'),
    best: Math.round(Math.min(...values)).toLocaleString('en'),
    target,
  });
  const rows = [
    row(
      'first paint, ms',
      views.map(({ firstPaint }) => firstPaint),
      '1,000',
    ),
    row(
      'first animals, ms',
      views.map(({ firstAnimals }) => firstAnimals),
      '',
    ),
    row(
      'transferred until then, bytes',
      views.map(({ bytes }) => bytes),
      '',
    ),
  ];
  process.stdout.write(
    `\n${machineLine}\n\n${table({ label: 'measurement', median: 'median', best: 'best', target: 'target' }, rows)}\n`,
  );
}

await runWithNumbers('bench:first-view', HELP, { rounds: 7 }, measure);
