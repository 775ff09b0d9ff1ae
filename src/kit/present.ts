type Missing = null | undefined;

/** Members that may be missing are optional, and the others stay. */
type Present<Members> = {
  [Name in keyof Members as Extract<Members[Name], Missing> extends never ? Name : never]: Members[Name];
} & {
  [Name in keyof Members as Extract<Members[Name], Missing> extends never ? never : Name]?: Exclude<
    Members[Name],
    Missing
  >;
};

/** The members that are neither null nor undefined, in their order. */
export const present = <const Members extends object>(members: Members): Present<Members> =>
  Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== null && value !== undefined),
  ) as Present<Members>;
