import './portrait.css';
import { DRAWINGS } from './drawings.tsx';
import type { Species } from './species.ts';

/** The colors of one animal. */
type Coat = readonly [coat: string, dark: string, light: string];

const FUR: readonly Coat[] = [
  ['#d9935a', '#b06a34', '#fbe9d3'],
  ['#8a6248', '#64432f', '#ecd5bd'],
  ['#e9d3ad', '#c9a873', '#fffaf0'],
  ['#8d949c', '#666d76', '#eceff1'],
  ['#55504d', '#3a3634', '#d9d2ca'],
  ['#f4eee4', '#cdb99c', '#ffffff'],
  ['#b98b6b', '#8a5c40', '#f7e7d6'],
];
const FEATHERS: readonly Coat[] = [
  ['#4f9d8f', '#35776c', '#f6e3a8'],
  ['#e0b13f', '#b9862a', '#fff4cf'],
  ['#6b94c8', '#466fa5', '#f4ead9'],
  ['#d97862', '#ad5342', '#fbe3d4'],
  ['#8f8a7d', '#69655a', '#f0ebdf'],
];
const SCALES: readonly Coat[] = [
  ['#7fa55b', '#587a3c', '#dfe8b8'],
  ['#5f9a7a', '#3f7357', '#d9ecd6'],
  ['#a9a05a', '#7b7338', '#f0e9c0'],
];
const FINS: readonly Coat[] = [
  ['#e58a3f', '#c0672a', '#fff0dc'],
  ['#5b93c4', '#3d6f9f', '#e6f1f8'],
  ['#d7a93a', '#ae8222', '#fff3cb'],
  ['#cf6f6a', '#a44e4c', '#fbe2dc'],
];
const COATS: Readonly<Record<Species, readonly Coat[]>> = {
  dog: FUR,
  cat: FUR,
  rabbit: FUR,
  rodent: FUR,
  other: FUR,
  bird: FEATHERS,
  reptile: SCALES,
  fish: FINS,
};
/** For animals without a photo: their colors are unknown. */
const NEUTRAL: Coat = ['#b3aca2', '#8d867c', '#ece7df'];
/** Hues of the background: sand, rose, lilac, sky, mint, meadow. */
const HUES = [75, 20, 310, 240, 180, 130] as const;

interface PortraitProps {
  /** Undefined until it is known: the background alone is drawn. */
  readonly species: Species | undefined;
  /** Decides what it looks like, so that it always looks the same. */
  readonly id: number;
  /** Whether it is a decoration, and stands for no animal. */
  readonly isColored?: boolean;
}

/** A drawing of an animal. Decorative: its name is beside it. */
export function Portrait({ species, id, isColored = false }: PortraitProps) {
  const chance = hashOf(id);
  const choose = <Item,>(items: readonly Item[], part: number) => items[(chance >>> part) % items.length];
  const [coat, dark, light] = (isColored && choose(COATS[species ?? 'other'], 3)) || NEUTRAL;
  const hue = choose(HUES, 11);
  const Drawing = species && DRAWINGS[species];
  return (
    <svg
      class={isColored ? 'portrait portrait-colored' : 'portrait'}
      viewBox="0 0 120 120"
      aria-hidden="true"
      style={{ '--coat': coat, '--coat-dark': dark, '--coat-light': light, '--hue': String(hue) }}
    >
      <circle class="portrait-sun" cx={30 + ((chance >>> 17) % 60)} cy={34 + ((chance >>> 23) % 24)} r="44" />
      {Drawing !== undefined && <Drawing marking={(chance >>> 20) % 4} />}
    </svg>
  );
}

/** Hashes a number to 32 bits (the finalizer of MurmurHash3). */
function hashOf(id: number): number {
  let bits = (id ^ Math.floor(id / 2 ** 32)) | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
