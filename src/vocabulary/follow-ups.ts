/** The mails to an adopter after an adoption. Subject and text have placeholders; organizations write texts of their own. */
export const FOLLOW_UPS = {
  afterThreeDays: {
    days: 3,
    subject: 'How are the first days with {animal}?',
    text: `Dear {name},

{animal} came home with you on {day}. How are you getting on?

The first days are quiet for some animals and restless for others, and both are normal. If you wonder about anything, write to us: we know {animal}, and are glad to help.`,
  },
  afterThirtyDays: {
    days: 30,
    subject: 'A month with {animal}',
    text: `Dear {name},

{animal} has lived with you for a month now. How is life together? We would love to hear from you.

If something is not as you had hoped, tell us as well: it is never too late to ask.`,
  },
} as const;
export type FollowUpName = keyof typeof FOLLOW_UPS;
export const FOLLOW_UP_NAMES = Object.keys(FOLLOW_UPS) as FollowUpName[];

/** What stands in the place of each placeholder. */
export const FOLLOW_UP_PLACEHOLDERS = {
  name: 'the adopter',
  animal: 'the animal',
  organization: 'your organization',
  day: 'the day when the animal came home',
} as const;

/** How long after the last of these mails its link to the adoption works. */
export const ANSWERED_WITHIN_DAYS = 30;
