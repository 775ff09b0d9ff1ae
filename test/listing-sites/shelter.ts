import { expect } from 'vitest';
import { join } from '../organizations/members.ts';
import { withKey } from '../support/adoption.ts';
import { eventually } from '../support/eventually.ts';
import { type FtpServer, startFtpServer } from '../support/ftp-server.ts';
import type { TestService } from '../support/service.ts';

/** What Petfinder asks of a cat. */
export const CAT = { breed: { primary: 'Siamese' }, sex: 'female', size: 'small', age: 'young' };

/** A shelter of its own, its account at a site, and its manager. */
export async function newShelter(service: TestService, site = 'petfinder', file = 'import/NJ94.csv') {
  const ftp: FtpServer = await startFtpServer({ folders: ['/import'] });
  const made = await service.call('POST', '/v1/organizations', { body: { name: 'Hill Rescue', listed: true } });
  const organization = `/v1/organizations/${made.body.id}`;
  const { key, accountId } = await service.newAccount({ email: `manager-${made.body.id}@shelter.example` });
  await join(service, accountId, { id: made.body.id, role: 'manager' });
  const manager = { ...withKey(service, key), accountId };
  const path = `${organization}/listing-sites/${site}`;
  const call: TestService['call'] = (...request) => manager.call(...request);
  const get = async (of = '') => (await call('GET', path + of)).body;
  const account = { host: ftp.host, port: ftp.port, username: ftp.username, password: ftp.password };

  return {
    ftp,
    manager,
    organization,
    path,
    account,
    site: get,
    runs: () => get('/runs?limit=100'),
    animals: () => get('/animals'),
    /** The file as the site reads it. */
    file: () => ftp.files.get(`/${file}`)?.toString() ?? '',
    set: (more: object = {}) => call('PUT', path, { body: { ...account, ...more } }),
    async addCat(name: string, profile: object = CAT): Promise<number> {
      const added = await call('POST', '/v1/pets', { body: { name, categoryId: 2, profile } });
      expect(added.status, added.text).toBe(201);
      return added.body.id;
    },
    async change(petId: number, body: object): Promise<void> {
      const changed = await call('PATCH', `/v1/pets/${petId}`, { body });
      expect(changed.status, changed.text).toBe(200);
    },
    /** The site, once it is in this state and no run is under way. */
    until: (state: string) =>
      eventually(async () => {
        const found = await get();
        return found.state === state && !found.running && found;
      }),
    /** Asks for a run, and returns it when it has ended. */
    async runNow(body: object = {}) {
      const [before] = await get('/runs');
      const asked = await call('POST', `${path}/runs`, { body });
      expect(asked.status, asked.text).toBe(202);
      return eventually(async () => {
        const [run] = await get('/runs');
        return run?.id !== before?.id && run.endedAt !== undefined && run;
      });
    },
    /** Agrees to the list that waits. */
    async consent(list?: string) {
      return call('POST', `${path}/consent`, { body: { list: list ?? (await get()).waiting?.list ?? '0'.repeat(64) } });
    },
  };
}
export type Shelter = Awaited<ReturnType<typeof newShelter>>;

/** Sets the site up, and agrees to the first list. */
export async function sendFirst(shelter: Shelter, more: object = {}) {
  expect((await shelter.set(more)).status).toBe(200);
  await shelter.until('waiting');
  expect((await shelter.consent()).status).toBe(202);
  return shelter.until('sent');
}
