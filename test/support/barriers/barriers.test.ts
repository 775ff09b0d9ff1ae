import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { barriersIn, type Browser, openBrowser } from '../browser.ts';

// The check that all pages pass: it must find what they must not have.

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await openBrowser(['null']);
  page = await browser.open('data:text/html,');
});
afterAll(() => browser.close());

async function barriersOf(body: string, style = ''): Promise<string[]> {
  const head = `<title>T</title><style>body { background: #fff; color: #111 } ${style}</style>`;
  await page.setContent(
    `<!doctype html><html lang="en"><head>${head}</head><body><main><h1>T</h1>${body}</main></body></html>`,
  );
  return (await barriersIn(page)).map((text) => text.slice(0, text.indexOf(' Fix')));
}

test('finds an image without an alternative text', async () => {
  expect(await barriersOf('<img src="data:,">')).toEqual([expect.stringMatching(/^image-alt: <img/)]);
});

test('finds a page without a title and a language', async () => {
  await page.setContent('<!doctype html><h1>T</h1>');
  const rules = (await barriersIn(page)).map((text) => text.slice(0, text.indexOf(':')));
  expect(rules.toSorted()).toEqual(['document-title', 'html-has-lang']);
});

test('finds a faint text among others that look nearly the same', async () => {
  const lines = '<div><p>Line</p></div>'.repeat(9);
  expect(await barriersOf(lines)).toEqual([]);
  const seventh = (style: string) => barriersOf(lines, `p { font-size: 30px } div:nth-child(7) ${style}`);
  expect(await seventh('{ background: #333 }')).toHaveLength(1);
  expect(await seventh('{ opacity: 0.3 }')).toHaveLength(1);
  expect(await seventh('p { color: #aaa }')).toHaveLength(1);
  expect(await barriersOf(lines, 'p { color: #888; font-size: 30px }')).toEqual([]);
  expect(await seventh('p { color: #888; font-size: 16px }')).toHaveLength(1);
});

test('finds a faint text after the colors have changed', async () => {
  const style = '@media (prefers-color-scheme: dark) { p { color: #eee } }';
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await barriersOf('<p>Line</p>'.repeat(9), style)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await barriersIn(page, 'colors')).not.toEqual([]);
});

test('finds a faint text after the colors have changed, beside one that is scrolled away', async () => {
  const style =
    'div { inline-size: 90px; overflow: auto } p { color: #123; inline-size: max-content } @media (prefers-color-scheme: dark) { p { color: #eee } }';
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await barriersOf(`<div tabindex="0"><p>${'Long line '.repeat(9)}</p><p>Line</p></div>`, style)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await barriersIn(page, 'colors')).toContainEqual(expect.stringMatching(/^color-contrast: <p>Line/));
});

test('finds a faint text although others that look the same are scrolled away', async () => {
  // Axe cannot judge the uppermost text and the one that ends first: both are in part out of sight.
  const lines = [
    'Long line '.repeat(9),
    'One line',
    ...Array.from({ length: 9 }, () => 'Long line '.repeat(9)),
    'Line',
  ];
  const style =
    'div { inline-size: 90px; block-size: 100px; overflow: auto } p { color: #aaa; inline-size: max-content; margin: 10px }';
  expect(
    await barriersOf(`<div tabindex="0">${lines.map((line) => `<p>${line}</p>`).join('')}</div>`, style),
  ).toHaveLength(1);
});

test('finds a text that is faint on what lies behind it, wherever that is in the document', async () => {
  const text = '<em style="position: absolute; inset-block-start: 700px; z-index: 2">Line</em>';
  const behind = '<div style="position: absolute; inset: 0; background: #333; z-index: 1"></div>';
  const lines = '<p>Line</p>'.repeat(90);
  const found = [expect.stringMatching(/^color-contrast: <em/)];
  expect(await barriersOf(`<div style="position: relative; z-index: 0">${text}${lines}${behind}</div>`)).toEqual(found);
});

test('finds a link that only its color tells from the text around it, also where its contrast is known', async () => {
  const text = '<p>Line</p>'.repeat(90) + '<p>Read <span>the <a href="/">terms</a></span> first.</p>';
  const style = 'a { color: #222; text-decoration: none }';
  expect(await barriersOf(text, `${style} a { border-block-end: 1px solid }`)).toEqual([]);
  expect(await barriersOf(text, style)).toEqual([expect.stringMatching(/^link-in-text-block: <a/)]);
});

test('finds it again in another page, after it was found', async () => {
  const faint = '<em style="color: #aaa">Faint</em>';
  expect(await barriersOf(faint)).toHaveLength(1);
  expect(await barriersOf(faint)).toHaveLength(1);
});

test('finds at another width what is shown or has lost its name there', async () => {
  const style =
    '.wide { display: none } @media (width > 600px) { .narrow { display: none } .wide { display: inline } }';
  const button = '<button><span class="narrow">Close</span></button>';
  await page.setViewportSize({ width: 400, height: 800 });
  expect(await barriersOf(`<img class="wide" src="data:,">${button}<p>Line</p>`, style)).toEqual([]);
  await page.setViewportSize({ width: 800, height: 800 });
  const found = await barriersIn(page, 'layout');
  expect(found.map((text) => text.slice(0, text.indexOf(':'))).toSorted()).toEqual(['button-name', 'image-alt']);
  expect((await barriersIn(page, 'layout')).map((text) => text.slice(0, text.indexOf(':')))).toEqual(['button-name']);
});
