import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TABLE_NAMES, TABLES } from '../../src/database/keys.ts';
import { IMAGES } from '../organizations/members.ts';
import { postPhoto } from '../pets/photos/images.ts';
import { moveOrder, placeOrder, withKey } from '../support/adoption.ts';
import { addPet } from '../support/answers.ts';
import { eventually } from '../support/eventually.ts';
import { dropTestDatabase, sqlOn, testDatabase, valueOf } from '../support/postgres.ts';
import { endAll, newFolder, newKey, petstore } from '../support/process.ts';
import {
  type Answer,
  linksOf,
  type StartOptions,
  startOnPostgres,
  startOnSqlite,
  type TestService,
  testClock,
} from '../support/service.ts';
import { addWebhook, deliveriesOf, openReceiver } from '../webhooks/receiver.ts';

afterAll(endAll);

const launcher = 'bin/petstore';

/** Every row of a file, and the last ids. */
function contentsOf(file: string): Record<string, unknown[]> {
  const connection = new SqliteDatabase(file, { readonly: true }).defaultSafeIntegers(true);
  const rows = TABLE_NAMES.map((name) => {
    const key = Object.keys(TABLES[name].key).join();
    return [name, connection.prepare(`select * from ${name} order by ${key}`).all()] as const;
  });
  const ids = `select name, seq from sqlite_sequence where seq > 0 and name <> 'pet_name_changes' order by name`;
  const lastIds = connection.prepare(ids).all();
  connection.close();
  return { ...Object.fromEntries(rows), sqlite_sequence: lastIds };
}

describe('the list of tables', () => {
  const keyOf = (name: (typeof TABLE_NAMES)[number]) => [name, ...Object.keys(TABLES[name].key)].join(' ');
  const known = TABLE_NAMES.map(keyOf).toSorted();
  const ofIndex = [
    'pet_name_segments segment',
    'pet_name_grams segment gram',
    'pet_name_changes id',
    'pet_places latitude longitude',
    'pet_stays pet_id',
    'pet_stay_sums organization_id month category_id',
    'pet_stay_changes id',
  ];
  const assigned = TABLE_NAMES.filter((name) => TABLES[name].assigned).toSorted();

  test('matches the tables of SQLite, with their keys and assigned ids', async () => {
    const service = await startOnSqlite();
    await service.stop();
    const connection = new SqliteDatabase(join(service.dataDir, 'production.sqlite'), { readonly: true });
    const keys = connection
      .prepare<[], string>(
        `select t.name || ' ' || group_concat(c.name, ' ' order by c.pk)
         from sqlite_schema t join pragma_table_info(t.name) c
         where t.type = 'table' and t.name not like 'sqlite_%' and t.name not like 'kysely_%' and c.pk > 0
         group by t.name`,
      )
      .pluck()
      .all();
    const counting = `select name from sqlite_schema where sql like '%autoincrement%' order by name`;
    const counted = connection.prepare<[], string>(counting).pluck().all();
    connection.close();
    expect(keys.toSorted()).toEqual([...known, 'pet_counts organization_id account_id status', ...ofIndex].toSorted());
    expect(counted.toSorted()).toEqual([...assigned, 'pet_name_changes'].toSorted());
  });

  test('matches the tables of PostgreSQL, except for events without a number', async () => {
    const name = `transfer-tables-${process.pid}`;
    await sqlOn(await testDatabase(name), async (client) => {
      const { rows: keys } = await client.query<{ key: string }>(
        `select i.indrelid::regclass || ' ' || string_agg(a.attname, ' ' order by array_position(i.indkey, a.attnum)) as key
         from pg_index i
         join pg_class c on c.oid = i.indrelid and c.relnamespace = current_schema()::regnamespace
         join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any (i.indkey)
         where i.indisprimary and c.relname not like 'kysely_%' group by i.indrelid`,
      );
      const { rows: counted } = await client.query<{ name: string }>(
        `select table_name as name from information_schema.columns
         where table_schema = current_schema() and column_default like 'nextval%' order by table_name`,
      );
      const own = ['pending_events', 'pet_counts', 'pet_name_changes', 'pet_stay_changes'];
      const places = ['pending_events place', 'pet_counts place', 'photo_files name file'];
      expect(keys.map(({ key }) => key).toSorted()).toEqual([...known, ...places, ...ofIndex].toSorted());
      expect(counted.map((row) => row.name)).toEqual([...assigned, ...own].toSorted());
    });
    await dropTestDatabase(name);
  });
});

