import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import type { TestService } from '../support/service.ts';

/** One pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

export async function setLogo(service: TestService, organizationId: number): Promise<void> {
  const headers = { 'content-type': 'image/png' };
  const answer = await service.call('PUT', `/v1/organizations/${organizationId}/logo`, { body: png, headers });
  expect(answer.status, answer.text).toBe(200);
}

/** The width of the image itself; 0 if it could not be loaded. */
export const widthOf = (image: Locator): Promise<number> =>
  image.evaluate((element) => (element as unknown as { naturalWidth: number }).naturalWidth);
