import { expect } from 'vitest';
import { type Answer, linksOf, type TestService } from './service.ts';

/** The rate limit headers (specification, part 8), which every answer under `/v1` carries. */
export function rateLimitOf({ headers }: Answer): { limit: number; remaining: number; reset: number } {
  const [limit, remaining, reset] = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'].map((name) => {
    expect(headers.get(name), name).toMatch(/^\d+$/);
    return Number(headers.get(name));
  });
  return { limit: limit!, remaining: remaining!, reset: reset! };
}

/**
 * Asserts an Error of the specification (part 2) with this status and code, and the rate limit headers.
 *
 * @param naming what the message must name: a field, a parameter, a rule
 */
export function expectError(answer: Answer, status: number, code: string, naming = ''): void {
  expect({ status: answer.status, ...answer.body }).toEqual({ status, code, message: expect.stringContaining(naming) });
  expect(answer.body.message).toMatch(/^[A-Z].*[.?]$/s);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(rateLimitOf(answer).limit).toBeGreaterThan(0);
}

/** Adds a pet, asserts success, and returns its id. */
export async function addPet(service: TestService, pet: object, key = service.operatorKey): Promise<number> {
  const answer = await service.call('POST', '/v1/pets', { key, body: { name: 'Rex', categoryId: 1, ...pet } });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.id;
}

/** Returns every page of a list, following `rel="next"`. */
export async function pagesOf(service: TestService, path: string, betweenPages = async () => {}): Promise<Answer[]> {
  const pages: Answer[] = [];
  for (let next: string | undefined = path; next !== undefined; next = linksOf(pages.at(-1)!)['next']) {
    if (pages.length > 0) await betweenPages();
    const page = await service.call('GET', next);
    expect(page.status, page.text).toBe(200);
    pages.push(page);
  }
  return pages;
}

export const idsOf = (answer: Answer): number[] => (answer.body as { id: number }[]).map(({ id }) => id);
