import type { Database, Queries } from '../database/database.ts';
import { mergeUnder, objectUnder } from '../database/meta.ts';
import { DEMO_EMAIL } from '../vocabulary/text/address.ts';

/** What operators have said about the checklist, and what was found. Times are Unix milliseconds. */
export interface SetupNotes {
  readonly hidden?: boolean;
  readonly mailTestedMs?: number;
  readonly mailArrived?: boolean;
  /** The public address that led to this service when it was last checked. */
  readonly answeringUrl?: string;
}

type NotesChange = { readonly [Name in keyof SetupNotes]: SetupNotes[Name] | undefined };

/** The row of `meta` with the notes, as JSON. */
const NAME = 'setup';

export type SetupStore = ReturnType<typeof setupStore>;

export function setupStore({ read, transaction }: Pick<Database, 'read' | 'transaction'>) {
  const notes = (db: Queries = read): Promise<SetupNotes> => objectUnder<SetupNotes>(db, NAME);

  /** @param change a member that is undefined is removed */
  const note = (tx: Queries, change: NotesChange): Promise<void> => mergeUnder(tx, NAME, change);

  return {
    notes,
    note,

    /** Notes it in a transaction of its own. */
    remember: (change: NotesChange): Promise<void> => transaction((tx) => note(tx, change)),

    /** What an organization has, besides what is from the demo. */
    facts(organizationId: number) {
      const demo = read.selectFrom('accounts').select('id').where('email', '=', DEMO_EMAIL);
      const members = read.selectFrom('accounts').select('id').where('organization_id', '=', organizationId);
      const animals = read
        .selectFrom('pets')
        .select('pets.id')
        .where('pets.organization_id', '=', organizationId)
        .where('pets.account_id', 'not in', demo);
      const invitations = read.selectFrom('invitations').select('id').where('organization_id', '=', organizationId);
      const websites = read
        .selectFrom('api_keys')
        .select('id')
        .where('kind', '=', 'publishable')
        .where('origins', '<>', '')
        .where('revoked_at', 'is', null)
        .where('account_id', 'in', members);
      return read
        .selectNoFrom((make) => [
          make.exists(animals).as('animal'),
          make.exists(animals.innerJoin('pet_photos', 'pet_photos.pet_id', 'pets.id')).as('photo'),
          make.or([make.exists(members.limit(1).offset(1)), make.exists(invitations)]).as('colleague'),
          make.exists(websites).as('website'),
        ])
        .executeTakeFirstOrThrow();
    },
  };
}
