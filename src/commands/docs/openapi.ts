import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openService } from '../../service.ts';
import { readSettings } from '../../settings.ts';

/** Prints the OpenAPI description that the service serves at `/v1/openapi.json`. */
export async function printDescription(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-'));
  const service = await openService('production', { ...readSettings({}), dataDir: folder, logLevel: 'silent' });
  try {
    const answer = await service.http.inject('/v1/openapi.json');
    process.stdout.write(`${JSON.stringify(answer.json(), null, 2)}\n`);
  } finally {
    await service.close();
    await rm(folder, { recursive: true });
  }
}
