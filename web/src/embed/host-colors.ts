const THEMES = ['auto', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

/** Red, green and blue from 0 to 255, and the opacity from 0 to 1. */
type Color = readonly [red: number, green: number, blue: number, alpha: number];

const WHITE: Color = [255, 255, 255, 1];
const BLACK: Color = [0, 0, 0, 1];
/** The surfaces of the board, from src/design/tokens.css. */
const SURFACES = { light: WHITE, dark: [28, 26, 24, 1] } as const satisfies Record<string, Color>;
/** WCAG 1.4.3, for text. */
const leastContrast = 4.5;

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
  const inBoth = (of: (surface: Color) => Color) =>
    `light-dark(${cssOf(of(SURFACES.light))}, ${cssOf(of(SURFACES.dark))})`;
  const soft = (surface: Color) => mixed(surface, accent, 0.14);
  const colors = {
    '--accent': cssOf(accent),
    '--accent-hover': cssOf(mixed(accent, onTopOf(accent) === WHITE ? BLACK : WHITE, 0.12)),
    '--accent-soft': inBoth(soft),
    '--accent-text': inBoth((surface) => legible(accent, soft(surface))),
    '--on-accent': cssOf(onTopOf(accent)),
  };
  for (const [name, value] of Object.entries(colors)) host.style.setProperty(name, value);
  return true;
}

const onTopOf = (color: Color): Color => (contrast(color, WHITE) >= contrast(color, BLACK) ? WHITE : BLACK);

/** The color, lighter or darker as far as it must be to be read. */
function legible(color: Color, background: Color): Color {
  const end = onTopOf(background);
  for (let share = 0; share < 1; share += 0.05) {
    const candidate = mixed(color, end, share);
    if (contrast(candidate, background) >= leastContrast) return candidate;
  }
  return end;
}

const mixed = (from: Color, to: Color, share: number): Color => {
  const at = (i: 0 | 1 | 2) => Math.round(from[i] + (to[i] - from[i]) * share);
  return [at(0), at(1), at(2), 1];
};

const cssOf = ([red, green, blue]: Color): string => `rgb(${red} ${green} ${blue})`;

/** WCAG 2.2, contrast ratio. */
function contrast(one: Color, other: Color): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance([red, green, blue]: Color): number {
  const linear = (value: number) => (value <= 10.31475 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
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
