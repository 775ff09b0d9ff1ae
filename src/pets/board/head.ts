import type { PageHead } from '../../http/site/head.ts';
import { animalTitle, statusSentence } from '../../vocabulary/animal-words.ts';
import type { PetStatus } from '../../vocabulary/pet-lifecycle.ts';
import type { BoardAnimal } from './animals.ts';

/** What is said about an animal where only a sentence or two have room. */
export const animalDescription = ({ pet, organization }: BoardAnimal): string =>
  statusSentence(pet.name, pet.status, organization?.name);

export const animalPath = (id: number): string => `/pets/${id}`;

/** @param origin where visitors find the service */
export function animalHead(animal: BoardAnimal, origin: string): PageHead {
  const { pet, category, organization } = animal;
  return {
    title: animalTitle(pet.name, category, organization?.name),
    description: animalDescription(animal),
    path: animalPath(pet.id),
    siteName: organization?.name,
    data: animalData(animal, origin),
  };
}

const AVAILABILITIES: Readonly<Record<PetStatus, string>> = {
  available: 'InStock',
  pending: 'Reserved',
  sold: 'SoldOut',
};

/** JSON-LD. Schema.org has no type for an animal: as shelters' sites do, this calls it a product, and its adoption an offer. */
function animalData(animal: BoardAnimal, origin: string): object {
  const { pet, category, organization } = animal;
  const url = origin + animalPath(pet.id);
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: pet.name,
    description: animalDescription(animal),
    url,
    sku: String(pet.id),
    category,
    offers: {
      '@type': 'Offer',
      url,
      availability: `https://schema.org/${AVAILABILITIES[pet.status]}`,
      ...(organization === undefined ? {} : { offeredBy: organizationData(organization) }),
    },
  };
}

function organizationData({ name, email, phone, website, address }: NonNullable<BoardAnimal['organization']>): object {
  return {
    '@type': 'AnimalShelter',
    name,
    email,
    telephone: phone,
    url: website,
    ...(address === undefined
      ? {}
      : {
          address: {
            '@type': 'PostalAddress',
            streetAddress: address.street,
            addressLocality: address.city,
            addressRegion: address.region,
            postalCode: address.postalCode,
            addressCountry: address.country,
          },
        }),
  };
}
