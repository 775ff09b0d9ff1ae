import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Environment } from '../../../src/vocabulary/environments.ts';
import { startOnSqlite } from '../../support/service.ts';

async function describedBy(environment: Environment) {
  const service = await startOnSqlite({ environment });
  const answer = await service.call('GET', '/v1/openapi.json', { key: null });
  await service.close();
  return answer;
}

test('is served without a key, as JSON; openapi.json equals what staging serves (npm run docs)', async () => {
  const answer = await describedBy('staging');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(JSON.parse(readFileSync('openapi.json', 'utf8'))).toEqual(answer.body);
});

test('is the same in production, but for what only staging has', async () => {
  const { paths, tags, components, ...rest } = JSON.parse(readFileSync('openapi.json', 'utf8'));
  const ofStaging = new Set(['TestClock', 'Advance', 'LatestAdvance', 'StagedMail', 'StagedMails']);
  const schemas = Object.fromEntries(Object.entries(components.schemas).filter(([name]) => !ofStaging.has(name)));
  const inBoth = Object.entries<Record<string, { 'x-staging-only'?: true }>>(paths).filter(([, item]) =>
    Object.values(item).every((one) => one['x-staging-only'] === undefined),
  );
  expect((await describedBy('production')).body).toEqual({
    ...rest,
    paths: Object.fromEntries(inBoth),
    tags: tags.filter(({ name }: { name: string }) => name !== 'Testing'),
    components: { ...components, schemas },
  });
});
