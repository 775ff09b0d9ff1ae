/** Specification, part 2. */
export const PET_STATUSES = ['available', 'pending', 'sold'] as const;
export type PetStatus = (typeof PET_STATUSES)[number];

/** The statuses that a direct change may set, by the current status. Setting the same status again is always allowed. */
export const TRANSITIONS: Readonly<Record<PetStatus, readonly PetStatus[]>> = {
  available: ['pending', 'sold'],
  pending: ['available', 'sold'],
  sold: ['available'],
};

export const mayChange = (from: PetStatus, to: PetStatus): boolean => from === to || TRANSITIONS[from].includes(to);
