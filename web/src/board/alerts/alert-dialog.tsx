import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { AlertFilters } from '../../../../client/src/petstore.ts';
import { useAction } from '../../data/use-action.ts';
import { useIdempotencyKey } from '../../data/use-idempotency-key.ts';
import { Button } from '../../design/controls/button.tsx';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { FormDialog } from '../../design/feedback/form-dialog.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { adopter, EmailField, mistakesIn } from '../adopter-fields.tsx';
import { useBoard } from '../board.ts';
import { type BoardFilters, countQueryOf } from '../filters/board-filters.ts';
import { wantedWords } from './wanted-words.ts';

interface AlertDialogProps {
  readonly filters: BoardFilters;
  readonly onClose: () => void;
}

/** Asks for mails about animals that match the filters. */
export function AlertDialog({ filters, onClose }: AlertDialogProps): JSX.Element {
  const { writes, categories } = useBoard();
  const [isChecked, setChecked] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const keyFor = useIdempotencyKey();
  const { email } = adopter.value;
  // What an alert knows: neither a name nor a status.
  const { status: _, q: __, ...wanted } = countQueryOf(filters);
  const ask = useAction(async () => {
    const alert = { email: email.trim(), filters: wanted as AlertFilters };
    const said = JSON.stringify(alert, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    await writes.alerts.create(alert, { idempotencyKey: keyFor(said) });
    setAsked(true);
  });
  if (isAsked)
    return (
      <Dialog
        title="Check your mail"
        isOpen
        onClose={onClose}
        actions={
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        }
      >
        <p role="status">
          Open the link that we mail to <UserText>{email.trim()}</UserText> and confirm that you want these mails. If
          none comes, look into your spam folder; you can ask again tomorrow.
        </p>
      </Dialog>
    );
  return (
    <FormDialog
      title="Tell me when such an animal comes"
      verb="Ask for mails"
      icon="mail"
      isBusy={ask.isBusy}
      onClose={onClose}
      onSubmit={() => {
        setChecked(true);
        if (mistakesIn(adopter.value).email === undefined) void ask.run();
      }}
    >
      <p>
        <UserText>{wantedWords(wanted as AlertFilters, categories.value)}</UserText>
      </p>
      <EmailField isChecked={isChecked}>
        For these mails only: one a day at most, for a year. Each has a link that ends them.
      </EmailField>
      <ErrorNotice error={ask.error} onRetry={() => void ask.run()} />
    </FormDialog>
  );
}
