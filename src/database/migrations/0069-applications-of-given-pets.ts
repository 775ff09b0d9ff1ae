import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** When another organization gets an animal, its applicants are answered: docs/decisions/0100-applications.md. */
export const applicationsOfGivenPets: Migration = async (db, { numbersAfterCommit: isPostgres }) => {
  const run = (text: string) => sql.raw(text).execute(db);
  // Accounts that joined an organization have brought their animals without the applications.
  await run(`update applications set organization_id = (select organization_id from pets where pets.id = pet_id),
    by_member = case when account_id = pet_account_id and by_visitor is null then 1 else by_member end
    where organization_id is null and exists (select 1 from pets join accounts on accounts.id = pets.account_id
      where pets.id = applications.pet_id and accounts.id = applications.pet_account_id
      and pets.organization_id = accounts.organization_id)`);
  await run(`update applications set pet_removed = 1 where ${waiting} and exists (select 1 from pets
    where pets.id = applications.pet_id and pets.organization_id is distinct from applications.organization_id)`);
  for (const statement of isPostgres ? onPostgres : onSqlite) await run(statement);
};

const waiting = "(status = 'submitted' or status = 'in_review')";
/** An animal that is given back in time finds them waiting. */
const note = `update applications set pet_removed = case when organization_id is distinct from new.organization_id then 1 end
  where pet_id = new.id and ${waiting}`;
const isGiven = 'new.organization_id is distinct from old.organization_id';

const onSqlite = [
  `create trigger applications_of_given_pet after update of organization_id on pets when ${isGiven} begin
    ${note}; end`,
];

const onPostgres = [
  `create function applications_of_given_pet() returns trigger language plpgsql as $$ begin
    ${note}; return null; end $$`,
  `create trigger applications_of_given_pet after update of organization_id on pets
    for each row when (${isGiven}) execute function applications_of_given_pet()`,
];
