/** To whom an animal or a category belongs: to the organization, if there is one, and otherwise to the account. */
export interface Owner {
  /** The account that added it. */
  readonly accountId: number;
  /** The organization of the account when it was added. */
  readonly organizationId: number | undefined;
}
