import { expect } from 'vitest';
import type { CallOptions, TestService } from '../support/service.ts';

export const rex = {
  species: 'Dog',
  breed: { primary: 'Golden Retriever', mixed: true },
  colors: ['Gold', 'White'],
  sex: 'male',
  goodWith: { children: 'yes', cats: 'selective' },
  description: 'Likes *long* walks.\n\nAnd sleep.',
};

/** Of every profile, when it is read by its own people. */
export const readOnly = () => ({
  waitingSince: expect.any(String),
  publishedAt: expect.any(String),
  statusChangedAt: expect.any(String),
  updatedAt: expect.any(String),
  staff: { daysInCare: expect.any(Number) },
});

/** Calls the profile of an animal. @param of who calls, and the id of the animal, at the time of a call */
export function profileCalls(of: () => { readonly owner: TestService; readonly id: number }) {
  const path = () => `/v1/pets/${of().id}/profile`;
  const call = (method: string, options: CallOptions) => of().owner.call(method, path(), options);
  return {
    path,
    get: (options: CallOptions = {}) => call('GET', options),
    put: (body: unknown, options: CallOptions = {}) => call('PUT', { body, ...options }),
    patch: (body: unknown, options: CallOptions = {}) => call('PATCH', { body, ...options }),
  };
}
