import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { barriersIn, drawn, PHONE } from '../browser.ts';

const byHand = readFileSync(fileURLToPath(new URL('by-hand.js', import.meta.url)), 'utf8');

/** A window of 1280 × 1024 pixels at 400 %. WCAG 1.4.10 */
const ZOOMED = { width: 320, height: 256 };

/** The least distances of letters, words, lines and paragraphs that a page must bear. WCAG 1.4.12 */
const SPACED = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-block-end: 2em !important; }`;

/** What hinders people in a page as it is shown now, a sentence each. Afterwards the page is 320 × 256 pixels large. */
export async function hindrancesIn(page: Page): Promise<string[]> {
  const ask = (question: string) => page.evaluate<string[]>(`{ ${byHand} } ${question}`);
  const headings = await page.locator('h1:visible').count();
  await page.setViewportSize(PHONE.viewport);
  const small = await barriersIn(page, 'targets');
  await page.setViewportSize(ZOOMED);
  await drawn(page);
  const wider = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  const cut = await ask('cutTexts()');
  await page.evaluate(`{
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(${JSON.stringify(SPACED)});
    document.adoptedStyleSheets.push(sheet);
  }`);
  const spaced = await ask('cutTexts()');
  await page.evaluate('document.adoptedStyleSheets.pop()');
  // As if the last move was made by keyboard.
  await page.keyboard.press('Shift');
  await page.emulateMedia({ forcedColors: 'active' });
  const hidden = await ask('hiddenFocus()');
  await page.emulateMedia({ forcedColors: null });
  return [
    ...small,
    ...(headings === 1 ? [] : [`has ${headings} headings of level 1`]),
    ...(wider <= 0 ? [] : [`is ${wider} px too wide`]),
    ...[...new Set([...cut, ...spaced])].map((text) => `is cut: ${text}`),
    ...hidden,
  ];
}
