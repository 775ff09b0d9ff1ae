/**
 * Applying for an animal, which several people may do. `animal` and `organization` are names, which may be unknown: a form with `true` has
 * them.
 */
export const applying = {
  /** The button at an animal and in the form. */
  apply: 'Apply to adopt',
  /** The title of the form. */
  applyFor: 'Apply to adopt {animal}',
  /** What applying means. */
  several: {
    by: 'hasOrganization',
    true: 'Several people may apply, and {organization} chooses.',
    other: 'Several people may apply, and the shelter chooses.',
  },
  binding: 'Nothing is reserved, it costs nothing, and you can withdraw at any time.',
  nextStep: {
    by: 'hasOrganization',
    true: '{organization} reads every application and writes to you when there is a decision.',
    other: 'The shelter reads every application and writes to you when there is a decision.',
  },
  /** In the form, when the animal goes to somebody else. */
  taken: '{animal} has been promised to somebody else. If that does not work out, this page shows it at once.',
  /** In the form, if the shelter has changed how the animal is adopted since it was opened. */
  nowApply: 'The shelter now takes applications for {animal}. What you have typed is kept.',
  nowReserve: 'You can now reserve {animal} directly. What you have typed is kept.',
  /** The animal speaks. */
  soon: 'I am coming soon. You cannot apply for me yet; as soon as you can, this page shows it.',
  /** The first step of how adoption works. `stepEither`: where organizations differ. */
  step: 'Apply',
  stepText:
    'You tell the shelter about yourself. Several people may apply for an animal, and nothing is reserved. It costs nothing, and you can withdraw at any time.',
  stepEither: 'Reserve or apply',
  stepEitherText:
    'Some animals are held for you as soon as you reserve them. For others, several people may apply, and the shelter chooses.',
  /** The page behind the link of an applicant. */
  yours: 'Your application',
  seeYours: 'See your application',
  none: 'No application here',
  noneWhy: 'The link may be mistyped, or it has ended: links end some time after a decision.',
  states: {
    submitted: {
      title: 'Your application is sent',
      text: {
        by: 'hasOrganization',
        true: 'You can change it until {organization} begins to read it.',
        other: 'You can change it until the shelter begins to read it.',
      },
    },
    in_review: {
      title: 'Your application is being read',
      text: {
        by: 'hasOrganization',
        true: '{organization} writes to you when there is a decision. You can no longer change the application.',
        other: 'The shelter writes to you when there is a decision. You can no longer change the application.',
      },
    },
    accepted: {
      title: 'Your application is accepted',
      text: {
        by: 'hasBoth',
        true: '{organization} has chosen you to adopt {animal}. Your reservation shows how things stand.',
        other: 'The shelter has chosen you. Your reservation shows how things stand.',
      },
    },
    declined: {
      title: 'Your application was not accepted',
      text: {
        by: 'hasBoth',
        true: '{organization} has decided against your application for {animal}. Thank you for your interest.',
        other: 'The shelter has decided against your application. Thank you for your interest.',
      },
    },
    withdrawn: {
      title: 'The application is withdrawn',
      text: {
        by: 'hasAnimal',
        true: 'You are no longer applying for {animal}.',
        other: 'You are no longer applying for the animal.',
      },
    },
    closed: {
      title: 'The application is closed',
      text: {
        by: 'hasOrganization',
        true: '{organization} has closed your application. Thank you for your interest.',
        other: 'The shelter has closed your application. Thank you for your interest.',
      },
    },
  },
  /** A heading. */
  sent: 'What you have sent',
  change: 'Change',
  changeYours: 'Change your application',
  save: 'Save changes',
  tooLate: 'The application can no longer be changed here: somebody has begun to read it, or it has ended.',
  withdraw: 'Withdraw the application',
  withdrawQuestion: 'Withdraw the application?',
  keepIt: 'Keep it',
  /** What withdrawing means, before it is confirmed. */
  withdrawing: {
    by: 'hasAnimal',
    true: 'You will no longer be applying for {animal}. You cannot undo this, but you may apply again.',
    other: 'You will no longer be applying for the animal. You cannot undo this, but you may apply again.',
  },
} as const;
