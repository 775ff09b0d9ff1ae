import { chmod, cp, glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command } from '../support/command.ts';
import { type Ended, endAll, newFolder, petstore, serve } from '../support/process.ts';

let folder: string;
beforeAll(async () => {
  folder = await newFolder();
});
afterAll(endAll);

/** Expects a message on one line, without a stack, and exit code 1. */
function expectRefusal({ code, stdout, stderr }: Ended, says: RegExp): void {
  expect(stderr).toMatch(/^petstore: [A-Z][^\n]*[.]\n$/);
  expect(stderr).toMatch(says);
  expect(stderr).not.toMatch(/node:|\.ts\b|Error:|\bat .*\(/);
  // An environment that fails has logged its start, and the other may be ready: then it shows its first key.
  const logged = stdout.replace(/\n +Your API keys[^]*?\/v1\/pets(?:\n* +petstore demo[^\n]*)?\n/, '\n');
  const lines = logged.split('\n').filter((line) => !/^\{.*"msg":"(starting|ready|stopping|stopped)"\}$/.test(line));
  expect([code, lines.join('')]).toEqual([1, '']);
}

const serveIn = (env: Record<string, string>) => petstore(['serve'], { DATA_DIR: join(folder, 'good'), ...env });

describe('a start that cannot succeed ends with a clear message', () => {
  test.concurrent.each([
    ['PORT', '80x', /PORT is "80x", but it must be a whole number/],
    ['LOG_LEVEL', 'loud', /LOG_LEVEL is "loud", but it must be fatal/],
    ['TRUSTED_PROXIES', 'proxy', /TRUSTED_PROXIES is "proxy"/],
    ['ENVIRONMENT', 'test', /ENVIRONMENT is "test", but it must be both, production or staging\./],
  ])('%s=%s', async (name, value, says) => {
    expectRefusal(await serveIn({ [name]: value }), says);
  });

  test('both ports equal', async () => {
    expectRefusal(await serveIn({ PORT: '9000', STAGING_PORT: '9000' }), /PORT and STAGING_PORT are both 9000/);
  });

  test('a port in use stops both environments', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => taken.once('listening', resolve));
    const { port } = taken.address() as { port: number };
    for (const name of ['PORT', 'STAGING_PORT']) {
      const env = { DATA_DIR: join(folder, name), [name]: String(port) };
      const refused = await serveIn(env);
      expectRefusal(
        refused,
        new RegExp(`Port ${port} on 127\\.0\\.0\\.1 is in use\\. .* set ${name} to another port\\.`),
      );
      const next = await serve({ DATA_DIR: env.DATA_DIR });
      const shown = `${refused.stdout}${next.stdout()}`.match(/psk_\w+/g) ?? [];
      expect(new Set(shown.map((key) => key.slice(0, 9)))).toEqual(new Set(['psk_live_', 'psk_test_']));
      await next.stop();
    }
    taken.close();
  });

  test('a data folder that another service uses, until that one has ended, even by a kill', async () => {
    const env = { DATA_DIR: join(folder, 'taken') };
    const first = await serve(env, ['--environment', 'production']);
    expectRefusal(
      await petstore(['serve', '--environment', 'production'], env),
      /production\.sqlite cannot be opened: another service uses it\. Stop that one, or set DATA_DIR to another folder\.$/m,
    );
    // Commands and the other environment are beside it.
    expect(await petstore(['keys', 'create', '--plan', 'free'], env)).toMatchObject({ code: 0 });
    const staging = await serve(env, ['--environment', 'staging']);
    expect(await staging.stop()).toMatchObject({ code: 0 });
    await first.stop('SIGKILL');
    const next = await serve(env, ['--environment', 'production']);
    expect(await next.stop()).toMatchObject({ code: 0 });
  });

  test('a host that is not this machine', async () => {
    expectRefusal(await serveIn({ HOST: '203.0.113.9' }), /cannot listen on 203\.0\.113\.9/);
  });

  test('DATA_DIR is a file', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    expectRefusal(await serveIn({ DATA_DIR: file }), /Set DATA_DIR to a folder that can be written\.$/m);
    expectRefusal(await serveIn({ DATA_DIR: join(file, 'below') }), /Set DATA_DIR to a folder that can be written\.$/m);
    expectRefusal(await serveIn({ DATA_DIR: '/proc/below' }), /Set DATA_DIR to a folder that can be written\.$/m);
  });

  test('the database file is a folder, or not a database', async () => {
    await mkdir(join(folder, 'a/production.sqlite'), { recursive: true });
    expectRefusal(await serveIn({ DATA_DIR: join(folder, 'a') }), /production\.sqlite cannot be opened/);
    await mkdir(join(folder, 'b'));
    await writeFile(join(folder, 'b/production.sqlite'), 'Dear diary, this is no database at all.'.repeat(100));
    expectRefusal(
      await serveIn({ DATA_DIR: join(folder, 'b') }),
      /production\.sqlite cannot be opened: file is not a database\. Run petstore doctor; .*\.$/m,
    );
  });

  test('the database is of a newer version, and stays unchanged', async () => {
    const env = { DATA_DIR: join(folder, 'newer') };
    expect(await petstore(['migrate'], env)).toMatchObject({ code: 0, stderr: '' });
    const store = new SqliteDatabase(join(env.DATA_DIR, 'staging.sqlite'));
    store.exec(`insert into kysely_migration values ('9999-from-the-future', '2099-01-01T00:00:00Z')`);
    for (const name of ['serve', 'migrate']) {
      const { code, stderr } = await petstore([name], env);
      expect(code).toBe(1);
      expect(stderr).toMatch(
        /^petstore: .*staging\.sqlite cannot be opened: a newer version of Petstore has written it \(9999-from-the-future\)\.\n$/,
      );
    }
    expect(store.prepare('select count(*) from accounts').pluck().get()).toBe(0);
    store.close();
  });

  test.each([
    [['serve', '--environment', 'prod'], /Allowed choices are production, staging/],
    [['keys', 'create', '--plan', 'gold'], /Allowed choices are free, pro, business, enterprise/],
    [['keys', 'create'], /--plan/],
    [['keys', 'revoke', 'x'], /must be a whole number/],
    [['keys', 'create', '--plan', 'free', '--per-minute', '0'], /must be a whole number/],
    [['fetch'], /Unknown command 'fetch'\./],
  ])('petstore %j', async (args, says) => {
    const { code, stderr } = await command(args, { DATA_DIR: join(folder, 'good') });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^petstore: [A-Z][^\n]*[.?]\nRun `petstore[^`]* --help` for its usage\.\n$/);
    expect(stderr).toMatch(says);
    expect(stderr).not.toMatch(/node:|\bat .*\(/);
  });
});

describe('petstore migrate', () => {
  test('creates both databases, can be repeated, and prints no key', async () => {
    const env = { DATA_DIR: join(folder, 'made/on/demand') };
    for (let i = 0; i < 2; i += 1) {
      const { code, stdout, stderr } = await petstore(['migrate'], env);
      expect([code, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(/^production: .*\nstaging: .*\n$/);
      expect(stdout).not.toContain('psk_');
    }
    const running = await serve(env);
    expect(Object.keys(running.keys)).toEqual(['production', 'staging']);
    expect(await running.stop()).toMatchObject({ code: 0 });
  });

  test('--help lists the commands', async () => {
    const { code, stdout } = await petstore(['--help']);
    expect(code).toBe(0);
    for (const command of ['serve', 'migrate', 'keys', 'openapi', 'pets', 'completion'])
      expect(stdout).toContain(`  ${command}`);
  });
});

test('the built service loads neither the driver of PostgreSQL nor what imports need, until they are used', async () => {
  const loaded = new Map<string, string>();
  const load = async (file: string): Promise<void> => {
    if (loaded.has(file)) return;
    const text = await readFile(join('dist', file), 'utf8');
    loaded.set(file, text);
    for (const [, next = ''] of text.matchAll(/(?:from|import)"\.\/([^"]+)"/g)) await load(next);
  };
  for await (const file of glob(['service-*.js', 'environment-*.js'], { cwd: 'dist' })) await load(file);
  expect(loaded.size).toBeGreaterThan(50);
  const having = (text: string) => [...loaded].filter(([, code]) => code.includes(text)).map(([file]) => file);
  expect(having('SCRAM-SHA-256')).toEqual([]);
  expect(having('SaxesParser')).toEqual([]);
});

describe('the launcher, without the Node that npm installs', () => {
  /** A checkout that has only the launcher and a library, with a `node` in PATH that prints its version or its arguments. */
  async function launcherWith(version: string) {
    const folder = await newFolder();
    await cp('bin', join(folder, 'bin'), { recursive: true });
    await cp('package-lock.json', join(folder, 'package-lock.json'));
    await mkdir(join(folder, 'node_modules/kysely'), { recursive: true });
    await writeFile(join(folder, 'node'), `#!/bin/sh\n[ "$1" = --version ] && echo ${version} || echo "ran $*"\n`);
    await chmod(join(folder, 'node'), 0o755);
    return { launcher: join(folder, 'bin/petstore'), env: { PATH: `${folder}:/usr/bin:/bin` } };
  }

  test.each(['v20.1.0', 'v8.17.0', 'v18.20.4', 'v22.11.0', 'v23.0.0', 'v24.6.9', 'v24.0.0'])(
    'refuses %s',
    async (version) => {
      const { launcher, env } = await launcherWith(version);
      expectRefusal(
        await petstore(['serve'], env, launcher),
        new RegExp(`Node\\.js 24\\.7 or newer is required, but this is ${version}\\. Run.*npm ci`),
      );
    },
  );

  test.each(['v24.7.0', 'v24.10.1', 'v25.0.0', 'v26.10.0', 'v30.1.0', 'v100.0.0'])('accepts %s', async (version) => {
    const { launcher, env } = await launcherWith(version);
    const { code, stdout } = await petstore(['serve', '--environment', 'staging'], env, launcher);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ran .*src\/main\.ts serve --environment staging\n$/);
  });

  test('fails with a clear message without any Node', async () => {
    const { launcher, env } = await launcherWith('v26.0.0');
    const folder = await newFolder();
    for (const tool of ['dirname', 'readlink'])
      await writeFile(join(folder, tool), `#!/bin/sh\nexec /usr/bin/${tool} "$@"\n`, { mode: 0o755 });
    expectRefusal(
      await petstore(['serve'], { ...env, PATH: folder }, launcher),
      /Node\.js 24\.7 or newer is required\. Run "npm ci"/,
    );
  });
});
