import { useState } from 'preact/hooks';
import type { AlertFilters } from '../../../../client/src/petstore.ts';
import { useAction, useIdempotencyKey } from '../../data/calls.ts';
import { Button } from '../../design/controls/button.tsx';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { FormDialog } from '../../design/feedback/form-dialog.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { parts, speaks } from '../../words.ts';
import { adopter, EmailField, mistakesIn } from '../adopter-fields.tsx';
import { useBoard } from '../board.ts';
import { type BoardFilters, countQueryOf } from '../filters/board-filters.ts';
import { wantedWords } from './wanted-words.ts';

interface AlertDialogProps {
  readonly filters: BoardFilters;
  readonly onClose: () => void;
}

/** Asks for mails about animals that match the filters. */
export function AlertDialog({ filters, onClose }: AlertDialogProps) {
  const { writes, categories } = useBoard();
  const [isChecked, setChecked] = useState(false);
  /** The address that was told. */
  const [asked, setAsked] = useState<string>();
  const keyed = useIdempotencyKey();
  const { email } = adopter.value;
  const { language, words } = speaks();
  const { finding } = words;
  // What an alert knows: neither a name nor a status.
  const { status: _, q: __, ...wanted } = countQueryOf(filters);
  const ask = useAction(async () => {
    const alert = { email: email.trim(), filters: wanted as AlertFilters, locale: language };
    await keyed(alert, (options) => writes.alerts.create(alert, options));
    setAsked(alert.email);
  });
  if (asked !== undefined)
    return (
      <Dialog
        title={finding.checkMail}
        onClose={onClose}
        actions={
          <Button kind="primary" onClick={onClose}>
            {finding.done}
          </Button>
        }
      >
        <p role="status">{parts(finding.openTheLink, { email: <UserText key="email">{asked}</UserText> })}</p>
      </Dialog>
    );
  return (
    <FormDialog
      title={finding.tellMe}
      verb={finding.askForMails}
      icon="mail"
      isBusy={ask.isBusy}
      error={ask.error}
      onClose={onClose}
      onSubmit={() => {
        setChecked(true);
        if (mistakesIn(adopter.value).email === undefined) void ask.run();
      }}
    >
      <p>
        <UserText>{wantedWords(wanted as AlertFilters, categories.value)}</UserText>
      </p>
      <EmailField isChecked={isChecked}>{finding.emailUse}</EmailField>
    </FormDialog>
  );
}
