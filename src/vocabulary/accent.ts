/** Red, green and blue from 0 to 255, and the opacity from 0 to 1. */
export type Color = readonly [red: number, green: number, blue: number, alpha: number];

export const WHITE: Color = [255, 255, 255, 1];
export const BLACK: Color = [0, 0, 0, 1];
/** The surfaces of the board, from web/src/design/tokens.css. */
const SURFACES = { light: WHITE, dark: [28, 26, 24, 1] } as const satisfies Record<string, Color>;
/** WCAG 1.4.3, for text. */
const leastContrast = 4.5;

/** The properties of CSS that give buttons and links a color. Their texts stay legible, whatever the color is. */
export function accentOf(accent: Color): Readonly<Record<string, string>> {
  const inBoth = (of: (surface: Color) => Color) =>
    `light-dark(${cssOf(of(SURFACES.light))}, ${cssOf(of(SURFACES.dark))})`;
  const soft = (surface: Color) => mixed(surface, accent, 0.14);
  return {
    '--accent': cssOf(accent),
    '--accent-hover': cssOf(mixed(accent, onTopOf(accent) === WHITE ? BLACK : WHITE, 0.12)),
    '--accent-soft': inBoth(soft),
    '--accent-text': inBoth((surface) => legible(accent, soft(surface))),
    '--on-accent': cssOf(onTopOf(accent)),
  };
}

/** @param hex such as `#a3427a` */
export const hexColor = (hex: string): Color => {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return [part(1), part(3), part(5), 1];
};

/** For programs that know no other way to write a color, such as those for mail. */
export const hexOf = ([red, green, blue]: Color): string =>
  `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;

export const onTopOf = (color: Color): Color => (contrast(color, WHITE) >= contrast(color, BLACK) ? WHITE : BLACK);

/** The color, lighter or darker as far as it must be to be read. */
export function legible(color: Color, background: Color): Color {
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
export function contrast(one: Color, other: Color): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance([red, green, blue]: Color): number {
  const linear = (value: number) => (value <= 10.31475 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}
