import { expect, onTestFinished, test } from 'vitest';
import { examplesOf } from '../support/documented.ts';
import { endAll, newFolder, serve } from '../support/process.ts';

test('the README shows what the first start prints', async () => {
  onTestFinished(endAll);
  const dataDir = await newFolder();
  const running = await serve({ DATA_DIR: dataDir });
  await running.stop();
  const printed = running
    .stdout()
    .replaceAll(running.production, 'http://127.0.0.1:8080')
    .replaceAll(running.staging, 'http://127.0.0.1:8081')
    .replaceAll(dataDir, './data')
    .replaceAll(/\b(psk_live_|psk_test_|ppl_)[\w-]+/g, '$1…');
  const banner = printed.split('\n').filter((line) => !line.startsWith('{'));
  const start = examplesOf('README.md').find(({ commands }) => commands === 'npm ci && npm start\n');
  expect(start?.shown?.text).toBe(`${banner.join('\n').replaceAll(/^\n+|\n+$/g, '')}\n`);
});
