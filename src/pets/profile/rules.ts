import type { Queries } from '../../database/database.ts';
import { ApiError } from '../../http/errors.ts';
import { nextDay, startOfDay } from '../../vocabulary/animal-profile.ts';
import { versionFault } from '../../vocabulary/languages.ts';
import type { NewPetProfile } from './schema.ts';
import type { ProfileStore } from './store.ts';

/** What a profile may weigh, in bytes of JSON: many small changes could otherwise make one of any size. */
export const MOST_BYTES = 65_536;

interface Fault {
  readonly field: string;
  /** The end of the sentence "The field … ". */
  readonly rule: string;
}

/** The rules about several members, which no schema states. */
export function faultOf(profile: NewPetProfile, nowMs: number): Fault | undefined {
  const { location = {}, birthDate, adoptionFee = {}, sponsorshipMinimum = {} } = profile;
  if (location.latitude !== undefined && location.longitude === undefined)
    return { field: 'location.longitude', rule: 'is required with `latitude`' };
  if (location.longitude !== undefined && location.latitude === undefined)
    return { field: 'location.latitude', rule: 'is required with `longitude`' };
  if (adoptionFee.amount !== undefined && adoptionFee.currency === undefined)
    return { field: 'adoptionFee.currency', rule: 'is required with `amount`' };
  if (sponsorshipMinimum.amount !== undefined && sponsorshipMinimum.currency === undefined)
    return { field: 'sponsorshipMinimum.currency', rule: 'is required with `amount`' };
  // In some places it is tomorrow already.
  if (birthDate !== undefined && startOfDay(birthDate) > nextDay(nowMs))
    return { field: 'birthDate', rule: 'must not be in the future' };
  return versionFault(profile.translations, profile.language);
}

/**
 * @param options.path what stands before the names of members, such as `profile.`
 * @param options.before the profile that `after` replaces
 * @throws ApiError `invalid_body`
 */
export async function requireAcceptable(
  tx: Queries,
  profiles: ProfileStore,
  after: NewPetProfile,
  {
    path,
    petId,
    before = {},
    nowMs,
  }: { readonly path: string; readonly petId?: number; readonly before?: NewPetProfile; readonly nowMs: number },
): Promise<void> {
  const { bondedWith = [] } = after;
  const field = `The field \`${path}bondedWith\``;
  if (petId !== undefined && bondedWith.includes(petId))
    throw new ApiError('invalid_body', `${field} must not name the animal itself.`);
  const added = bondedWith.filter((id) => before.bondedWith?.includes(id) !== true);
  const missing = added.length === 0 ? undefined : await profiles.firstMissing(tx, added);
  if (missing !== undefined)
    throw new ApiError('invalid_body', `${field} names the animal ${missing}, which does not exist.`);

  // From here on every number is one that JSON can have: the ids exist.
  const fault = faultOf(after, nowMs);
  if (fault !== undefined) throw new ApiError('invalid_body', `The field \`${path}${fault.field}\` ${fault.rule}.`);
  if (Buffer.byteLength(JSON.stringify(after)) > MOST_BYTES)
    throw new ApiError('invalid_body', `The profile would have more than ${MOST_BYTES} bytes; shorten its texts.`);
}
