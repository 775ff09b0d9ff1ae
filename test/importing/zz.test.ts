import { beforeAll, describe, expect, test } from 'vitest';
import { BACKENDS, sharedService } from '../support/service.ts';
import { operatorOf } from '../support/windows.ts';
describe.each(BACKENDS)('speed on %s', (_, start) => {
  let manager: Awaited<ReturnType<typeof operatorOf>>;
  const service = sharedService(start);
  beforeAll(async () => { manager = await operatorOf(service); });
  test('undo', async () => {
    const rows = Array.from({ length: 10_000 }, (_, i) => `${i},Rex ${i},Dog`).join('\n');
    const t0 = performance.now();
    const answer = await manager.call('POST', '/session/import?format=csv&mode=import&categories=existing&file=a.csv', { body: `id,name,species\n${rows}\n`, headers: { 'content-type': 'application/octet-stream' } });
    const t1 = performance.now();
    console.log(answer.text.trim().split('\n').at(-1));
    const undone = await service.call('POST', '/v1/imports/1/undo');
    const t2 = performance.now();
    console.log(undone.status, undone.text, Math.round(t1 - t0), Math.round(t2 - t1));
    expect((await service.call('GET', '/v1/pets')).body).toEqual([]);
  }, 120_000);
});
