import { useEffect, useMemo, useState } from 'preact/hooks';
import type { ApiKey, ApiKeyWithSecret, PageQuery } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { useIdempotencyKey } from '../../data/calls.ts';
import { openList, removeItem } from '../../data/list.ts';
import { useForm } from '../../data/use-form.ts';
import { Button, LinkButton } from '../../design/controls/button.tsx';
import { TextField } from '../../design/controls/field.tsx';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { actions, ListCard } from '../../design/data/table.tsx';
import { Time } from '../../design/data/time.tsx';
import { ConfirmAct } from '../../design/feedback/confirm.tsx';
import { FormDialog } from '../../design/feedback/form-dialog.tsx';
import { SecretDialog } from '../../design/feedback/secret.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { Ago } from '../../design/text/ago.tsx';
import { UserText } from '../../design/text/user-text.tsx';

type Opened =
  | { readonly what: 'add' }
  | { readonly what: 'show'; readonly apiKey: ApiKeyWithSecret }
  | { readonly what: 'revoke'; readonly apiKey: ApiKey };

/** The other services that read what visitors see, each with a key of its own. */
export function PartnersPage() {
  const list = useMemo(() => openList((query: PageQuery) => petstore.admin.partnerKeys(query), { limit: 50 }), []);
  useEffect(() => void list.reload(), [list]);
  const [opened, open] = useState<Opened>();
  const close = () => open(undefined);
  const add = (
    <Button kind="primary" icon="plus" onClick={() => open({ what: 'add' })}>
      Add a partner
    </Button>
  );
  const isEmpty = list.items.value.length === 0 && !list.hasMore.value;
  return (
    <>
      <PageHeader
        title="Partners"
        about="Other services, such as a directory of several shelters, that read what visitors see here, and nothing else."
        actions={
          <>
            <LinkButton href="/docs/directory" icon="book" isForeign>
              How it works
            </LinkButton>
            {!isEmpty && add}
          </>
        }
      />
      <ListCard
        caption="Partners"
        rows="console-rows"
        list={list}
        columns={[
          { header: 'Name', phone: 'start', cell: ({ name = '' }) => <UserText>{name}</UserText> },
          {
            header: 'Key',
            phone: 'start',
            cell: ({ prefix, lastFour }) => (
              <code class="small">
                {prefix}…{lastFour}
              </code>
            ),
          },
          { header: 'Created', phone: 'hidden', cell: ({ createdAt }) => <Time at={createdAt} /> },
          {
            header: 'Last used',
            phone: 'end quiet',
            cell: ({ lastUsedAt }) => (lastUsedAt === undefined ? <span>Never used</span> : <Ago at={lastUsedAt} />),
          },
          actions((apiKey: ApiKey) => (
            <Button onClick={() => open({ what: 'revoke', apiKey })}>
              Revoke<span class="visually-hidden"> the key of {apiKey.name}</span>
            </Button>
          )),
        ]}
        empty={
          <EmptyState icon="key" title="No partners" action={add}>
            A directory that wants to show your animals needs a key from you.
          </EmptyState>
        }
      />
      {opened?.what === 'add' && (
        <AddPartner
          onAdded={(apiKey) => {
            open({ what: 'show', apiKey });
            void list.reload();
          }}
          onClose={close}
        />
      )}
      {opened?.what === 'show' && (
        <SecretDialog
          title={`The key for ${opened.apiKey.name}`}
          secrets={[{ secret: opened.apiKey.key, label: 'the key' }]}
          onClose={close}
        >
          <p class="quiet small">Give it to the operator of the other service, with the address {location.origin}.</p>
        </SecretDialog>
      )}
      {opened?.what === 'revoke' && (
        <ConfirmAct
          title="Revoke this key"
          verb="Revoke key"
          isDangerous
          onClose={close}
          act={async () => {
            await petstore.admin.revokePartnerKey(opened.apiKey.id);
            removeItem(list, opened.apiKey.id);
            tell('The key was revoked.');
          }}
        >
          <p>
            <UserText>{opened.apiKey.name ?? ''}</UserText> can no longer read your animals. You cannot undo this. What
            it has copied is for its operator to remove.
          </p>
        </ConfirmAct>
      )}
    </>
  );
}

interface AddPartnerProps {
  readonly onAdded: (apiKey: ApiKeyWithSecret) => void;
  readonly onClose: () => void;
}

function AddPartner({ onAdded, onClose }: AddPartnerProps) {
  const keyed = useIdempotencyKey();
  const form = useForm(
    { name: '' },
    {
      mistakesIn: ({ name }) => ({ name: name.trim() === '' ? 'Enter a name.' : undefined }),
      async send(draft) {
        const name = draft.name.trim();
        onAdded(await keyed(name, (options) => petstore.admin.createPartnerKey({ name }, options)));
      },
    },
  );
  return (
    <FormDialog title="Add a partner" verb="Make the key" onClose={onClose} {...form}>
      <TextField
        label="Name"
        hint="Who reads with the key, such as Directory of Ohio."
        {...form.field('name')}
        maxLength={255}
        autoFocus
        autocomplete="off"
        required
      />
      <p class="small quiet">
        It reads your listed organizations and the animals that visitors see, from its server. It changes nothing, and
        sees no orders, applications or messages.
      </p>
    </FormDialog>
  );
}
