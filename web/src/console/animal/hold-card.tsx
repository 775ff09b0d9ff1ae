import type { ExpandedPet } from '../../../../client/src/petstore.ts';
import { petstore, versionOf } from '../../api.ts';
import { useAction } from '../../data/use-action.ts';
import { Button } from '../../design/controls/button.tsx';
import { Card } from '../../design/data/card.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { hiddenWords } from '../animals/hidden-badge.tsx';

/** The hold of an animal: why, until when, and its end; nothing if none keeps it from visitors. */
export function HoldCard({ pet, onEnded }: { readonly pet: ExpandedPet; readonly onEnded: () => void }) {
  const { hiddenBecause, hold } = pet.profile?.staff ?? {};
  const end = useAction(async () => {
    const profile = await petstore.pets.profile(pet.id);
    // No event tells of what only staff may know.
    if (JSON.stringify(profile.staff?.hold) !== JSON.stringify(hold))
      tell('A colleague has changed the hold.', 'danger');
    else {
      await petstore.pets.updateProfile(pet.id, { staff: { hold: null } }, versionOf(profile));
      tell('The hold has ended.');
    }
    onEnded();
  });
  if (hiddenBecause !== 'hold') return null;
  return (
    <Card
      title={hiddenWords(pet) ?? ''}
      about={
        pet.profile?.comingSoon === true
          ? 'Visitors see its page, which says that it comes soon. It is in no list, and nobody can reserve it.'
          : 'Visitors do not see it, and nobody can reserve it. A reservation that holds it already stays.'
      }
    >
      <div class="stack">
        {hold?.reason !== undefined && (
          <p>
            <UserText>{hold.reason}</UserText>
          </p>
        )}
        <div class="row">
          <Button
            size="s"
            icon="edit"
            onClick={() => document.querySelector<HTMLElement>('select[name="staff.hold.type"]')?.focus()}
          >
            Change the hold
          </Button>
          <Button size="s" icon="heart" kind="primary" busy={end.isBusy} onClick={() => void end.run()}>
            Show to visitors
          </Button>
        </div>
        <ErrorNotice error={end.error} onRetry={() => void end.run()} />
      </div>
    </Card>
  );
}
