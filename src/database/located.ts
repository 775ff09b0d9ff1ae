/** The values of `located`: whether the address of a row awaits its lookup, needs none, or was found. */
const TO_LOCATE = 0;
export const NOT_LOCATED = 1;
export const LOCATED = 2;

/** Where something is, in words, and perhaps exactly. */
export interface Address {
  readonly city?: string | undefined;
  readonly region?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly country?: string | undefined;
  readonly latitude?: number | undefined;
}

/** The value of `located` of a row that is written. */
export const locatedOf = ({ city, postalCode, latitude }: Address = {}): number =>
  latitude === undefined && (city !== undefined || postalCode !== undefined) ? TO_LOCATE : NOT_LOCATED;
