import { expect } from 'vitest';

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === 'string';
const flag: Check = (value) => typeof value === 'boolean';
const count: Check = (value) => Number.isSafeInteger(value);
const number: Check = (value) => typeof value === 'number';
const time: Check = (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/.test(value);
const link = (pattern: RegExp): Check => shape({ href: (value) => typeof value === 'string' && pattern.test(value) });
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const oneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);
const list =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);
/** An object with exactly these members, in this order. */
const shape =
  (members: Readonly<Record<string, Check>>): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    JSON.stringify(Object.keys(value)) === JSON.stringify(Object.keys(members)) &&
    Object.entries(value).every(([name, member]) => members[name]!(member));

const photo = shape({ small: text, medium: text, large: text, full: text });

/** The members of the contract's table, with the types that they may have. */
const ANIMAL: Readonly<Record<string, Check>> = {
  id: (value) => count(value) && Number(value) <= 2_147_483_647,
  organization_id: (value) => typeof value === 'string' && /^[A-Z]{2}\d+$/.test(value),
  url: text,
  type: oneOf('Dog', 'Cat', 'Rabbit', 'Small & Furry', 'Horse', 'Bird', 'Scales, Fins & Other', 'Barnyard'),
  species: text,
  breeds: shape({ primary: text, secondary: orNull(text), mixed: flag, unknown: flag }),
  colors: shape({ primary: orNull(text), secondary: orNull(text), tertiary: orNull(text) }),
  age: oneOf('Baby', 'Young', 'Adult', 'Senior'),
  gender: oneOf('Male', 'Female', 'Unknown'),
  size: oneOf('Small', 'Medium', 'Large', 'Extra Large'),
  coat: oneOf('Hairless', 'Short', 'Medium', 'Long', 'Wire', 'Curly', null),
  attributes: shape({
    spayed_neutered: flag,
    house_trained: flag,
    declawed: orNull(flag),
    special_needs: flag,
    shots_current: flag,
  }),
  environment: shape({ children: orNull(flag), dogs: orNull(flag), cats: orNull(flag) }),
  tags: list(text),
  name: text,
  description: orNull((value) => typeof value === 'string' && !/[<>"']/.test(value)),
  organization_animal_id: orNull(text),
  photos: list(photo),
  primary_photo_cropped: orNull(photo),
  videos: list(shape({ embed: text })),
  status: oneOf('adoptable', 'adopted'),
  status_changed_at: time,
  published_at: time,
  distance: orNull(number),
  contact: shape({
    email: orNull(text),
    phone: orNull(text),
    address: shape({
      address1: orNull(text),
      address2: orNull(text),
      city: text,
      state: text,
      postcode: text,
      country: text,
    }),
  }),
  _links: shape({
    self: link(/^\/v2\/animals\/\d+$/),
    type: link(/^\/v2\/types\/[a-z-]+$/),
    organization: link(/^\/v2\/organizations\/[a-z]{2}\d+$/),
  }),
};

/** Asserts that an animal has exactly the members of the contract, in their order, null only where it may be. */
export function expectAnimal(animal: Readonly<Record<string, unknown>>): void {
  expect(Object.keys(animal)).toEqual(Object.keys(ANIMAL));
  const wrong = Object.entries(animal).filter(([name, value]) => ANIMAL[name]?.(value) !== true);
  expect(wrong).toEqual([]);
  const {
    type,
    attributes,
    breeds,
    photos,
    primary_photo_cropped: cropped,
  } = animal as {
    type: string;
    attributes: { declawed: boolean | null };
    breeds: { secondary: string | null; mixed: boolean };
    photos: unknown[];
    primary_photo_cropped: object | null;
  };
  expect(attributes.declawed === null).toBe(type !== 'Cat');
  expect(breeds.secondary === null || breeds.mixed).toBe(true);
  expect(cropped === null).toBe(photos.length === 0);
}
