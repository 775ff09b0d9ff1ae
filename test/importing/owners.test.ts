import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { categoryStore } from '../../src/categories/store.ts';
import type { Dialect } from '../../src/database/migration.ts';
import { ownersOfReferences } from '../../src/database/migrations/0070-owners-of-references.ts';
import { databaseTarget } from '../../src/importing/database-target.ts';
import { importStore } from '../../src/importing/undoing/store.ts';
import { petStore } from '../../src/pets/store.ts';
import { COMMAND_LINE } from '../../src/vocabulary/actors.ts';
import { invited } from '../organizations/members.ts';
import { openPage, type Page } from '../pages/page.ts';
import { changePet } from '../support/adoption.ts';
import { BACKENDS, sharedService, type TestService } from '../support/service.ts';

const password = 'seven quiet otters';

type Parts = Parameters<typeof databaseTarget>[0];

const targetOf = (
  { database, outbox, now }: Awaited<ReturnType<TestService['beside']>>,
  owner: Parts['owner'],
  add: Parts['adding']['add'],
) =>
  databaseTarget({
    database,
    pets: petStore(database, outbox, now),
    categories: categoryStore(database, outbox),
    imports: importStore(database, now),
    now,
    owner,
    by: COMMAND_LINE,
    batch: 10,
    adding: { add },
    writeExpiry: async () => {},
  });

