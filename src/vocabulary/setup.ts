/** The steps from a first start to a shelter that works, with what may be missing for each. */
export const SETUP_STEPS = {
  organization: ['organization', 'name', 'contact', 'hours', 'logo'],
  address: ['url', 'https', 'answer'],
  mail: ['server', 'mailbox', 'test', 'arrival'],
  animal: ['animal'],
  photo: ['photo'],
  colleague: ['colleague'],
  backups: ['place', 'first', 'success'],
  website: ['website'],
} as const;

export type SetupStep = keyof typeof SETUP_STEPS;
export type Missing = (typeof SETUP_STEPS)[SetupStep][number];
