import type { Part } from '../mail/letter.ts';
import type { PhotoStore } from './photos/store.ts';
import type { PetStore } from './store.ts';

interface PictureParts {
  readonly pets: Pick<PetStore, 'find'>;
  readonly photos: Pick<PhotoStore, 'ofPets'>;
  /** Of the site, such as `https://pets.shelter.example`. */
  readonly origin: string;
}

/** The first photo of an animal, for a mail. Empty where visitors do not see the animal: a mail has no key to fetch it with. */
export type PictureOf = (petId: number) => Promise<Part[]>;

export const pictureOfPet =
  ({ pets, photos, origin }: PictureParts): PictureOf =>
  async (petId) => {
    const found = await pets.find(petId, { publicOnly: true });
    const photo = found && (await photos.ofPets([petId])).get(petId)?.[0];
    return photo === undefined ? [] : [{ picture: origin + photo.urls.share, alt: photo.alt ?? found?.pet.name ?? '' }];
  };