describe('petstore transfer', () => {
  const bulk = 4_500;
  const clock = testClock(Date.UTC(2026, 10, 21, 9));
  const options: StartOptions = { now: clock.now, settings: { webhooksAllowPrivate: 'true' } };
  let source: TestService;
  let from: string;
  let to: string;
  let url: string;
  const keys = { operator: '', member: '', banned: '', revoked: '' };
  /** Before the transfer. */
  let asked: Awaited<ReturnType<typeof ask>>;
  let used: unknown;
  let contents: ReturnType<typeof contentsOf>;

  const rex = { body: { name: 'Rex', categoryId: 1 }, headers: { 'idempotency-key': 'the first Rex' } };

  /** Puts at least one row into every table. */
  async function fill(service: TestService): Promise<void> {
    keys.operator = service.operatorKey;
    const operator = withKey(service, keys.operator);
    const signUp = { email: 'ann@shelter.example', password: 'seven quiet otters', name: 'Ann, Zoë & 🦊' };
    const { body: signedUp } = await service.call('POST', '/v1/accounts', { key: null, body: signUp });
    await operator.call('PATCH', `/v1/admin/accounts/${signedUp.id}`, { body: { plan: 'business' } });
    keys.member = signedUp.apiKey.key;
    const member = withKey(service, keys.member);

    const other = await member.call('POST', '/v1/account/keys', { body: { name: 'another', scopes: ['pets:read'] } });
    keys.revoked = other.body.key;
    await member.call('DELETE', `/v1/account/keys/${other.body.id}`);

    const banned = await service.newAccount({ limits: { perMinute: 1, perDay: 100 } });
    keys.banned = banned.key;
    await service.call('GET', '/v1/pets', banned);
    await service.call('GET', '/v1/pets', banned);
    clock.advance(1_500);
    await service.call('GET', '/v1/pets', banned);
    const last = await service.call('GET', '/v1/pets', banned);
    expect(last.body.code).toBe('api_key_banned');

    await operator.call('POST', '/v1/pets', rex);
    expect((await postPhoto(operator, 1, '?alt=Łukasz')).status).toBe(201);
    for (const categoryId of ['9223372036854775807', '-9223372036854775808', '9007199254740993']) {
      const body = `{"name": "Łukasz \\"the 🐢\\" \\\\ Δ", "categoryId": ${categoryId}}`;
      expect((await member.call('POST', '/v1/pets', { body })).status).toBe(201);
    }
    const named = await operator.call('POST', '/v1/categories', {
      body: '{"id": 9223372036854775806, "name": "Old numbers", "description": "kept"}',
    });
    expect(named.status, named.text).toBe(201);
    await operator.call('DELETE', '/v1/categories/7');
    const made = await operator.call('POST', '/v1/categories', { body: { name: 'Ponies' } });
    await operator.call('DELETE', `/v1/categories/${made.body.id}`);

    const sold = await placeOrder(member, await addPet(service, {}), {
      adopter: { name: 'Bo', email: 'bo@home.example' },
      note: 'Line one\n\tline two',
    });
    for (const move of ['approve', 'deliver']) await moveOrder(operator, sold, move);
    await operator.call('POST', `/v1/store/orders/${sold}/notes`, { body: { note: 'They have a garden 🌳' } });
    await placeOrder(member, await addPet(service, {}), { adopter: { name: 'Ann', email: 'ann@home.example' } });
    const toApplyFor = await addPet(service, { profile: { adoption: 'apply' } });
    const application = { petId: toApplyFor, adopter: { name: 'Ben', email: 'ben@home.example' } };
    const applied = await operator.call('POST', '/v1/applications', { body: application });
    expect(applied.status, applied.text).toBe(201);

    const headers = { 'content-type': 'image/png' };
    await operator.call('PUT', '/v1/organizations/1/logo', { body: IMAGES['image/png'], headers });
    await operator.call('POST', '/v1/organizations/1/invitations', { body: { role: 'staff' } });

    const receiver = await openReceiver();
    const hook = await addWebhook(service, { url: receiver.url, description: 'all of it' });
    const broken = await openReceiver(500);
    const retried = await addWebhook(service, { url: broken.url });
    const profile = { species: 'Dog', birthDate: '2024-05-01', staff: { notes: 'Łukasz' } };
    await addPet(service, { profile });
    await operator.call('POST', '/v1/messages', { body: { message: 'Is Rex still there?\nYours, Ann' } });
    await eventually(async () => (await deliveriesOf(service, hook))[0]?.status === 'succeeded');
    await eventually(async () => (await deliveriesOf(service, retried))[0]?.attempts === 1);
    const { id: messageId } = await eventually(async () => {
      const [message] = (await operator.call('GET', '/v1/messages')).body;
      return message.status === 'delivered' && message;
    });
    await operator.call('POST', `/v1/inbox/${messageId}/answers`, { body: { message: 'Yes,\nhe is.' } });
    await operator.call('POST', '/v1/organizations/1/answer-templates', {
      body: { name: 'Yes', text: 'Yes,\nhe is.' },
    });
    await receiver.close();
    await broken.close();
    const listing = '/v1/organizations/1/listing-sites/petfinder';
    const siamese = { breed: { primary: 'Siamese' }, sex: 'female', size: 'small', age: 'young' };
    const mia = await addPet(service, { name: 'Mia', categoryId: 2, profile: siamese });
    await operator.call('POST', `/v1/pets/${mia}/interest`, {
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' },
      body: { kind: 'view' },
    });
    await operator.call('PUT', listing, { body: { username: 'NJ94', password: 'pass', host: 'ftp.shelter.example' } });
    await eventually(async () => (await operator.call('GET', listing)).body.waiting !== undefined);
  }

  /** Many animals at once, and one that is gone and whose id nobody may get again. */
  function addMany(file: string): void {
    const connection = new SqliteDatabase(file);
    connection.exec(`
      with recursive n(i) as (select 1 union all select i + 1 from n where i < ${bulk})
      insert into pets (account_id, name, name_folded, category_id, status, version, created_at, updated_at)
      select 1, 'Pet ' || i, 'pet ' || i, i % 7, 'available', 1, ${clock.now()}, ${clock.now()} from n;
      insert into imports (account_id, actor, file, animals, created_at) values (1, '{"type":"command_line"}', 'Łukasz.csv', 2, 1);
      insert into import_references (owner, reference, pet_id, import_id, noted_at) values (1, 'A-1', 1, 1, 2), (1, 'Ä-2', 2, 1, 2);
      insert into sessions (hash, account_id, idle_until, ends_at) values ('${'a1'.repeat(32)}', 1, ${clock.now() + 60_000}, ${clock.now() + 90_000});
      insert into password_links (hash, account_id, expires_at) values ('${'b2'.repeat(32)}', 1, ${clock.now() + 60_000});
      insert into mails (kind, subject, attempts, due_at, created_at) values ('reservation', '1', 0, ${clock.now() + 86_400_000}, 1);
      insert into staged_mails (kind, recipient, subject, body, created_at, kept_at) values ('order.placed', 'kim@x.example', 's', 'b', 1, 1);
      insert into notices (kind, organization_id, subject, due_at, batch_id) values ('order', 1, '1', 1, 1);
      insert into notice_batches (organization_id, at) values (1, 1);
      insert into alerts (email, filters, visitor, hash, end_hash, created_at, confirmed_at, since, due_at, found, ends_at)
      values ('kim@x.example', '{"species":"Dog"}', 'v', 'h', 'e', 1, 2, 3, ${clock.now() + 86_400_000}, '[]', ${clock.now() + 86_400_000});
      insert into pet_profiles (pet_id, version, updated_at, birth_date, waiting_since, latitude, longitude, shown, staff)
      values (1, 2, ${clock.now()}, 0, 86400000, 39.8, -89.65, '{"sex":"male"}', '{"notes":"Łukasz"}');
      insert into directory_sources (url, key, service, round, progress, paused_at, hidden_at, created_at, updated_at, version)
      values ('https://łódź.shelter.example', 'k', 's', 1, 2, 1, 1, 1, 1, 1);
      insert into directory_organizations (source_id, their_id, organization_id, round) values (1, 5, 1, 1);
      insert into directory_animals (source_id, their_id, pet_id, round) values (1, 7, 2, 1);
      insert into directory_categories (source_id, their_id, name_hash, category_id) values (1, 9223372036854775807, 'h', 3);
      insert into directory_refusals (source_id, their_id, reason, round) values (1, 8, 'ł', 1);
      insert into directory_photos (source_id, pet_id, name, position, focus_x, bytes, tries, due_at, alt)
      values (1, 2, 'a0', 0, 50, 0, 1, 5, 'Ä'), (1, 2, 'b1', 1, null, 9, 0, null, null);
      insert into test_clock (id, ahead_ms, from_ms) values (1, 0, 0);
      insert into pet_facets (facet, pet_id) values ('sex:male', 1), ('breed:Ä', 1), ('breed:Z', 1);
      delete from pets where id = (select max(id) from pets)`);
    connection.close();
  }

  /** All that a caller can see, as it came over the wire. */
  async function ask(service: TestService) {
    const answers: Record<string, unknown> = {};
    const seen = ({ status, headers, text }: Answer) => {
      const kept = ['etag', 'link', 'location', 'idempotency-replayed', 'retry-after', 'content-type', 'deprecation'];
      return [status, ...kept.map((name) => headers.get(name)), text];
    };
    const get = async (who: keyof typeof keys, path: string): Promise<Answer> => {
      const answer = await service.call('GET', path, { key: keys[who] });
      answers[`${who} ${path}`] = seen(answer);
      return answer;
    };
    for (const who of ['operator', 'member'] as const) {
      const first = await get(who, '/v1/pets?limit=100');
      await get(who, linksOf(first)['next'] ?? '');
      for (const path of [
        '/v1/pets?status=sold',
        '/v1/pets?categoryId=9223372036854775807',
        '/v1/pets?categoryId=-9223372036854775808',
        '/v1/pets/1',
        '/v1/pets?ids=1,2,3,4,5,6,7,8,9,10&expand=profile',
        `/v1/pets?q=${encodeURIComponent('łukasz')}`,
        '/v1/categories?limit=100',
        '/v1/store/orders?limit=1',
        '/v1/store/orders/1',
        '/v1/store/orders/1/notes',
        '/v1/applications',
        '/v1/store/inventory',
        '/v1/events?after=0&limit=100',
        '/v1/messages',
        '/v1/webhooks',
        '/v1/webhooks/1/deliveries?limit=100',
        '/v1/webhooks/2/deliveries?limit=100',
        '/v1/account',
        '/v1/account/keys?limit=100',
        '/v1/admin/accounts',
        '/v1/admin/inbox',
      ]) {
        await get(who, path);
      }
    }
    await get('banned', '/v1/pets');
    await get('revoked', '/v1/pets');
    answers['the same again'] = seen(await service.call('POST', '/v1/pets', { key: keys.operator, ...rex }));
    return answers;
  }

  /** The requests that were counted, this one not. */
  const usage = async (service: TestService) => {
    const of = async (key: string) => (await service.call('GET', '/v1/account/usage', { key })).body.days;
    return [await of(keys.operator), await of(keys.member)];
  };

  const run = (...places: readonly string[]) => petstore(['transfer', '--from', ...places]);
  const begin = (): ChildProcess => spawn(launcher, ['transfer', '--from', from, '--to', to], { stdio: 'ignore' });

  beforeAll(async () => {
    const first = await startOnSqlite(options);
    await fill(first);
    await first.stop();
    from = `sqlite:${join(first.dataDir, 'production.sqlite')}`;
    addMany(from.slice('sqlite:'.length));
    source = await startOnSqlite({ ...options, dataDir: first.dataDir });
    url = await testDatabase(`${basename(source.dataDir)}-production`);
    to = url;
  });
  afterAll(async () => {
    await dropTestDatabase(`${basename(source.dataDir)}-production`);
    await source.close();
  });

  test('refuses while the service is running', async () => {
    const { code, stderr } = await run(from, '--to', to);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^petstore: .*production\.sqlite is in use\. Stop the service first/);
  });

  test('killed in the middle of a table leaves a database on which no service starts', async () => {
    asked = await ask(source);
    used = await usage(source);
    await source.stop();
    contents = contentsOf(from.slice('sqlite:'.length));
    expect(contents['pets']?.length).toBeGreaterThan(bulk);
    const empty = TABLE_NAMES.filter((name) => contents[name]?.length === 0);
    expect(empty).toEqual([]);

    await sqlOn(url, async (client) => {
      await client.query(`
        create function wait() returns trigger language plpgsql as $$ begin perform pg_sleep(600); return new; end $$;
        create trigger wait before insert on pets for each row when (new.id = 3000) execute function wait()`);
      const child = begin();
      const waiting = `from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;
      await eventually(async () => (await valueOf(client, `select count(*) ${waiting}`)) === '1');
      child.kill('SIGKILL');
      await once(child, 'exit');
      await client.query(`select pg_terminate_backend(pid) ${waiting}`);
      await client.query('drop trigger wait on pets; drop function wait');
      expect(await valueOf(client, 'select count(*) from pets')).toBe('2000');
      expect(await valueOf(client, 'select count(*) from orders')).toBe('0');
    });

    const half = 'The PostgreSQL database of DATABASE_URL is half transferred: run the same `petstore transfer` again';
    await expect(startOnPostgres({ ...options, dataDir: source.dataDir })).rejects.toThrow(half);
    const { code, stderr } = await petstore(['serve', '--environment', 'production'], { DATABASE_URL: url });
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining(half) });
  });

  test('does not resume from another source', async () => {
    const folder = await newFolder();
    await newKey(folder);
    const { code, stderr } = await run(`sqlite:${folder}/production.sqlite`, '--to', to);
    expect(code).toBe(1);
    expect(stderr).toContain('holds a part of a transfer from another source, or the source has changed since.');
  });

  test('resumes where it was killed, and reports what it has copied', async () => {
    const { code, stdout, stderr } = await run(from, '--to', to);
    expect(code, stderr).toBe(0);
    expect(stderr).toMatch(/^2,[01]\d\d of [\d,]+ rows are already copied\. Resuming\.$/m);
    expect(stderr).toContain('the copy is identical to the original.');
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => line.split('\t'));
    expect(lines.map(([name]) => name)).toEqual(TABLE_NAMES);
    expect(lines.map(([, rows]) => Number(rows))).toEqual(TABLE_NAMES.map((name) => contents[name]?.length));
    expect(lines.find(([name]) => name === 'pets')?.[2]).toBe(String(bulk + 9));
  });

  test('refuses a target that is not empty', async () => {
    const { code, stderr } = await run(from, '--to', to);
    expect(code).toBe(1);
    expect(stderr).toMatch(/is not empty: "organizations" has rows\. Nothing was written\.\n$/);
  });

  test('copies back into a file with the same contents', async () => {
    const folder = join(await newFolder(), 'data');
    await mkdir(folder);
    const { code, stderr } = await run(to, '--to', `sqlite:${folder}/production.sqlite`);
    expect(code, stderr).toBe(0);
    const back = contentsOf(join(folder, 'production.sqlite'));
    for (const [name, rows] of Object.entries(contents)) expect(back[name], name).toEqual(rows);
    const [photo] = await readdir(join(folder, 'photos/production'), { recursive: true, withFileTypes: true }).then(
      (entries) => entries.filter((entry) => entry.isFile()),
    );
    const place = photo!.parentPath.slice(folder.length);
    const copied = await readFile(join(folder, place, photo!.name));
    expect(copied.equals(await readFile(join(source.dataDir, place, photo!.name)))).toBe(true);
  });

  test('gives a service that answers as the source did, and continues its ids', async () => {
    const target = await startOnPostgres({ ...options, dataDir: source.dataDir });
    expect(await usage(target)).toEqual(used);
    expect(await ask(target)).toEqual(asked);

    const former = await startOnSqlite({ ...options, dataDir: source.dataDir });
    const { body: photos } = await target.call('GET', '/v1/pets/1/photos', { key: keys.operator });
    for (const url of Object.values<string>(photos[0].urls)) {
      const [copy, original] = await Promise.all([target, former].map(({ origin }) => fetch(origin + url)));
      expect(copy!.status).toBe(200);
      expect(Buffer.from(await copy!.arrayBuffer())).toEqual(Buffer.from(await original!.arrayBuffer()));
    }
    const add = async (service: TestService) => {
      const operator = withKey(service, keys.operator);
      const petId = await addPet(operator, {}, keys.operator);
      const order = await placeOrder(operator, petId);
      const category = await operator.call('POST', '/v1/categories', { body: { name: 'Geese' } });
      const message = await operator.call('POST', '/v1/messages', { body: { message: 'Hello' } });
      const hook = await addWebhook(operator, { url: 'http://127.0.0.1:9/' }, keys.operator);
      const key = await operator.call('POST', '/v1/account/keys', { body: { name: 'new' } });
      // Its delivery, in the background, is an event too.
      await eventually(async () => (await operator.call('GET', '/v1/messages')).body[0].status === 'delivered');
      const events = await operator.call('GET', '/v1/events?after=0&limit=100');
      const { sequence } = events.body.at(-1);
      expect(message.status).toBe(202);
      return { sequence, ids: [petId, order, category.body.id, hook.id, key.body.id].map(Number) };
    };
    const [before, after] = [await add(former), await add(target)];
    expect(after.sequence).toBe(before.sequence);
    expect(before.ids[0]).toBe(bulk + 10);
    // A transaction that PostgreSQL has to run again leaves a gap.
    for (const [i, id] of after.ids.entries()) {
      expect(id).toBeGreaterThanOrEqual(before.ids[i]!);
      expect(id).toBeLessThan(before.ids[i]! + 5);
    }
    await former.stop();
    await target.stop();
  });
});
