/** Whether an operation is refused: 403, or 404 where the caller may not even know that the resource exists. */
type Refusal = 403 | 404;

interface AccessRule {
  /** Who may call the operation, as the end of a sentence: "… may call it." */
  readonly who: string;
  /** How everybody else is refused. Absent principals are admitted. */
  readonly refusals: {
    /** Another account, which is not on the resource's side. */
    readonly other?: Refusal;
    readonly operator?: Refusal;
    /** The account that placed the order. */
    readonly placer?: Refusal;
    /** A member of the organization who is not a manager. */
    readonly staff?: Refusal;
    /** A publishable key, for what is not public. */
    readonly visitor?: Refusal;
  };
}

/**
 * Whose resources an operation may reach. Scopes, and whether a publishable key may call it at all, come on top of this: see `access` and
 * `secretKeysOnly` of a route. `docs/access.md` and the description are derived from this table; a test compares it with every operation.
 */
export const ACCESS_RULES = {
  everybody: { who: 'everybody, without a key', refusals: {} },
  link: { who: 'anyone with the secret link of a reservation, an application or an alert', refusals: {} },
  account: { who: 'every account, for itself', refusals: {} },
  anyAccount: { who: 'every account', refusals: {} },
  everything: { who: 'every account; with a publishable key, for what is public', refusals: { visitor: 404 } },
  own: { who: 'the account to which it belongs', refusals: { operator: 404, other: 404 } },
  owner: {
    who: 'the organization to which it belongs or, if it belongs to none, the account that added it; and operators',
    refusals: { other: 403 },
  },
  side: {
    who: "the account that placed the order, or submitted the application, for itself; the animal's side; and operators",
    refusals: { other: 404 },
  },
  shelter: { who: "the animal's side, and operators", refusals: { placer: 403, other: 404 } },
  public: {
    who: 'everybody with a key if the organization is public; otherwise its members, and operators',
    refusals: { other: 404, visitor: 404 },
  },
  member: { who: 'members of the organization, and operators', refusals: { other: 404, visitor: 404 } },
  receiver: {
    who: 'members of the organization that received the message, and operators',
    refusals: { other: 404, visitor: 404 },
  },
  manager: { who: 'managers of the organization, and operators', refusals: { staff: 403, other: 404, visitor: 404 } },
  managers: {
    who: 'operators, and managers for their organization; for one animal, everybody it belongs to',
    refusals: { staff: 403, other: 403 },
  },
  staff: { who: 'operators, and members of an organization, about its animals', refusals: { other: 403 } },
  operator: { who: 'operators', refusals: { staff: 403, other: 403 } },
} as const satisfies Record<string, AccessRule>;

export type AccessRuleName = keyof typeof ACCESS_RULES;
