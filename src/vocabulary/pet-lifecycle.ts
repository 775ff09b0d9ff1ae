/** Specification, part 2: free for adoption, held for an adopter, adopted. */
export const PET_STATUSES = ['available', 'pending', 'sold'] as const;
export type PetStatus = (typeof PET_STATUSES)[number];

/** Longer lists are counted by status and organization only. */
export const MOST_COUNTED_ANIMALS = 2_500;

/** The statuses that a direct change may set, by the current status. Setting the same status again is always allowed. */
export const PET_TRANSITIONS: Readonly<Record<PetStatus, readonly PetStatus[]>> = {
  available: ['pending', 'sold'],
  pending: ['available', 'sold'],
  sold: ['available'],
};

export const mayChange = (from: PetStatus, to: PetStatus): boolean => from === to || PET_TRANSITIONS[from].includes(to);
