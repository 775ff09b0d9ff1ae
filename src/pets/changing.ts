import type { Queries } from '../database/database.ts';
import { ApiError, existing } from '../http/errors.ts';
import type { Now } from '../time/clock.ts';
import type { Actor } from '../vocabulary/actors.ts';
import { merged } from '../vocabulary/merge-patch.ts';
import { mayChange, type PetStatus } from '../vocabulary/pet-lifecycle.ts';
import { requireNoOrder } from './changeable.ts';
import { leaves } from './hiding.ts';
import { requireAcceptable } from './profile/rules.ts';
import type { PetPatch } from './schema.ts';
import type { PetStore, StoredPet } from './store.ts';

/**
 * Checks whether anybody may give an animal this status now.
 *
 * @throws ApiError `pet_has_open_order`, `invalid_status_transition`
 */
export async function requireMayBecome(
  tx: Queries,
  pets: PetStore,
  found: StoredPet,
  status: PetStatus,
): Promise<void> {
  const from = found.pet.status;
  if (status === from) return;
  await requireNoOrder(tx, pets, found);
  if (mayChange(from, status)) return;
  throw new ApiError(
    'invalid_status_transition',
    `The \`status\` of an animal cannot change from \`${from}\` to \`${status}\`.`,
  );
}

/**
 * Saves a change of an animal by its owner, with the rules of profiles. For a transaction that has written the expiry of its order, if that is
 * due.
 *
 * @throws ApiError `invalid_body`, `pet_has_open_order`
 */
export async function saveChange(
  write: { readonly tx: Queries; readonly by: Actor },
  found: StoredPet,
  { profile: patch, ...change }: PetPatch,
  { pets, now }: { readonly pets: PetStore; readonly now: Now },
): ReturnType<PetStore['save']> {
  if (patch === undefined) return pets.save(write, found, change);
  const { id, status } = { ...found.pet, ...change };
  const before = existing((await pets.profiles.of([id], { db: write.tx })).get(id), 'pet_not_found', 'petId');
  const after = patch === null ? {} : merged(before.profile, patch);
  const about = { path: 'profile.', petId: id, before: before.profile, nowMs: now() };
  await requireAcceptable(write.tx, pets.profiles, after, about);
  const profile = { before, after };
  if (leaves(profile, status) === true) await requireNoOrder(write.tx, pets, found);
  return pets.save(write, found, { ...change, profile });
}
