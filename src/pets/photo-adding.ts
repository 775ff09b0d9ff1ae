import type { Queries } from '../database/database.ts';
import { ApiError } from '../http/errors.ts';
import type { SpooledBody } from '../http/pipeline/spool.ts';
import type { Actor } from '../vocabulary/actors.ts';
import { MAX_PHOTOS } from '../vocabulary/photos.ts';
import type { DecodedPhoto } from './photos/decoding/answers.ts';
import type { Decoder, Sender } from './photos/decoding/decoder.ts';
import type { Photo } from './photos/schema.ts';
import { newPhotoName, type PhotoFiles } from './photos/storage/photo-files.ts';
import type { PhotoStore } from './photos/store.ts';
import type { PetStore, StoredPet } from './store.ts';

export interface AddingParts {
  readonly pets: PetStore;
  readonly photos: PhotoStore;
  readonly files: PhotoFiles;
  readonly decoder: Decoder;
  /** As in `petRoutes`. */
  readonly writeExpiry: (tx: Queries, pet: StoredPet) => Promise<void>;
  /** Learns that files which no photo names could not be removed: the sweep does it. */
  readonly onLeftOver: (error: unknown, name: string) => void;
}

/** An image that is to become a photo of an animal. */
export interface Addition<Result> {
  readonly image: SpooledBody;
  readonly alt?: string | undefined;
  readonly sender: Sender;
  /** What the files of the photo may have together. */
  readonly mostBytes?: number;
  readonly by: Actor;
  /** The animal, which must be there and may be changed. @throws ApiError */
  readonly find: (db?: Queries) => Promise<StoredPet>;
  /** Runs the work in a transaction, or gives a result that an earlier one had. */
  readonly commit: (work: (tx: Queries) => Promise<Added>) => Promise<Result>;
}

interface Added {
  readonly photo: Photo;
  readonly petId: number;
  /** Of its files; undefined if the animal had the photo already. */
  readonly bytes: number | undefined;
}

export type PhotoAdding = ReturnType<typeof photoAdding>;

/** Adds photos: decodes the image, keeps the files, and then commits the photo that names them. */
export function photoAdding({ pets, photos, files, decoder, writeExpiry, onLeftOver }: AddingParts) {
  /** Whether a photo of the image would be added: if not, it need not be decoded. */
  async function isWanted({ sha256 }: SpooledBody, find: () => Promise<StoredPet>): Promise<boolean> {
    try {
      const { pet } = await find();
      return (await photos.findImage(pet.id, sha256)) === undefined && (await photos.list(pet.id)).length < MAX_PHOTOS;
    } catch (error) {
      // The transaction answers with it, unless there is a stored answer.
      if (error instanceof ApiError) return false;
      throw error;
    }
  }

  /** What is noted of a change, in the transaction of the change. */
  async function note(tx: Queries, found: StoredPet, by: Actor): Promise<void> {
    await writeExpiry(tx, found);
    await pets.noteChange(tx, found, ['photos'], by);
  }

  /** Removes files that no photo names. */
  const discard = (name: string): Promise<void> =>
    files.remove(name).catch((error: unknown) => onLeftOver(error, name));

  return {
    note,
    discard,

    /**
     * Adds a photo behind the others; an image that the animal has already is not added again.
     *
     * @throws ApiError `invalid_body` if it is no image, `too_many_photos`, `service_unavailable`
     */
    async add<Result>({
      image,
      alt,
      sender,
      mostBytes = Infinity,
      by,
      find,
      commit,
    }: Addition<Result>): Promise<Result> {
      const name = newPhotoName();
      let decoded: DecodedPhoto | undefined;
      if (await isWanted(image, find)) {
        decoded = await decoder.decode(image.path, sender);
        if (bytesOf(decoded) > mostBytes) throw new ApiError('invalid_body', 'The photo has too many bytes.');
        await files.put(name, decoded.files).catch(cannotBeKept);
      }
      let isKept = false;
      try {
        return await commit(async (tx) => {
          isKept = false;
          const found = await find(tx);
          const petId = found.pet.id;
          let photo = await photos.findImage(petId, image.sha256, tx);
          if (photo === undefined) {
            if ((await photos.list(petId, tx)).length >= MAX_PHOTOS)
              throw new ApiError('too_many_photos', `An animal has at most ${MAX_PHOTOS} photos; remove one first.`);
            if (decoded === undefined) return cannotBeKept(new Error('The photos have changed meanwhile.'));
            photo = await photos.add(tx, petId, { name, hash: image.sha256, alt, decoded });
            await note(tx, found, by);
            isKept = true;
          }
          return { photo, petId, bytes: isKept && decoded !== undefined ? bytesOf(decoded) : undefined };
        });
      } finally {
        // A transaction that failed after its work may have been committed all the same: then the sweep decides.
        if (decoded !== undefined && !isKept) await discard(name);
      }
    },
  };
}

const bytesOf = ({ files }: DecodedPhoto): number => Object.values(files).reduce((sum, file) => sum + file.length, 0);

const cannotBeKept = (cause: unknown): never => {
  throw new ApiError('service_unavailable', 'The photo could not be kept; send it again.', {
    headers: { 'retry-after': '5' },
    cause,
  });
};
