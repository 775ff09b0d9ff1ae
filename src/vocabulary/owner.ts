/** To whom an animal or a category belongs: to the organization, if there is one, and otherwise to the account. */
export interface Owner {
  /** The account that added it. */
  readonly accountId: number;
  /** The organization of the account when it was added. */
  readonly organizationId: number | undefined;
}

/** Whether both name the same owner. */
export const isSameOwner = (one: Owner, other: Owner): boolean => ownerKey(one) === ownerKey(other);

/** What was found, if it is still theirs: animals may be given away. */
export const ifOf = <Found extends { readonly owner: Owner }>(
  owner: Owner,
  found: Found | undefined,
): Found | undefined => (found !== undefined && isSameOwner(found.owner, owner) ? found : undefined);

/** The organization or, as a negative number, the account. */
export const ownerKey = ({ accountId, organizationId }: Owner): number => organizationId ?? -accountId;
