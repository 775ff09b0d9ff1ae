import './keys.css';
import type { JSX } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { ApiKey, ApiKeyWithSecret, PageQuery } from '../../../../client/src/petstore.ts';
import { SCOPES } from '../../../../src/vocabulary/scopes.ts';
import { ownKeys } from '../../api.ts';
import { openList } from '../../data/list.ts';
import { useQuery } from '../../data/use-query.ts';
import { Button } from '../../design/controls/button.tsx';
import { Menu } from '../../design/controls/menu.tsx';
import { Badge } from '../../design/data/badge.tsx';
import { Card } from '../../design/data/card.tsx';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { ListEnd } from '../../design/data/list-end.tsx';
import { type Column, Table } from '../../design/data/table.tsx';
import { UserText } from '../../design/data/user-text.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { Time } from '../times.tsx';
import { lastBans } from './bans.ts';
import { KeyForm } from './key-form.tsx';
import { KeyRevoke } from './key-revoke.tsx';
import { KeyRoll } from './key-roll.tsx';
import { forgetKey, knownKey } from './known-key.ts';
import { SecretDialog } from './secret-dialog.tsx';

/** What is done, and to which key. */
type Doing =
  | { readonly what: 'make' }
  | { readonly what: 'roll' | 'revoke'; readonly apiKey: ApiKey }
  | { readonly what: 'show'; readonly apiKey: ApiKeyWithSecret };

export function Keys(): JSX.Element {
  const list = useMemo(() => openList((query: PageQuery) => ownKeys.list(query), { limit: 50 }), []);
  useEffect(() => void list.reload(), [list]);
  const bans = useQuery(lastBans, []);
  const [doing, setDoing] = useState<Doing>();
  const close = () => setDoing(undefined);
  const show = (apiKey: ApiKeyWithSecret) => {
    knownKey.value = apiKey;
    setDoing({ what: 'show', apiKey });
    void list.reload();
  };
  const make = (
    <Button kind="primary" icon="plus" onClick={() => setDoing({ what: 'make' })}>
      Create a key
    </Button>
  );
  const isEmpty = list.items.value.length === 0 && !list.hasMore.value;
  return (
    <>
      <PageHeader
        title="API keys"
        about="Each program gets its own, with no more than it needs. They share the limits of your account."
        actions={!isEmpty && make}
      />
      <Card isFlush>
        <Table
          caption="API keys"
          columns={columns(bans.data, setDoing)}
          rows={list.items.value}
          keyOf={({ id }) => id}
          isLoading={list.isLoading.value && list.items.value.length === 0}
          empty={
            isEmpty && (
              <EmptyState icon="key" title="No key works" action={make}>
                Every request to the API needs a key. Make one to begin.
              </EmptyState>
            )
          }
        />
        {(list.hasMore.value || list.error.value !== undefined) && <ListEnd list={list} />}
      </Card>
      {doing?.what === 'make' && <KeyForm onMade={show} onClose={close} />}
      {doing?.what === 'roll' && <KeyRoll apiKey={doing.apiKey} onRolled={show} onClose={close} />}
      {doing?.what === 'revoke' && (
        <KeyRevoke
          apiKey={doing.apiKey}
          onClose={close}
          onRevoked={() => {
            forgetKey(doing.apiKey.id);
            list.change((keys) => keys.filter(({ id }) => id !== doing.apiKey.id));
            tell('The key is revoked.');
            close();
          }}
        />
      )}
      {doing?.what === 'show' && (
        <SecretDialog title="Your new key" secret={doing.apiKey.key} label="the key" onClose={close} />
      )}
    </>
  );
}

const soonMs = 8 * 86_400_000;

/** Then the time of day matters too. */
const isSoon = (expiresAt: string): boolean => Date.parse(expiresAt) < Date.now() + soonMs;

const columns = (bans: ReadonlyMap<number, string> | undefined, act: (doing: Doing) => void): Column<ApiKey>[] => [
  {
    header: 'Name',
    cell: (apiKey) => (
      <div class="portal-key-name">
        {apiKey.name === undefined ? <span class="quiet">No name</span> : <UserText>{apiKey.name}</UserText>}
        <Ban at={bans?.get(apiKey.id)} />
      </div>
    ),
  },
  {
    header: 'Key',
    cell: ({ prefix, lastFour, kind, origins }) => (
      <div>
        <code class="portal-key-text">
          {prefix}…{lastFour}
        </code>
        <div class="quiet small">{kind === 'secret' ? 'Secret' : `Publishable, from ${origins?.join(', ')}`}</div>
      </div>
    ),
  },
  {
    header: 'Scopes',
    cell: ({ scopes }) =>
      scopes.length === SCOPES.length ? 'All' : <span class="portal-key-scopes">{scopes.join(', ')}</span>,
  },
  { header: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    header: 'Expires',
    cell: ({ expiresAt }) => (expiresAt === undefined ? 'Never' : <Time at={expiresAt} hasClock={isSoon(expiresAt)} />),
  },
  {
    header: 'Actions',
    isHeaderHidden: true,
    align: 'end',
    cell: (apiKey) => (
      <Menu
        label={`What to do with the key that ends in ${apiKey.lastFour}`}
        items={[
          { label: 'Roll', icon: 'refresh', onSelect: () => act({ what: 'roll', apiKey }) },
          { label: 'Revoke', icon: 'trash', tone: 'danger', onSelect: () => act({ what: 'revoke', apiKey }) },
        ]}
      />
    ),
  },
];

/** A key is banned for a time when its program sends on in spite of 429 answers. */
const Ban = ({ at }: { readonly at: string | undefined }): JSX.Element | null =>
  at === undefined ? null : (
    <Badge tone="caution">
      <span>
        Banned on <Time at={at} hasClock />
      </span>
    </Badge>
  );
