import type { ExpandedPet } from '../../../../client/src/petstore.ts';
import { startOfDay } from '../../../../src/vocabulary/animal-profile.ts';
import { HIDING_REASONS, HOLD_TYPES } from '../../../../src/vocabulary/animals/hiding.ts';
import { Badge } from '../../design/data/badge.tsx';
import { speaks } from '../../words.ts';

const DAY = new Intl.DateTimeFormat(speaks().locale, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Why visitors do not see an animal, and until when; undefined if they see it. */
export function hiddenWords({ profile }: ExpandedPet): string | undefined {
  const { hiddenBecause, hold = {} } = profile?.staff ?? {};
  if (hiddenBecause !== 'hold') return hiddenBecause && HIDING_REASONS[hiddenBecause];
  const kind = HOLD_TYPES[hold.type ?? 'other'];
  return hold.until === undefined ? kind : `${kind} until ${DAY.format(startOfDay(hold.until))}`;
}

/** Says in lists that visitors do not see an animal. */
export function HiddenBadge({ pet }: { readonly pet: ExpandedPet }) {
  const words = hiddenWords(pet);
  return words === undefined ? null : (
    <Badge tone="caution">
      {words}
      <span class="visually-hidden">: hidden from visitors</span>
    </Badge>
  );
}
