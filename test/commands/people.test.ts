import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command } from '../support/command.ts';
import { endAll, newFolder, newKey, petstore } from '../support/process.ts';

const nothing = {
  accounts: 0,
  orders: 0,
  applications: 0,
  messages: 0,
  events: 0,
  deliveries: 0,
  answers: 0,
  others: 0,
};

describe('petstore people', () => {
  let env: { DATA_DIR: string };
  let accountId: number;
  const run = (...args: string[]) => command(['people', ...args], env);
  /** At a terminal, on which somebody types. */
  const typed = (command: string, input: string) =>
    petstore(['-qec', `bin/petstore ${command}`, '/dev/null'], env, 'script', input);
  const accounts = async () => JSON.parse((await run('show', 'ann@x.example', '--json')).stdout).counts.accounts;

  beforeAll(async () => {
    env = { DATA_DIR: await newFolder() };
    ({ accountId } = await newKey(env.DATA_DIR, { plan: 'pro', email: 'an@x.example' }));
    await newKey(env.DATA_DIR, { plan: 'free', email: 'bob@x.example' });
  });
  afterAll(endAll);

  test('correct replaces the address and the name, but not by an address that another account has', async () => {
    const taken = await run('correct', 'an@x.example', '--email', 'bob@x.example');
    expect([taken.code, taken.stderr]).toEqual([1, 'petstore: Another account has the email `bob@x.example`.\n']);
    const { code, stdout } = await run(
      'correct',
      'an@x.example',
      '--email',
      'ann@x.example',
      '--name',
      'Ann',
      '--json',
    );
    expect([code, JSON.parse(stdout)]).toEqual([0, { ...nothing, accounts: 1 }]);
  });

  test('show prints what there is', async () => {
    const { code, stdout } = await run('show', ' ANN@x.example');
    expect(code).toBe(0);
    expect(stdout).toContain('Accounts\t1\n');
    expect(stdout).toContain(`\n${accountId}\tann@x.example\tAnn\t`);
    expect((await run('show', 'nobody@x.example')).stdout).toBe('Nothing is stored about nobody@x.example.\n');
  });

  test('erase asks at a terminal, and erases nothing without a yes', async () => {
    for (const answer of ['n\n', '\n']) {
      const { code, stdout } = await typed('people erase ann@x.example', answer);
      expect([code, stdout]).toEqual([130, expect.stringContaining('Erase ann@x.example in production?')]);
      expect(stdout).toContain('Nothing was erased.');
    }
    const piped = await run('erase', 'ann@x.example');
    expect([piped.code, piped.stderr]).toEqual([2, 'petstore: Use --yes to erase without being asked.\n']);
    expect(await accounts()).toBe(1);
  });

  test('erase says how much it erased, and who still has copies', async () => {
    const { code, stdout, stderr } = await run('erase', 'ann@x.example', '--yes');
    expect([code, stdout.split('\n')[0]]).toEqual([0, '✓ Erased ann@x.example.']);
    expect(stderr).toContain('docs/privacy.md');
    expect(await accounts()).toBe(0);
    expect((await typed('people erase bob@x.example', 'y\n')).code).toBe(0);
  });

  test.each([
    [['show', 'ann'], 'It must be an email address.'],
    [['correct', 'ann@x.example'], 'Give --email, --name, or both.'],
    [['correct', 'ann@x.example', '--email', 'ann@localhost'], 'It must be an email address.'],
    [['correct', 'ann@x.example', '--name', ' '], 'The name must be a string of 1 to 255 characters'],
  ])('%j is wrong usage', async (args, says) => {
    const { code, stderr } = await run(...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(says)]);
  });

  test('vacuum rebuilds the file', async () => {
    const { code, stdout } = await command(['vacuum', '--json'], env);
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { environment: 'production', bytes: expect.any(Number) }]);
    const postgres = await command(['vacuum'], { ...env, DATABASE_URL: 'postgres://db/petstore' });
    expect([postgres.code, postgres.stderr]).toEqual([1, expect.stringContaining('vacuum full')]);
  });
});
