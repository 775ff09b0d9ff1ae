import type { Near } from '../database/near.ts';
import { ApiError } from '../http/errors.ts';
import { DEFAULTS } from '../http/paging.ts';
import type { Places } from './places.ts';

const METERS = { km: 1_000, mi: 1_609.344 } as const;

/**
 * Reads the query parameters `near` and `within`, whose formats are valid: `Springfield, IL` and `50km`.
 *
 * @throws ApiError `invalid_parameter`
 */
export async function nearOf(
  places: Places,
  {
    near,
    within = near === undefined ? undefined : DEFAULTS.within,
  }: { readonly near?: string; readonly within?: string },
): Promise<Near | undefined> {
  if (within === undefined) return undefined;
  if (near === undefined)
    throw new ApiError('invalid_parameter', 'The query parameter `within` needs `near`, the place to measure from.');
  const point = await places.find(near);
  if (point === undefined)
    throw new ApiError(
      'invalid_parameter',
      'The query parameter `near` must be a latitude and a longitude in degrees like `39.8,-89.65`, a postal code of the US or Canada like `62701`, or a town with its state, province or country like `Łódź, Poland`; no such place is known.',
    );
  return { ...point, meters: Number.parseFloat(within) * METERS[within.endsWith('km') ? 'km' : 'mi'] };
}
