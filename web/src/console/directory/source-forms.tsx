import type { DirectorySource } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { useIdempotencyKey } from '../../data/calls.ts';
import { useForm } from '../../data/use-form.ts';
import { TextField } from '../../design/controls/field.tsx';
import { FormDialog } from '../../design/feedback/form-dialog.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { UserText } from '../../design/text/user-text.tsx';

const CODE = { autocomplete: 'off', autoCapitalize: 'none', spellcheck: false, dir: 'ltr', required: true } as const;

const keyMistake = (key: string): string | undefined =>
  /^ptk_(?:live|test)_[0-9A-Za-z]{38}$/.test(key.trim())
    ? undefined
    : 'Enter the whole partner key: ptk_live_ and 38 letters and digits.';

/** The address of the service alone: who copies it from a browser may be on a page of it. */
function originOf(typed: string): string | undefined {
  const url = URL.parse(typed.trim());
  return url !== null && /^https?:$/.test(url.protocol) ? url.origin : undefined;
}

/** How the service begins what it says of the address. */
const OF_ADDRESS = 'The field `url` ';

interface AddSourceProps {
  readonly onAdded: (source: DirectorySource) => void;
  readonly onClose: () => void;
}

export function AddSource({ onAdded, onClose }: AddSourceProps) {
  const keyed = useIdempotencyKey();
  const form = useForm(
    { url: '', key: '' },
    {
      mistakesIn: ({ url, key }) => ({
        url: originOf(url) === undefined ? 'Enter an address such as https://pets.shelter.example.' : undefined,
        key: keyMistake(key),
      }),
      refusedIn({ code, message }) {
        if (code === 'source_exists') return { url: message };
        return message.startsWith(OF_ADDRESS) ? { url: message.replace(OF_ADDRESS, 'It ') } : {};
      },
      async send(draft) {
        const source = { url: originOf(draft.url) ?? '', key: draft.key.trim() };
        onAdded(await keyed(source, (options) => petstore.admin.addDirectorySource(source, options)));
        tell('The source is being read.');
        onClose();
      },
    },
  );
  return (
    <FormDialog title="Add a source" verb="Add source" onClose={onClose} {...form}>
      <TextField
        label="Address"
        hint="Of the shelter’s own service, such as https://pets.shelter.example."
        {...CODE}
        inputMode="url"
        maxLength={500}
        autoFocus
        {...form.field('url')}
      />
      <KeyField {...form.field('key')} />
      <p class="small quiet">
        Visitors see its listed organizations and their animals within minutes, and each change within seconds.
        Reserving, applying and asking happen at the shelter’s own pages: you learn nothing of those who adopt.
      </p>
    </FormDialog>
  );
}

interface ReplaceKeyProps {
  readonly source: DirectorySource;
  readonly onChanged: (source: DirectorySource) => void;
  readonly onClose: () => void;
}

export function ReplaceKey({ source, onChanged, onClose }: ReplaceKeyProps) {
  const form = useForm(
    { key: '' },
    {
      mistakesIn: ({ key }) => ({ key: keyMistake(key) }),
      async send({ key }) {
        const changed = await petstore.admin.updateDirectorySource(source.id, { key: key.trim() });
        onChanged(changed);
        tell(
          changed.state === 'paused'
            ? 'The key is kept; the source is paused.'
            : 'The source is asked with the new key.',
        );
        onClose();
      },
    },
  );
  return (
    <FormDialog
      title={
        <>
          Another key for <UserText>{new URL(source.url).host}</UserText>
        </>
      }
      verb="Use this key"
      onClose={onClose}
      {...form}
    >
      <KeyField autoFocus {...form.field('key')} />
    </FormDialog>
  );
}

type KeyFieldProps = Omit<Parameters<typeof TextField>[0], 'label'>;

const KeyField = (props: KeyFieldProps) => (
  <TextField
    label="Partner key"
    hint="The shelter’s operator makes it in the console of that service, under Partners. Nobody sees it again here."
    {...CODE}
    autocomplete="new-password"
    type="password"
    maxLength={60}
    {...props}
  />
);
