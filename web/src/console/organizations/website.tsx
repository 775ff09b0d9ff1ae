import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ApiKeyWithSecret } from '../../../../client/src/petstore.ts';
import { ownKeys } from '../../api.ts';
import { useAction } from '../../data/use-action.ts';
import { Button } from '../../design/controls/button.tsx';
import { TextField } from '../../design/controls/field.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { FormDialog } from '../../design/feedback/form-dialog.tsx';
import { PublishedKey } from '../../portal/keys/published-key.tsx';

/** Makes a publishable key for a website, and shows the line that puts the organization's board on it. */
export function Website({
  organizationId,
  onMade,
}: {
  readonly organizationId: number;
  readonly onMade?: () => void;
}): JSX.Element {
  const [opened, open] = useState<'form' | ApiKeyWithSecret>();
  const [address, setAddress] = useState('');
  const [isChecked, setChecked] = useState(false);
  const close = () => open(undefined);
  const origin = originOf(address.trim());
  const make = useAction(async () => {
    if (origin === undefined) return;
    open(await ownKeys.create({ kind: 'publishable', name: `Board on ${new URL(origin).host}`, origins: [origin] }));
    onMade?.();
  });
  return (
    <>
      <Button icon="copy" onClick={() => open('form')}>
        Put the board on your website
      </Button>
      {opened === 'form' && (
        <FormDialog
          title="Put the board on your website"
          verb="Make the line"
          isBusy={make.isBusy}
          onClose={close}
          onSubmit={() => {
            setChecked(true);
            void make.run();
          }}
        >
          <p>Visitors of your website see your animals there, reserve them and ask about them.</p>
          <TextField
            label="Address of your website"
            hint="Such as https://shelter.example."
            dir="ltr"
            required
            value={address}
            error={isChecked && origin === undefined ? 'Enter an address such as https://shelter.example.' : undefined}
            onValue={setAddress}
          />
          <ErrorNotice error={make.error} />
        </FormDialog>
      )}
      {typeof opened === 'object' && (
        <PublishedKey
          title="Your board"
          apiKey={opened.key}
          origins={opened.origins ?? []}
          organizationId={organizationId}
          onClose={close}
        />
      )}
    </>
  );
}

/** Of an address as people type it. */
function originOf(address: string): string | undefined {
  const url = URL.parse(/^https?:\/\//.test(address) ? address : `https://${address}`);
  return url?.host.includes('.') === true || url?.hostname === 'localhost' ? url.origin : undefined;
}