/** An import knows the animals of the organization that imports, and no others. */
describe.each(BACKENDS)('imports of several organizations, on %s', (_, start) => {
  const service = sharedService(start);
  let people = 0;
  let here: number;
  let there: number;
  beforeAll(async () => {
    const add = async (name: string) =>
      (await service.call('POST', '/v1/organizations', { body: { name, listed: true } })).body.id as number;
    [here, there] = [await add('Riverside'), await add('Hillside')];
  });

  /** A new member, signed in. */
  async function newPerson(organizationId: number): Promise<Page & { readonly accountId: number }> {
    const page = openPage(service);
    const email = `person-${(people += 1)}@shelter.example`;
    const token = await invited(service, organizationId, { role: 'staff' });
    const answer = await page.call('POST', '/session/join', { body: { token, email, password } });
    expect(answer.status, answer.text).toBe(200);
    return { ...page, accountId: answer.body.account.id };
  }
  /** The changes of the report, and its last line. */
  async function run(page: Page, file: string, options: { readonly update?: string; readonly mode?: string } = {}) {
    const query = new URLSearchParams({ format: 'csv', mode: 'import', categories: 'existing', ...options });
    const headers = { 'content-type': 'application/octet-stream' };
    const { text } = await page.call('POST', `/session/import?${query.toString()}`, { body: file, headers });
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    return { changes: lines.filter(({ type }) => type === 'change'), summary: lines.at(-1), text };
  }
  const petsNamed = async (name: string) =>
    (await service.call('GET', `/v1/pets?expand=owner,profile&q=${encodeURIComponent(name)}`)).body;

  test('an animal that another organization has by now is neither read nor changed', async () => {
    const giver = await newPerson(here);
    const taker = await newPerson(there);
    const fileOf = (...rows: string[]) => `id,name,species,description,notes,bondedWith\n${rows.join('\n')}\n`;
    await run(giver, fileOf('R1,Quill,Dog,first text,,', 'R2,Quincy,Dog,first text,,'));
    const [{ id }] = await petsNamed('Quill');
    await changePet(service, id, { organizationId: there });
    const profile = { description: 'The story of Hillside.', staff: { notes: 'A secret of Hillside.' } };
    const changed = await taker.call('PATCH', `/v1/pets/${id}`, { body: { profile } });
    expect(changed.status, changed.text).toBe(200);
    const before = (await service.call('GET', `/v1/pets/${id}?expand=owner,profile`)).body;

    const again = fileOf('R1,Quillon,Dog,text of Riverside,mine,', 'R2,Quincy,Dog,first text,,R1');
    const dry = await run(giver, again, { update: 'all', mode: 'dry-run' });
    expect(dry.text).not.toContain('Hillside');
    expect(dry.summary).toMatchObject({ added: 1, already: 1 });
    const imported = await run(giver, again, { update: 'all' });
    expect(imported.text).not.toContain('Hillside');
    expect(imported.summary).toMatchObject({ added: 1, already: 1 });
    expect((await service.call('GET', `/v1/pets/${id}?expand=owner,profile`)).body).toEqual(before);
    expect(await petsNamed('Quillon')).toMatchObject([{ owner: { organization: { id: here } } }]);
  });

  test('what changes hands during an import is let alone', async () => {
    const giver = await newPerson(here);
    await run(giver, 'id,name,species\nH1,Heron,Dog\nH2,Hazel,Dog\n');
    const [{ id }] = await petsNamed('Heron');
    const [{ id: other }] = await petsNamed('Hazel');
    const beside = await service.beside();
    const { database } = beside;
    const target = targetOf(beside, { accountId: giver.accountId, organizationId: here }, async ({ find, commit }) => {
      await find();
      return commit(() => expect.fail('The animal is there.'));
    });
    const [reference] = (
      await database.read.selectFrom('import_references').where('pet_id', '=', id).selectAll().execute()
    ).map((row) => row.reference);
    await changePet(service, id, { organizationId: there });
    const before = (await service.call('GET', `/v1/pets/${id}?expand=owner,profile`)).body;
    const of = { reference: reference!, petId: id, key: reference! };
    expect(await target.current([id, other])).toEqual(new Map([[other, expect.objectContaining({ name: 'Hazel' })]]));
    expect(await target.change({ ...of, patch: { name: 'Mine' }, written: {} })).toBe('gone');
    expect(await target.addBond(of, other)).toBe('gone');
    expect(await target.addPhoto(of, {} as never, new AbortController().signal)).toBe('gone');
    await database.close();
    expect((await service.call('GET', `/v1/pets/${id}?expand=owner,profile`)).body).toEqual(before);
  });

  test('a person who goes to another organization leaves what the former one has imported', async () => {
    const goer = await newPerson(here);
    const colleague = await newPerson(here);
    const file = 'id,name,species\n1,Wren,Dog\n';
    expect((await run(goer, file)).summary).toMatchObject({ added: 1 });
    expect((await run(colleague, file)).summary).toMatchObject({ added: 0, already: 1 });
    const organization = { id: there, role: 'staff' };
    await service.call('PATCH', `/v1/admin/accounts/${goer.accountId}`, { body: { organization } });
    const page = openPage(service);
    await page.signIn(`person-${people - 1}@shelter.example`, password);
    expect((await run(page, 'id,name,species\n1,Robin,Cat\n')).summary).toMatchObject({ added: 1 });
    expect((await run(colleague, file)).summary).toMatchObject({ added: 0, already: 1 });
    expect(await petsNamed('Wren')).toHaveLength(1);
  });

  test('of earlier versions, each organization keeps one animal for each reference: one that is still there', async () => {
    const member = await newPerson(here);
    await run(member, 'id,name,species\nE1,Ember,Dog\nE2,Elm,Dog\nE3,Erin,Dog\n');
    const [{ id: ember }] = await petsNamed('Ember');
    const [{ id: elm }] = await petsNamed('Elm');
    const [{ id: erin }] = await petsNamed('Erin');
    await changePet(service, erin, { organizationId: there });
    const { database } = await service.beside();
    const isPostgres = database.events.appendTo === 'pending_events';
    await database.transaction(async (tx) => {
      const execute = (text: string) => sql.raw(text).execute(tx);
      await execute('drop table import_references');
      await execute(`create table import_references (account_id bigint not null, reference text not null, pet_id bigint not null,
        organization_id bigint, import_id bigint, noted_at bigint, written text,
        constraint import_references_key primary key (account_id, reference))`);
      await execute(`insert into import_references (account_id, reference, pet_id, organization_id) values
        (1, 'a', ${ember}, ${here}), (2, 'a', ${elm}, ${here}), (3, 'a', ${erin}, ${here}), (4, 'a', ${erin}, ${there}),
        (1, 'b', 999997, ${here}), (2, 'b', 999998, ${here}), (1, 'c', 1, null), (2, 'c', 1, null)`);
      await ownersOfReferences(tx, { numbersAfterCommit: isPostgres } as Dialect);
    });
    const rows = await database.read.selectFrom('import_references').select(['owner', 'reference', 'pet_id']).execute();
    await database.close();
    const kept = rows.map(({ owner, reference, pet_id: petId }) => [owner, reference, petId]);
    expect(kept).toHaveLength(5);
    expect(kept).toEqual(
      expect.arrayContaining([
        [here, 'a', Math.max(ember, elm)],
        [there, 'a', erin],
        [here, 'b', 999_998],
        [-1, 'c', 1],
        [-2, 'c', 1],
      ]),
    );
  });

  test('an account that brings its animals brings their references, and those of the organization stay', async () => {
    const member = await newPerson(here);
    const file = 'id,name,species\nB1,Birch,Dog\n';
    await run(member, file);
    const [{ id: birch }] = await petsNamed('Birch');
    const { accountId } = await service.newAccount();
    const beside = await service.beside();
    const { database, memberships } = beside;
    const { reference } = await database.read
      .selectFrom('import_references')
      .where('pet_id', '=', birch)
      .selectAll()
      .executeTakeFirstOrThrow();
    const target = targetOf(beside, { accountId, organizationId: undefined }, () =>
      expect.fail('No animal has photos.'),
    );
    const animals = [reference, 'ref:brought'].map((one, i) => ({
      line: i + 2,
      reference: one,
      pet: { name: `Brought ${i}`, categoryId: 1 },
      photos: [],
      bonds: [],
      isInFile: () => true,
    }));
    expect(await target.add(animals, new AbortController().signal)).toEqual(['added', 'added']);
    const membership = { id: here, role: 'staff', bringAnimals: true } as const;
    await database.transaction((tx) => memberships.join(tx, accountId, membership, COMMAND_LINE));
    const rows = await database.read
      .selectFrom('import_references')
      .innerJoin('pets', 'pets.id', 'pet_id')
      .where('reference', 'in', [reference, 'ref:brought'])
      .select(['owner', 'name'])
      .orderBy('name')
      .execute();
    await database.close();
    expect(rows).toEqual([
      { owner: here, name: 'Birch' },
      { owner: here, name: 'Brought 1' },
    ]);
    expect((await run(member, file)).summary).toMatchObject({ added: 0, already: 1 });
  });
});
