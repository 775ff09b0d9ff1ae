import { useState } from 'preact/hooks';
import type { ApiKeyWithSecret } from '../../../../client/src/petstore.ts';
import { ownPetstore } from '../../api.ts';
import { useForm } from '../../data/use-form.ts';
import { Button } from '../../design/controls/button.tsx';
import { TextField } from '../../design/controls/field.tsx';
import { FormDialog } from '../../design/feedback/form-dialog.tsx';
import { PublishedKey } from '../../portal/keys/published-key.tsx';

/** Makes a publishable key for a website, and shows the line that puts the organization's board on it. */
export function Website({ organizationId, onMade }: { readonly organizationId: number; readonly onMade?: () => void }) {
  const [opened, open] = useState<'form' | ApiKeyWithSecret>();
  const close = () => open(undefined);
  const form = useForm(
    { address: '' },
    {
      mistakesIn: ({ address }) => ({
        address: originOf(address) === undefined ? 'Enter an address such as https://shelter.example.' : undefined,
      }),
      async send({ address }) {
        const origin = originOf(address) ?? '';
        const name = `Board on ${new URL(origin).host}`;
        open(await ownPetstore.keys.create({ kind: 'publishable', name, origins: [origin] }));
        onMade?.();
      },
    },
  );
  return (
    <>
      <Button icon="copy" onClick={() => open('form')}>
        Put the board on your website
      </Button>
      {opened === 'form' && (
        <FormDialog title="Put the board on your website" verb="Make the line" onClose={close} {...form}>
          <p>Visitors of your website see your animals there, reserve them and ask about them.</p>
          <TextField
            label="Address of your website"
            hint="Such as https://shelter.example."
            dir="ltr"
            required
            {...form.field('address')}
          />
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
function originOf(typed: string): string | undefined {
  const address = typed.trim();
  const url = URL.parse(/^https?:\/\//.test(address) ? address : `https://${address}`);
  return url?.host.includes('.') === true || url?.hostname === 'localhost' ? url.origin : undefined;
}
