import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { onTestFinished, test, expect } from 'vitest';
import { SYSTEMS } from '../../src/package.ts';

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

test('the image is made from the package, for which the build has all sources', async () => {
  const folder = await folderOf(/ AS built$/m);
  const { stdout: packed } = await run('npm', ['pack', '--json', '--no-foreground-scripts'], { cwd: folder });
  const [{ filename, files }] = JSON.parse(packed);
  expect(await readFile(join(root, 'Dockerfile'), 'utf8')).toContain(` /package/${filename} `);
  const paths = files.map((file: { path: string }) => file.path);
  const wanted =
    'bin/petstore dist/main.js dist/strength-worker.js dist/licenses.md web/dist/index.html web/dist/embed.js';
  const others = 'web/dist/licenses.md src/places/places.br src/places/NOTICE.md LICENSE';
  expect(paths).toEqual(expect.arrayContaining(`${wanted} ${others}`.split(' ')));
  expect(paths.filter((path: string) => path.endsWith('.ts'))).toEqual([]);

  const built = [join(folder, 'dist/main.js'), 'openapi'] as const;
  const { stdout } = await run(process.execPath, built, { maxBuffer: 10_000_000 });
  expect(stdout).toBe(await readFile(join(root, 'openapi.json'), 'utf8'));
  // A failure that nobody expects shows the lines of the sources.
  const broken = 'data:text/javascript,process.stdout.write = () => { throw new Error() }';
  const failure = await run(process.execPath, ['--import', broken, ...built]).catch((error: unknown) => error);
  expect((failure as { stderr: string }).stderr).toMatch(
    / at printDescription \(.*src\/commands\/docs\/openapi\.ts:\d+:\d+\)/,
  );
});

test('the image has the probe of its health check', async () => {
  const folder = await folderOf(/^ENTRYPOINT/m);
  expect(await readdir(join(folder, 'deploy'))).toEqual(['health.ts']);
});

test('the package names the supported systems, and others are told first', async () => {
  const { os, cpu } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  expect({ os, cpu }).toEqual(SYSTEMS);
  const freebsd = `data:text/javascript,Object.defineProperty(process, 'platform', { value: 'freebsd' })`;
  const { stderr } = await run(process.execPath, ['--import', freebsd, join(root, 'dist/main.js'), '--version']);
  expect(stderr).toBe(
    `petstore: freebsd on ${process.arch} is not supported, and parts of the service may fail. Use Linux or macOS on x64 or arm64.\n`,
  );
});

test('an installation without the development packages says in one sentence how to build', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-production-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(join(root, 'package.json'), join(folder, 'package.json'));
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  for (const atInstallation of ['preinstall', 'install', 'postinstall', 'prepare'])
    expect(scripts).not.toHaveProperty(atInstallation);
  const { stderr } = await run('npm', ['run', '--silent', 'prepublish'], { cwd: folder });
  expect(stderr).toBe(
    'petstore: Nothing is built, because the development packages are missing: run `npm ci`, or install the package that `npm pack` makes.\n',
  );
  await cp(join(root, 'bin'), join(folder, 'bin'), { recursive: true });
  const started = await run(join(folder, 'bin/petstore'), ['serve']).catch((error: unknown) => error);
  expect((started as { stderr: string }).stderr).toBe(
    'petstore: Nothing is built. Run "npm ci" in this project, or install the package that "npm pack" makes.\n',
  );
});
