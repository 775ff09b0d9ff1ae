import { ageOf, dayOf, daysBetween, startOfDay } from '../../vocabulary/animal-profile.ts';
import { timestamp } from '../../vocabulary/timestamp.ts';
import type { PetProfile } from './schema.ts';
import type { StoredProfile } from './store.ts';

/** A profile as it is on this day. */
export function shownProfile(stored: StoredProfile, withStaff: boolean, nowMs: number): PetProfile {
  const { staff, ...shown } = stored.profile;
  const { birthDate } = shown;
  const waitingSince = dayOf(stored.waitingSince);
  const endMs = staff?.outcome?.date === undefined ? nowMs : startOfDay(staff.outcome.date);
  const { hiddenBecause } = stored;
  const withheld = hiddenBecause === undefined ? {} : { hiddenBecause };
  return {
    ...shown,
    ...(birthDate === undefined ? {} : { age: ageOf(birthDate, nowMs) }),
    ...(stored.isComingSoon ? { comingSoon: true } : {}),
    waitingSince,
    publishedAt: timestamp(stored.createdAt),
    statusChangedAt: timestamp(stored.statusChangedAt),
    updatedAt: timestamp(stored.updatedAt),
    ...(stored.origin === undefined ? {} : { origin: stored.origin }),
    ...(withStaff ? { staff: { ...staff, daysInCare: daysBetween(stored.waitingSince, endMs), ...withheld } } : {}),
  };
}
