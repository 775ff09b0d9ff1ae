import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openService } from '../../composition/service.ts';
import { readSettings } from '../../settings/settings.ts';
import type { Terminal } from '../terminal.ts';

/** The OpenAPI description that staging serves at `/v1/openapi.json`: all operations. Production lacks those for tests. */
export async function readDescription<Description>(): Promise<Description> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-'));
  const service = await openService('staging', { ...readSettings({}), dataDir: folder, logLevel: 'silent' });
  try {
    return (await service.http.inject('/v1/openapi.json')).json<Description>();
  } finally {
    await service.close();
    await rm(folder, { recursive: true });
  }
}

/** Prints the OpenAPI description. */
export async function printDescription(terminal: Terminal): Promise<void> {
  terminal.print(JSON.stringify(await readDescription(), null, 2));
}
