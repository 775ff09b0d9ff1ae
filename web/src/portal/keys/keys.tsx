import './keys.css';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { ApiKey, ApiKeyWithSecret, PageQuery } from '../../../../client/src/petstore.ts';
import { SCOPES } from '../../../../src/vocabulary/scopes.ts';
import { ownPetstore, petstore } from '../../api.ts';
import { useAction, useIdempotencyKey, useQuery } from '../../data/calls.ts';
import { environmentNow } from '../../data/environment-clock.ts';
import { openList, removeItem } from '../../data/list.ts';
import { Button } from '../../design/controls/button.tsx';
import { Select } from '../../design/controls/field.tsx';
import { Menu } from '../../design/controls/menu.tsx';
import { Badge } from '../../design/data/badge.tsx';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { actions, type Column, ListCard } from '../../design/data/table.tsx';
import { Time } from '../../design/data/time.tsx';
import { Confirm, ConfirmAct } from '../../design/feedback/confirm.tsx';
import { SecretDialog } from '../../design/feedback/secret.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { Ago } from '../../design/text/ago.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { KeyForm } from './key-form.tsx';
import { forgetKey, knownKey } from './known-key.ts';
import { PublishedKey } from './published-key.tsx';

/** The open dialog, and its key. */
type Opened =
  | { readonly what: 'create' }
  | { readonly what: 'roll' | 'revoke'; readonly apiKey: ApiKey }
  | { readonly what: 'show'; readonly apiKey: ApiKeyWithSecret }
  | { readonly what: 'again'; readonly apiKey: ApiKey };

export function Keys() {
  const list = useMemo(() => openList((query: PageQuery) => ownPetstore.keys.list(query), { limit: 50 }), []);
  useEffect(() => void list.reload(), [list]);
  const bans = useQuery(lastBans, []);
  const [opened, open] = useState<Opened>();
  const close = () => open(undefined);
  const show = (apiKey: ApiKeyWithSecret) => {
    knownKey.value = apiKey;
    open({ what: 'show', apiKey });
    void list.reload();
  };
  const create = (
    <Button kind="primary" icon="plus" onClick={() => open({ what: 'create' })}>
      Create a key
    </Button>
  );
  const isEmpty = list.items.value.length === 0 && !list.hasMore.value;
  return (
    <>
      <PageHeader
        title="API keys"
        about="Give each program its own key, with only the scopes it needs. All keys share the limits of your account."
        actions={!isEmpty && create}
      />
      <ListCard
        caption="API keys"
        columns={columns(bans.data, open)}
        list={list}
        empty={
          <EmptyState icon="key" title="No API keys" action={create}>
            Every request to the API needs a key. Create one to get started.
          </EmptyState>
        }
      />
      {opened?.what === 'create' && <KeyForm onCreated={show} onClose={close} />}
      {opened?.what === 'roll' && <KeyRoll apiKey={opened.apiKey} onRolled={show} onClose={close} />}
      {opened?.what === 'revoke' && (
        <ConfirmAct
          title="Revoke this key"
          verb="Revoke key"
          isDangerous
          onClose={close}
          act={async () => {
            await ownPetstore.keys.revoke(opened.apiKey.id);
            forgetKey(opened.apiKey.id);
            removeItem(list, opened.apiKey.id);
            tell('The key was revoked.');
          }}
        >
          <p>
            {opened.apiKey.name === undefined ? 'The key' : <UserText>{opened.apiKey.name}</UserText>} that ends in{' '}
            <code>{opened.apiKey.lastFour}</code> stops working within a second. You cannot undo this. To replace a key
            without downtime, roll it instead.
          </p>
        </ConfirmAct>
      )}
      {opened?.what === 'show' && <NewKey apiKey={opened.apiKey} onClose={close} />}
      {opened?.what === 'again' && (
        <PublishedKey
          title={opened.apiKey.name ?? 'Publishable key'}
          apiKey={opened.apiKey.key ?? ''}
          origins={opened.apiKey.origins ?? []}
          onClose={close}
        />
      )}
    </>
  );
}

