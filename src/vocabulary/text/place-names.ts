interface Address {
  readonly city?: string | undefined;
  readonly region?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly country?: string | undefined;
}

/**
 * The names by which an address is looked up, the nearest first. A postal code is the nearest, but only of the countries whose codes are known:
 * others have codes of five digits, too.
 */
export function placeNames({ city, region, postalCode, country }: Address): string[] {
  const hasCodes = country === 'US' || country === 'CA' || (country === undefined && city === undefined);
  const parts = [
    ...(postalCode !== undefined && hasCodes ? [[postalCode]] : []),
    ...(city === undefined
      ? []
      : [
          [city, region, country],
          [city, country],
        ]),
  ];
  return parts.map((name) => name.filter((part) => part !== undefined).join(', '));
}
