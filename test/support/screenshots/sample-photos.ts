import type { Browser } from 'playwright-core';

/** Fur, with its dark and light parts, and the two colors of the place behind it. */
export type Look = readonly [coat: string, dark: string, light: string, near: string, far: string];

const SIZE = 900;

/** A drawing turned into something like a photo: fur instead of flat colors, light from one side, and a blurred place behind it. */
const pageOf = (drawing: string, [coat, dark, light, near, far]: Look, seed: number): string => `
<style>
  body { margin: 0; inline-size: ${SIZE}px; block-size: ${SIZE}px; overflow: hidden;
    background: linear-gradient(${far} 55%, ${near} 75%); }
  i { position: absolute; border-radius: 50%; filter: blur(28px); }
  svg.portrait { position: absolute; inset: 4% 4% -4% 4%; inline-size: 92%; block-size: 100%; overflow: visible;
    filter: url(#fur) drop-shadow(0 12px 30px #0006);
    --coat: ${coat} !important; --coat-dark: ${dark} !important; --coat-light: ${light} !important; --ink: #241d19; --blush: #d98f80; --collar: #a2483d; }
  .portrait-sun { display: none; }
  .portrait-line { fill: none; stroke: var(--ink); stroke-width: 2.2; stroke-linecap: round; }
</style>
${Array.from({ length: 14 }, (_, i) => {
  const at = (step: number) => (seed * 37 + i * step) % 100;
  return `<i style="left:${at(61) - 10}%;top:${at(43) * 0.7}%;inline-size:${60 + at(29) * 2}px;block-size:${60 + at(29) * 2}px;background:${i % 3 === 0 ? near : i % 3 === 1 ? '#fff' : far};opacity:${0.15 + at(17) / 300}"></i>`;
}).join('')}
<svg width="0" height="0"><filter id="fur" x="-10%" y="-10%" width="120%" height="120%">
  <feTurbulence type="fractalNoise" baseFrequency="0.11 0.035" numOctaves="4" seed="${seed}" result="noise"/>
  <feDisplacementMap in="SourceGraphic" in2="noise" scale="20" xChannelSelector="R" yChannelSelector="G" result="tufts"/>
  <feDiffuseLighting in="noise" surfaceScale="5" lighting-color="#fff4e2" result="light"><feDistantLight azimuth="235" elevation="52"/></feDiffuseLighting>
  <feComposite in="light" in2="tufts" operator="in" result="coat"/>
  <feBlend in="coat" in2="tufts" mode="multiply" result="lit"/>
  <feColorMatrix in="lit" values="1.25 0 0 0 0  0 1.25 0 0 0  0 0 1.25 0 0  0 0 0 1 0"/>
</filter></svg>
${drawing}`;

/** @param drawing the `svg` of an animal on the board @returns a JPEG */
export async function samplePhoto(browser: Browser, drawing: string, look: Look, seed: number): Promise<Blob> {
  const page = await browser.newPage({ viewport: { width: SIZE, height: SIZE } });
  await page.setContent(pageOf(drawing, look, seed));
  const jpeg = await page.screenshot({ type: 'jpeg', quality: 88 });
  await page.close();
  return new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' });
}
