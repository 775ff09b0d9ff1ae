/** How visitors show interest in an animal: docs/decisions/0108-interest-without-cookies.md. */
export const INTEREST_KINDS = {
  views: 'How often visitors opened its page.',
  hearts: 'How often visitors gave it a heart.',
  questions: 'How many questions visitors sent about it.',
  reservations: 'How often visitors reserved it.',
  applications: 'How many applications visitors submitted for it.',
} as const;
export type InterestKind = keyof typeof INTEREST_KINDS;
export type InterestCounts = Readonly<Record<InterestKind, number>>;

/** The counts of all of these. */
export function interestSum(counted: readonly Partial<InterestCounts>[]): InterestCounts {
  const sum = (kind: InterestKind) => counted.reduce((total, counts) => total + (counts[kind] ?? 0), 0);
  return {
    views: sum('views'),
    hearts: sum('hearts'),
    questions: sum('questions'),
    reservations: sum('reservations'),
    applications: sum('applications'),
  };
}
