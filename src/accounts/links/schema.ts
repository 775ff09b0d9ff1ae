import { Type } from 'typebox';
import { Timestamp } from '../../http/shapes.ts';
import { KEYS_AFTER_RESET, LINK_PURPOSES } from '../../vocabulary/links.ts';

/** A link that an operator has made. */
export const PasswordLink = Type.Object(
  {
    link: Type.String({ description: 'The URL of the page that asks for the new password. It works once.' }),
    expiresAt: Timestamp({ description: 'When the link expires.' }),
  },
  {
    title: 'PasswordLink',
    examples: [
      {
        link: 'https://pets.shelter.example/portal/set-password#token=ppl_thisIsNoRealTokenItIsAnExample',
        expiresAt: '2026-11-22T09:30:00.000Z',
      },
    ],
  },
);

/** A `ShownLink`. */
export const LinkShape = Type.Object({
  purpose: Type.Enum([...LINK_PURPOSES]),
  email: Type.String(),
  keys: Type.Enum([...KEYS_AFTER_RESET]),
});
