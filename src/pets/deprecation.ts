import type { Deprecation } from '../http/app.ts';

/** Specification, parts 4.3 and 9: `GET /pets/{petId}` is removed on 5 December 2030. */
export const getPetDeprecation: Deprecation = {
  sinceMs: Date.UTC(2025, 11, 5),
  removalMs: Date.UTC(2030, 11, 5),
  successor: ({ petId = '' }) => `/v1/pets?ids=${encodeURIComponent(petId)}`,
  notice: '/docs/reference/pets#getPet',
};
