/** The band over the pages of staging, where everything is for practice. */
export const staging = {
  badge: 'Staging',
  note: 'For practice. No animals here are real.',
  toProduction: 'Go to production',
} as const;
