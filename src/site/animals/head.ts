import { decimalOf } from '../../vocabulary/animals/money.ts';
import { excerpt, plainStory } from '../../vocabulary/animals/story.ts';
import type { LanguageTag } from '../../vocabulary/languages.ts';
import type { PetStatus } from '../../vocabulary/pet-lifecycle.ts';
import { ageWord, breedWords, factLine, sexWord, termLabel } from '../../words/animals.ts';
import type { Words } from '../../words/en/catalogue.ts';
import type { Speaker } from '../../words/say.ts';
import { animalTitle } from '../../words/titles.ts';
import type { PageHead } from '../head.ts';
import type { BoardAnimal } from './animals.ts';

/** As much as search engines and others show. */
const descriptionLength = 300;

/** What is said about an animal where only a sentence or two have room. */
export function animalDescription(speaker: Speaker<Words>, { pet, profile, organization }: BoardAnimal): string {
  const version = profile.translations?.[speaker.language as LanguageTag];
  const { summary, description } = version ?? profile;
  const own = summary ?? (description === undefined ? '' : plainStory(description));
  const shown = profile.comingSoon === true ? 'soon' : pet.status;
  const status = statusSentence(speaker, pet.name, shown, organization?.name);
  const sentences = [own, factLine(speaker, profile), status]
    .filter((sentence) => sentence !== '')
    .map((sentence) => (/[.!?…؟。]$/.test(sentence) ? sentence : `${sentence}.`));
  return excerpt(sentences.join(' '), descriptionLength);
}

/** Such as `Rex is looking for a home at Riverside Shelter.` */
const statusSentence = (
  { say, words: { heads } }: Speaker<Words>,
  name: string,
  status: PetStatus | 'soon',
  organization: string | undefined,
): string =>
  organization === undefined
    ? say(heads.statuses[status], { name })
    : say(heads.statusesAt[status], { name, organization });

export const animalPath = (id: number): string => `/pets/${id}`;

/** The page of an animal that others are led to: at the service that has it. @param origin where visitors find this service */
export const animalUrl = ({ pet, profile }: Pick<BoardAnimal, 'pet' | 'profile'>, origin: string): string =>
  profile.origin?.url ?? origin + animalPath(pet.id);

/** @param origin where visitors find the service */
export function animalHead(animal: BoardAnimal, origin: string, speaker: Speaker<Words>): PageHead {
  const { pet, profile, photos, category, organization } = animal;
  const [photo] = photos;
  const title = animalTitle(speaker, pet.name, profile, category, organization?.name);
  return {
    title,
    description: animalDescription(speaker, animal),
    path: animalPath(pet.id),
    original: profile.origin?.url,
    siteName: organization?.name,
    picture: photo && {
      path: photo.urls.share,
      width: photo.width,
      height: photo.height,
      alt: photo.alt ?? title,
    },
    data: animalData(animal, origin, speaker),
  };
}

const AVAILABILITIES: Readonly<Record<PetStatus | 'soon', string>> = {
  available: 'InStock',
  pending: 'Reserved',
  sold: 'SoldOut',
  soon: 'OutOfStock',
};

/** JSON-LD. Schema.org has no type for an animal: as shelters' sites do, this calls it a product, and its adoption an offer. */
function animalData(animal: BoardAnimal, origin: string, speaker: Speaker<Words>): object {
  const { pet, profile, photos, category, organization } = animal;
  const url = animalUrl(animal, origin);
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: pet.name,
    description: animalDescription(speaker, animal),
    url,
    // A product has no language of its own.
    mainEntityOfPage: { '@type': 'WebPage', '@id': url, inLanguage: speaker.language },
    sku: profile.reference ?? String(pet.id),
    category: profile.species === undefined ? category : termLabel(speaker, 'species', profile.species),
    ...(photos.length === 0 ? {} : { image: photos.map(({ urls }) => origin + urls.share) }),
    additionalProperty: propertiesOf(animal, speaker),
    offers: {
      '@type': 'Offer',
      url,
      availability: `https://schema.org/${AVAILABILITIES[profile.comingSoon === true ? 'soon' : pet.status]}`,
      ...priceOf(animal),
      ...(organization === undefined ? {} : { offeredBy: organizationData(organization) }),
    },
  };
}

const propertiesOf = ({ profile }: BoardAnimal, speaker: Speaker<Words>): object[] => {
  const { breed, age, sex, size, goodWith = {} } = profile;
  const { animal, animals } = speaker.words;
  const values = {
    breed: breed && breedWords(speaker, breed),
    age: age && ageWord(speaker, age, profile),
    sex: sex === undefined || sex === 'unknown' ? undefined : sexWord(speaker, sex, profile),
    size: size && animals.sizes[size],
    goodWithChildren: goodWith.children && animal.compatibilities[goodWith.children],
    goodWithDogs: goodWith.dogs && animal.compatibilities[goodWith.dogs],
    goodWithCats: goodWith.cats && animal.compatibilities[goodWith.cats],
  };
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [{ '@type': 'PropertyValue', name, value }],
  );
};

function priceOf({ profile: { adoptionFee = {} } }: BoardAnimal): object {
  const { amount, currency, waived = false, display = true } = adoptionFee;
  if (!display || amount === undefined || currency === undefined) return {};
  return { price: decimalOf({ amount: waived ? 0 : amount, currency }), priceCurrency: currency };
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
