interface Vaccination {
  readonly name: string;
  readonly date?: string | undefined;
  readonly nextDate?: string | undefined;
}

/**
 * The vaccinations whose next one is due up to the day (ISO 8601), unless it has been given: a later one has the same name. One that is only
 * planned, without a day of its own, has been given with one from that day on, or with one whose next is later.
 */
export const dueVaccinations = <Given extends Vaccination>(
  given: readonly Given[],
  lastDay: string,
): (Given & { readonly nextDate: string })[] =>
  given.filter(
    (one): one is Given & { readonly nextDate: string } =>
      one.nextDate !== undefined && one.nextDate <= lastDay && !given.some((other) => isNextOf(one, other)),
  );

const isNextOf = ({ name, date, nextDate = '' }: Vaccination, other: Vaccination): boolean =>
  name === other.name &&
  other.date !== undefined &&
  (date === undefined ? other.date >= nextDate || (other.nextDate ?? '') > nextDate : other.date > date);
