import type { BadCellLine } from '../vocabulary/import-report.ts';
import { MAX_PHOTOS } from '../vocabulary/photos.ts';
import { type Animal, badCell, type FurtherPhotos } from './animals.ts';
import type { NamedPhoto } from './photos/addresses.ts';

/** What one batch may weigh: it is one transaction. */
const mostBytes = 262_144;
/** What each photo and each bond adds to it. */
const owedBytes = 128;

/** Collects animals until they are as many as one transaction takes. */
export function openBatch(most: number) {
  let animals: Animal[] = [];
  let bytes = 0;

  return {
    isFull: (): boolean => animals.length >= most || bytes >= mostBytes,

    /** @returns the first photo that is one too many */
    add(animal: Animal, rowBytes: number): BadCellLine[] {
      const { kept, tooMany } = upToMost(animal.photos);
      animals.push({ ...animal, photos: kept });
      bytes += rowBytes + owedBytes * (kept.length + animal.bonds.length);
      return tooMany;
    },

    /** Adds photos that a later row names to the animal before it; undefined if that is another one. */
    addPhotos({ reference, photos, badCells }: FurtherPhotos): BadCellLine[] | undefined {
      const animal = animals.at(-1);
      if (animal?.reference !== reference) return undefined;
      const known = new Set(animal.photos.map(({ url }) => url));
      const { kept, tooMany } = upToMost([...animal.photos, ...photos.filter(({ url }) => !known.has(url))]);
      animals[animals.length - 1] = { ...animal, photos: kept };
      return [...badCells, ...tooMany];
    },

    take(): readonly Animal[] {
      const taken = animals;
      animals = [];
      bytes = 0;
      return taken;
    },
  };
}

function upToMost(named: readonly NamedPhoto[]) {
  const first = named[MAX_PHOTOS];
  const tooMany = first === undefined ? [] : [badCell({ ...first, value: first.url, reason: TOO_MANY })];
  return { kept: named.slice(0, MAX_PHOTOS), tooMany };
}

const TOO_MANY = `An animal has at most ${MAX_PHOTOS} photos; this one and those behind it are left out.`;
