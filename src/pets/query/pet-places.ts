import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { isPublicOrganization } from '../../database/listed.ts';
import { isNear, type Near } from '../../database/near.ts';

/**
 * What is true of the place of a pet: of where it is itself, if that is known, or else of where its organization is, if everybody may know
 * that. Null without a place.
 *
 * @param pet the column with its id
 * @param ofOwn about `own.latitude` and `own.longitude`
 * @param ofOrganization about the table `organizations`
 */
export const ofPlaceOf = <Value>(
  pet: string,
  ofOwn: RawBuilder<Value>,
  ofOrganization: RawBuilder<Value>,
  organizationId = sql`(select animal.organization_id from pets as animal where animal.id = ${sql.ref(pet)})`,
): RawBuilder<Value | null> => sql`coalesce(
  (select ${ofOwn} from pet_profiles as own where own.pet_id = ${sql.ref(pet)} and own.latitude is not null),
  (select ${ofOrganization} from organizations
    where organizations.id = ${organizationId} and ${isPublicOrganization}))`;

export const isPetNear = (near: Near): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${ofPlaceOf('pets.id', isNear(near, 'own'), isNear(near, 'organizations'), sql.ref('pets.organization_id'))} is true)`;

/** The columns `latitude` and `longitude` of a pet's place. @param pet the column with its id */
export const placeColumns = (pet: string) =>
  (['latitude', 'longitude'] as const).map((column) =>
    ofPlaceOf<number>(pet, sql.ref(`own.${column}`), sql.ref(`organizations.${column}`)).as(column),
  );
