import { type Static, Type } from 'typebox';
import { MultilineText, Nullable, Flag } from '../../http/shapes.ts';
import { FOLLOW_UPS, type FollowUpName } from '../../vocabulary/follow-ups.ts';

const text = (name: FollowUpName) =>
  MultilineText(
    5_000,
    `Text of the mail ${FOLLOW_UPS[name].days} days after the animal came home. The placeholders are \`{name}\` (the adopter), \`{animal}\`, \`{organization}\` and \`{day}\` (when it came home).`,
  );
const active = Flag(
  'Whether adopters get these mails. Adoptions from before count for the mails that become due from then on.',
);

/** The mails to adopters after an adoption. */
export const FollowUps = Type.Object(
  { active, afterThreeDays: text('afterThreeDays'), afterThirtyDays: text('afterThirtyDays') },
  {
    title: 'FollowUps',
    examples: [
      {
        active: true,
        afterThreeDays: 'Dear {name},\n\nhow are the first days with {animal}?',
        afterThirtyDays: FOLLOW_UPS.afterThirtyDays.text,
      },
    ],
  },
);
export type FollowUps = Static<typeof FollowUps>;

/** A merge patch (RFC 7396): null restores the text that the service suggests. */
export const FollowUpsPatch = Type.Object(
  {
    active: Type.Optional(active),
    afterThreeDays: Type.Optional(Nullable(text('afterThreeDays'))),
    afterThirtyDays: Type.Optional(Nullable(text('afterThirtyDays'))),
  },
  { title: 'FollowUpsPatch', examples: [{ active: true, afterThreeDays: null }] },
);
export type FollowUpsPatch = Static<typeof FollowUpsPatch>;

export const EndFollowUpsQuery = Type.Object({
  token: Type.String({ maxLength: 100, description: 'From the header `List-Unsubscribe` of a mail.' }),
});
