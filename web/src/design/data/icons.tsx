import type { ANIMAL_LINES } from './animal-icons.ts';
import type { STAFF_LINES } from './staff-icons.ts';

/** The paths of the icons, 20 by 20. */
const LINES = {
  alert: 'M10 6.5v4M10 13.4v.1M10 2.9 17.6 16.3H2.4z',
  back: 'M16 10H4M9 5l-5 5 5 5',
  check: 'm4 10.5 4 4 8-9',
  chevron: 'm6 8 4 4 4-4',
  clock: 'M10 5.8V10l2.8 1.8M17.2 10a7.2 7.2 0 1 1-14.4 0 7.2 7.2 0 0 1 14.4 0z',
  close: 'm5 5 10 10M15 5 5 15',
  heart:
    'M10 16.5C4.5 13 2.8 10.3 2.8 7.7A3.7 3.7 0 0 1 6.5 4c1.5 0 2.7.8 3.5 2 .8-1.2 2-2 3.5-2a3.7 3.7 0 0 1 3.7 3.7c0 2.6-1.7 5.3-7.2 8.8z',
  info: 'M10 9.2v4.3M10 6.6v.1M17.2 10a7.2 7.2 0 1 1-14.4 0 7.2 7.2 0 0 1 14.4 0z',
  mail: 'M3 5h14v10H3zM3 5.5l7 5.5 7-5.5',
  moon: 'M16.5 11.8A7 7 0 0 1 8.2 3.5a7 7 0 1 0 8.3 8.3z',
  phone:
    'M7 3.5H4.2c-.7 0-1.2.6-1.2 1.3C3.4 11.3 8.7 16.6 15.2 17c.7 0 1.3-.5 1.3-1.2V13L13 11.7l-1.7 1.7a11 11 0 0 1-4.7-4.7l1.7-1.7z',
  pin: 'M10 17.5c3.6-3.6 5.5-6.5 5.5-8.9a5.5 5.5 0 0 0-11 0c0 2.4 1.9 5.3 5.5 8.9zM10 10.6a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  refresh: 'M16.5 4v4h-4M16.2 8A6.7 6.7 0 1 0 16.7 11',
  search: 'M13 13l4 4M14.5 8.8a5.7 5.7 0 1 1-11.4 0 5.7 5.7 0 0 1 11.4 0z',
  settings: 'M3 6h8M15 6h2M3 14h2M9 14h8M13 8a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM7 16a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  sun: 'M10 13.4a3.4 3.4 0 1 0 0-6.8 3.4 3.4 0 0 0 0 6.8zM10 2v1.5M10 16.5V18M18 10h-1.5M3.5 10H2M15.7 4.3l-1.1 1.1M5.4 14.6l-1.1 1.1M15.7 15.7l-1.1-1.1M5.4 5.4 4.3 4.3',
} as const;

export type IconName = keyof typeof LINES | keyof typeof ANIMAL_LINES | keyof typeof STAFF_LINES;

let lines: Readonly<Partial<Record<IconName, string>>> = LINES;

/** For pages after the first view. */
export function addIcons(more: Readonly<Partial<Record<IconName, string>>>): void {
  lines = { ...lines, ...more };
}

interface IconProps {
  readonly name: IconName;
  /** In CSS pixels; 20 by default. */
  readonly size?: number;
  /** The accessible name. Without it the icon is decorative. */
  readonly label?: string;
}

/** An icon in the color of the text. */
export function Icon({ name, size = 20, label }: IconProps) {
  return (
    <svg
      class="icon"
      width={size}
      height={size}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      stroke-width={name === 'more' ? 3 : name === 'animals' ? 2 : 1.5}
      stroke-linecap="round"
      stroke-linejoin="round"
      {...(label === undefined ? { 'aria-hidden': 'true' } : { role: 'img', 'aria-label': label })}
    >
      <path d={lines[name]} />
    </svg>
  );
}