function NewKey({ apiKey, onClose }: { readonly apiKey: ApiKeyWithSecret; readonly onClose: () => void }) {
  const { key, petfinder } = apiKey;
  if (apiKey.kind === 'publishable' && apiKey.origins !== undefined)
    return <PublishedKey title="Your new key" apiKey={key} origins={apiKey.origins} onClose={onClose} />;
  if (petfinder === undefined)
    return <SecretDialog title="Your new key" secrets={[{ secret: key, label: 'the key' }]} onClose={onClose} />;
  const secrets = [
    { secret: petfinder.clientId, label: 'client_id' },
    { secret: petfinder.clientSecret, label: 'client_secret' },
  ];
  return (
    <SecretDialog title="Your new Petfinder client" secrets={secrets} onClose={onClose}>
      <p class="quiet small">
        Give both to the program, and the address <code>{`${location.origin}/petfinder/v2`}</code> instead of
        Petfinder’s. <a href="/docs/petfinder">Your Petfinder client works again</a> has the line to change.
      </p>
    </SecretDialog>
  );
}

/** When each key was banned last (ISO 8601), by the id of the key. Events are kept for 30 days. */
async function lastBans(signal: AbortSignal): Promise<ReadonlyMap<number, string>> {
  const bans = new Map<number, string>();
  for await (const event of petstore.events.list({ types: ['api_key.banned'] }, { signal })) {
    if (event.type === 'api_key.banned') bans.set(event.data.id, event.timestamp);
  }
  return bans;
}

/** The keys of the board and of Petfinder's clients name no origins. */
const originsText = (origins: ApiKey['origins']): string =>
  `Publishable, from ${origins === undefined ? 'everywhere' : origins.join(', ')}`;

const soonMs = 8 * 86_400_000;

/** Whether to show the time of day. */
const isSoon = (expiresAt: string): boolean => Date.parse(expiresAt) < environmentNow() + soonMs;

const columns = (bans: ReadonlyMap<number, string> | undefined, act: (opened: Opened) => void): Column<ApiKey>[] => [
  {
    header: 'Name',
    cell: (apiKey) => (
      <div class="portal-key-name stack dense">
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
        <div class="quiet small">{kind === 'secret' ? 'Secret' : originsText(origins)}</div>
      </div>
    ),
  },
  {
    header: 'Scopes',
    cell: ({ scopes }) =>
      scopes.length === SCOPES.length ? 'All' : <span class="portal-key-scopes quiet tiny">{scopes.join(', ')}</span>,
  },
  { header: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
  {
    header: 'Last used',
    cell: ({ lastUsedAt }) => (lastUsedAt === undefined ? <span class="quiet">Never</span> : <Ago at={lastUsedAt} />),
  },
  {
    header: 'Expires',
    cell: ({ expiresAt }) => (expiresAt === undefined ? 'Never' : <Time at={expiresAt} hasClock={isSoon(expiresAt)} />),
  },
  actions((apiKey: ApiKey) => (
    <Menu
      label={`Actions for the key that ends in ${apiKey.lastFour}`}
      items={[
        ...(apiKey.key === undefined
          ? []
          : [{ label: 'Show and embed', icon: 'copy', onSelect: () => act({ what: 'again', apiKey }) } as const]),
        { label: 'Roll', icon: 'refresh', onSelect: () => act({ what: 'roll', apiKey }) },
        { label: 'Revoke', icon: 'trash', tone: 'danger', onSelect: () => act({ what: 'revoke', apiKey }) },
      ]}
    />
  )),
];

/** A key is banned for a while if its program keeps sending after a 429. */
const Ban = ({ at }: { readonly at: string | undefined }) =>
  at === undefined ? null : (
    <Badge tone="caution">
      <span>
        Banned on <Time at={at} hasClock />
      </span>
    </Badge>
  );

const OVERLAPS = [
  { value: '0', label: 'Immediately' },
  { value: '1', label: 'After a day' },
  { value: '3', label: 'After 3 days' },
  { value: '7', label: 'After 7 days' },
];

interface KeyRollProps {
  readonly apiKey: ApiKey;
  readonly onRolled: (key: ApiKeyWithSecret) => void;
  readonly onClose: () => void;
}

/** Replaces a key. The old one can keep working for some days. */
function KeyRoll({ apiKey, onRolled, onClose }: KeyRollProps) {
  const [overlapDays, setOverlapDays] = useState('1');
  const keyed = useIdempotencyKey();
  const roll = useAction(async () => {
    const body = { overlapDays: Number(overlapDays) };
    onRolled(await keyed(body, (options) => ownPetstore.keys.roll(apiKey.id, body, options)));
  });
  return (
    <Confirm title="Roll this key" verb="Roll key" action={roll} onClose={onClose}>
      <p>
        You get a new key with the same name and scopes. Choose when the key that ends in <code>{apiKey.lastFour}</code>{' '}
        stops working.
      </p>
      <Select label="Old key stops working" value={overlapDays} onValue={setOverlapDays} options={OVERLAPS} />
    </Confirm>
  );
}
