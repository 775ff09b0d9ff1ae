import { expect, test } from 'vitest';
import { addPet } from '../support/answers.ts';
import { command } from '../support/command.ts';
import { examplesOf } from '../support/documented.ts';
import { eventually } from '../support/eventually.ts';
import { startOnSqlite } from '../support/service.ts';

const lines = examplesOf('docs/directory.md').flatMap(({ commands }) =>
  commands
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('export ')),
);

test('docs/directory.md: its commands let a shelter join, and show, pause, go on with and remove its animals', async () => {
  const shelter = await startOnSqlite();
  const directory = await startOnSqlite({ settings: { webhooksAllowPrivate: 'true' } });
  await addPet(shelter, { name: 'Rex' });
  const atDirectory = {
    DATA_DIR: directory.dataDir,
    PETSTORE_BASE_URL: `${directory.origin}/v1`,
    PETSTORE_API_KEY: directory.operatorKey,
  };
  let key = '';
  const printed: string[] = [];
  for (const line of lines) {
    const [given = '', input] = line.replace('https://pets.shelter.example', shelter.origin).split(' < ');
    const words = [...given.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '').slice(1);
    if (words[1] === 'list')
      await eventually(async () => (await directory.call('GET', '/v1/admin/directory')).body[0]?.state === 'following');
    const env = words[1] === 'partner' ? { DATA_DIR: shelter.dataDir } : atDirectory;
    const { code, stdout, stderr } = await command(words, env, input && key);
    expect(code, `${line}: ${stderr}`).toBe(0);
    [key = key] = /ptk_\w+/.exec(stdout) ?? [];
    printed.push(stdout);
  }
  const [partner, added, list, show, paused, resumed, replaced, removed, petfinder, ...others] = printed;
  expect(others).toEqual([]);
  expect(partner).toMatch(/ptk_live_/);
  expect(added).toMatch(/^State\treading: /m);
  expect(list).toContain(`\t${shelter.origin}\tfollowing\t1\t1\t`);
  expect(show).toMatch(/^State\tfollowing: changes arrive within seconds$/m);
  expect(paused).toMatch(/^State\tpaused: /m);
  for (const text of [resumed, replaced]) expect(text).not.toMatch(/^State\t(?:paused|stopped)/m);
  expect(removed).toContain('Removed source 1.');
  expect(petfinder).toMatch(/client_secret/i);
  await eventually(async () => (await directory.call('GET', '/v1/pets?q=Rex')).body.length === 0);
});
