import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { examplesOf, expectShown, shell } from '../support/documented.ts';
import { builtPages, startOnSqlite, type TestService } from '../support/service.ts';

describe('docs/languages.md', () => {
  let service: TestService;
  let folder: string;
  const session = shell();

  beforeAll(async () => {
    service = await startOnSqlite({ environment: 'staging', pages: builtPages });
    folder = await mkdtemp(join(tmpdir(), 'petstore-translations-'));
  });
  afterAll(async () => {
    session.close();
    await service.close();
    await rm(folder, { recursive: true, force: true });
  });

  // The import changes no file, since it reads what was exported.
  test.each(examplesOf('docs/languages.md'))('line $line', async ({ commands, shown }) => {
    const own = commands
      .replaceAll('http://127.0.0.1:8081', service.origin)
      .replaceAll('psk_test_…', service.operatorKey)
      .replaceAll(/translations$/gm, folder);
    expectShown(await session.run(own), shown);
  });
});
