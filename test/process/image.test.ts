import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { onTestFinished, test, expect } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const run = promisify(execFile);

/** A folder with the files that a stage of the Dockerfile copies, subject to `.dockerignore`, and with node_modules. */
async function folderOf(stage: RegExp): Promise<string> {
  const stages = (await readFile(join(root, 'Dockerfile'), 'utf8')).split(/^(?=FROM )/m);
  const copied = [...(stages.find((text) => stage.test(text)) ?? '').matchAll(/^COPY (?!--from)(.+) \S+$/gm)];
  const names = copied.flatMap(([, sources = '']) => sources.split(' ')).map((name) => name.replace('./', ''));
  const lines = (await readFile(join(root, '.dockerignore'), 'utf8')).split('\n');
  expect(lines).toEqual(expect.arrayContaining(names.map((name) => `!${name}`)));

  const folder = await mkdtemp(join(tmpdir(), 'petstore-image-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const ignored = new Set(lines.map((line) => join(root, line)));
  for (const name of names) {
    await cp(join(root, name), join(folder, name), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => !ignored.has(source),
    });
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

test('the image contains all sources of the site and of the built service', async () => {
  const folder = await folderOf(/ AS built$/m);
  await run('npm', ['run', 'prepare'], { cwd: folder });
  expect(await readdir(join(folder, 'dist'))).toEqual(expect.arrayContaining(['main.js', 'strength-worker.js']));
  const built = [join(folder, 'dist/main.js'), 'openapi'] as const;
  const { stdout } = await run(process.execPath, built, { maxBuffer: 10_000_000 });
  expect(stdout).toBe(await readFile(join(root, 'openapi.json'), 'utf8'));
  // A failure that nobody expects shows the lines of the sources.
  const broken = 'data:text/javascript,process.stdout.write = () => { throw new Error() }';
  const failure = await run(process.execPath, ['--import', broken, ...built]).catch((error: unknown) => error);
  expect((failure as { stderr: string }).stderr).toMatch(
    / at printDescription \(.*src\/commands\/docs\/openapi\.ts:\d+:\d+\)/,
  );
  expect(await readdir(join(folder, 'web/dist'))).toEqual(expect.arrayContaining(['embed.js', 'index.html']));
});

test('the image contains all sources of the service', async () => {
  const folder = await folderOf(/^ENTRYPOINT/m);
  // The image has the built service too, and no lock file.
  await cp(join(root, 'dist'), join(folder, 'dist'), { recursive: true });
  await rm(join(folder, 'package-lock.json'), { force: true });
  const options = { cwd: folder, maxBuffer: 10_000_000 };
  const { stdout, stderr } = await run(join(folder, 'bin/petstore'), ['openapi'], options);
  expect(stdout).toBe(await readFile(join(root, 'openapi.json'), 'utf8'));
  expect(stderr).toBe('');
  expect(await readdir(join(folder, 'deploy'))).toEqual(['health.ts']);
  expect(await readdir(join(folder, 'src/places'))).toEqual(expect.arrayContaining(['places.br', 'NOTICE.md']));
});

test('an installation without the development packages says in one sentence how to build', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-production-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(join(root, 'package.json'), join(folder, 'package.json'));
  const { stderr } = await run('npm', ['run', '--silent', 'prepare'], { cwd: folder });
  expect(stderr).toBe(
    'petstore: Neither the service nor its site is built, because the development packages are missing. Run `npm ci`, then `npm prune --omit=dev --ignore-scripts`.\n',
  );
});
