import { type CliCommand, int64, wholeNumber } from './command.ts';

/** The commands of `petstore pets photos`. */
export function addPhotos(pets: CliCommand): void {
  const photos = pets.command('photos').description("List, add, move and remove an animal's photos.");
  const petId = ['<pet-id>', 'the id of the animal', int64] as const;
  const photoId = ['<photo-id>', 'the id of the photo', int64] as const;

  photos
    .command('list')
    .description('List the photos of an animal, in their order.')
    .argument(...petId)
    .json()
    .example('petstore pets photos list 42')
    .runs(async () => (await import('../remote/photos.ts')).listPhotos);

  photos
    .command('add')
    .description('Add a photo behind the others. Where and when it was taken is not kept.')
    .argument(...petId)
    .argument('<file>', 'the image: JPEG, PNG, WebP, GIF or AVIF')
    .option('--alt <text>', 'what the photo shows, for those who cannot see it')
    .json()
    .example('petstore pets photos add 42 rex.jpg --alt "A brown dog asleep on a red sofa"')
    .runs(async () => (await import('../remote/photos.ts')).addPhoto);

  photos
    .command('move')
    .description('Move a photo to another place. The first photo is the one that lists show.')
    .argument(...petId)
    .argument(...photoId)
    .argument('<position>', 'the place, counted from 0', wholeNumber)
    .json()
    .example('petstore pets photos move 42 7 0')
    .runs(async () => (await import('../remote/photos.ts')).movePhoto);

  photos
    .command('remove')
    .description('Remove a photo. This cannot be undone.')
    .argument(...petId)
    .argument(...photoId)
    .json()
    .example('petstore pets photos remove 42 7')
    .runs(async () => (await import('../remote/photos.ts')).removePhoto);
}
