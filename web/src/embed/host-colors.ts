import { accentOf, BLACK, type Color, contrast, WHITE } from '../../../src/vocabulary/accent.ts';

const THEMES = ['auto', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

export const isTheme = (text: string): text is Theme => THEMES.some((theme) => theme === text);

/** Makes the board light or dark: as the host page says or, with `auto`, as the page is around the board, also when that changes. */
export function followTheme(host: HTMLElement, theme: Theme): void {
  if (theme !== 'auto') {
    host.dataset['theme'] = theme;
    return;
  }
  const follow = () => {
    host.dataset['theme'] = isDarkAround(host) ? 'dark' : 'light';
  };
  follow();
  const observer = new MutationObserver(follow);
  for (const root of [document.documentElement, document.body]) observer.observe(root, { attributes: true });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', follow);
  // Styles of the page may come later, or change slowly.
  addEventListener('load', follow);
  document.addEventListener('transitionend', follow);
}

function isDarkAround(host: HTMLElement): boolean {
  for (let around = host.parentElement; around !== null; around = around.parentElement) {
    const color = colorOf(getComputedStyle(around).backgroundColor);
    if (color !== undefined && color[3] > 0.5) return contrast(color, WHITE) > contrast(color, BLACK);
  }
  // A page without a background is white, or dark if it says that it may be.
  const { colorScheme } = getComputedStyle(document.documentElement);
  const mayBe = (scheme: string) => colorScheme.split(' ').includes(scheme);
  return mayBe('dark') && (!mayBe('light') || matchMedia('(prefers-color-scheme: dark)').matches);
}

/** Gives buttons and links the color of the host page. Their texts stay legible, whatever the color is. @returns false if it is no color */
export function setAccent(host: HTMLElement, text: string): boolean {
  const accent = colorOf(text);
  if (accent === undefined || !CSS.supports('color', text)) return false;
  for (const [name, value] of Object.entries(accentOf(accent))) host.style.setProperty(name, value);
  return true;
}

/** A color in any form that CSS has; a canvas knows them all. */
function colorOf(text: string): Color | undefined {
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (context === null) return undefined;
  context.fillStyle = text;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
  return [red, green, blue, alpha / 255];
}
