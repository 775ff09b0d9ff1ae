import type { PetStatus } from './pet-lifecycle.ts';

/** The title of an animal's page, such as `Rex · Dogs · Riverside Shelter`. */
export const animalTitle = (name: string, category: string | undefined, organization: string | undefined): string =>
  [name, category, organization].filter((part) => part !== undefined).join(' · ');

const STATUS_WORDS: Readonly<Record<PetStatus, string>> = {
  available: 'is looking for a home',
  pending: 'is reserved',
  sold: 'has found a home',
};

/** Such as `Rex is looking for a home at Riverside Shelter.` */
export const statusSentence = (name: string, status: PetStatus, organization: string | undefined): string =>
  `${name} ${STATUS_WORDS[status]}${organization === undefined || status === 'sold' ? '' : ` at ${organization}`}.`;
