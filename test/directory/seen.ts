import { expect } from 'vitest';
import { linksOf, type Answer, type CallOptions, type TestService } from '../support/service.ts';

/** Answers GET requests for a path. */
export type Get = (path: string) => Promise<Answer>;

/** How visitors call a service. */
export async function newVisitor(service: Pick<TestService, 'call'>): Promise<CallOptions> {
  const origin = 'https://ohio.example';
  const made = await service.call('POST', '/v1/account/keys', { body: { kind: 'publishable', origins: [origin] } });
  expect(made.status, made.text).toBe(201);
  return { key: made.body.key, headers: { origin } };
}

/** All items of a list. */
export async function everyOne(get: Get, path: string): Promise<Answer['body'][]> {
  const found = [];
  for (let next: string | undefined = path; next !== undefined;) {
    const answer = await get(next);
    expect(answer.status, answer.text).toBe(200);
    found.push(...answer.body);
    next = linksOf(answer)['next'];
  }
  return found;
}

/** What visitors see of the animals and organizations of a service. */
export interface Seen {
  readonly animals: readonly string[];
  readonly organizations: readonly string[];
}

/** @param get asks as a visitor @returns without what differs between services: ids, moments and photos */
export async function seenBy(get: Get): Promise<Seen> {
  const [animals, organizations, categories] = await Promise.all([
    everyOne(get, '/v1/pets?limit=100&expand=owner,profile'),
    everyOne(get, '/v1/organizations?limit=100'),
    everyOne(get, '/v1/categories?limit=100'),
  ]);
  const [categoryNames, names] = [categories, animals].map((all) => new Map(all.map(({ id, name }) => [id, name])));
  const described = new Map(
    organizations.map(({ id, logo: _logo, origin: _origin, application: _application, ...organization }) => [
      id,
      organization,
    ]),
  );
  return {
    organizations: [...described.values()].map(inOrder).toSorted(),
    animals: animals
      .map(({ name, status, categoryId, owner, profile: { bondedWith = [], ...profile } }) => {
        for (const member of OWN_OF_PROFILE) Reflect.deleteProperty(profile, member);
        const bonds = bondedWith.map((id: number) => names?.get(id) ?? 'nobody').toSorted();
        const organization = described.get(owner?.organization?.id) ?? 'nobody';
        return inOrder({
          name,
          status,
          category: categoryNames?.get(categoryId) ?? 'none',
          bonds,
          profile,
          organization,
        });
      })
      .toSorted(),
  };
}

/** Members of a profile that a mirror has of its own. */
const OWN_OF_PROFILE = ['origin', 'publishedAt', 'statusChangedAt', 'updatedAt'];

/** The JSON of a value, the members of its objects in alphabetical order. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );

/** What visitors see of several services together. */
export const together = (all: readonly Seen[]): Seen => ({
  animals: all.flatMap(({ animals }) => animals).toSorted(),
  organizations: all.flatMap(({ organizations }) => organizations).toSorted(),
});
