import type { PetStatus } from '../pets/schema.ts';

/** Where an animal's status may go by itself. The same status again is always fine. */
export const TRANSITIONS: Readonly<Record<PetStatus, readonly PetStatus[]>> = {
  available: ['pending', 'sold'],
  pending: ['available', 'sold'],
  sold: ['available'],
};

export const mayChange = (from: PetStatus, to: PetStatus): boolean => from === to || TRANSITIONS[from].includes(to);
