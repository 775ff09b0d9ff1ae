import './accounts.css';
import { useState } from 'preact/hooks';
import { Link, useParams } from 'wouter-preact';
import type { Account, PasswordLink } from '../../../../client/src/petstore.ts';
import { BOARD_EMAIL } from '../../../../src/vocabulary/site.ts';
import { petstore, versionOf } from '../../api.ts';
import { useAction, useQuery } from '../../data/calls.ts';
import { pathId } from '../../data/path-id.ts';
import { LinkButton } from '../../design/controls/button.tsx';
import { Card } from '../../design/data/card.tsx';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { Facts } from '../../design/data/facts.tsx';
import { Loaded } from '../../design/data/loaded.tsx';
import { Time } from '../../design/data/time.tsx';
import { Confirm, ConfirmAct } from '../../design/feedback/confirm.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { SecretBox } from '../../design/feedback/secret.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { around } from '../../design/text/around.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { ROLES } from '../../roles.ts';
import { ownAccount } from '../../session.ts';
import { pageSettings, setBoardKey } from '../../settings.ts';
import { ActionRow } from '../action-row.tsx';
import type { Changing } from '../change-error.tsx';
import { organizations } from '../organizations/organizations.tsx';
import { AccountOrganization, AccountPlan, AccountStanding } from './account-cards.tsx';
import { State } from './accounts.tsx';

/** What was typed and made for one account is not for the next. */
export function AccountPage() {
  const id = pathId(useParams()['id']);
  return <AccountOf key={id} id={id} />;
}

function AccountOf({ id }: { readonly id: number }) {
  const account = useQuery((signal) => petstore.admin.account(id, { signal }), [id]);
  const parts = { onChanged: account.set, onStale: account.reload };
  if (account.error?.code === 'account_not_found') {
    return (
      <EmptyState
        isPage
        icon="people"
        title="Account not found"
        action={<LinkButton href="/console/accounts">All accounts</LinkButton>}
      />
    );
  }
  return (
    <>
      <PageHeader
        title={account.data?.email ?? `Account ${id}`}
        back={['/console/accounts', 'Accounts']}
        actions={account.data && <State account={account.data} />}
      />
      <Loaded query={account} height="20rem">
        {(found) => (
          <div class="stack">
            <About account={found} />
            {found.closedAt === undefined && (
              <>
                {found.email === BOARD_EMAIL && <BoardKey />}
                <AccountStanding account={found} {...parts} />
                <AccountOrganization account={found} {...parts} />
                <AccountPlan account={found} {...parts} />
                <Access account={found} {...parts} />
                <Password account={found} />
              </>
            )}
          </div>
        )}
      </Loaded>
    </>
  );
}

const About = ({ account }: { readonly account: Account }) => (
  <Card title="About">
    <Facts
      facts={[
        ['Number', account.id],
        ['Name', account.name === undefined ? <span class="quiet">–</span> : <UserText>{account.name}</UserText>],
        ['Role', account.role === 'operator' ? 'Operator: runs this service' : 'Member'],
        ['Organization', <OrganizationOf account={account} />],
        ['Created', <Time at={account.createdAt} hasClock />],
        ['Changes', <Link href={`/console/audit?account=${account.id}`}>What this account changed</Link>],
      ]}
    />
  </Card>
);

function OrganizationOf({ account: { organization } }: { readonly account: Account }) {
  if (organization === undefined) return <span class="quiet">None</span>;
  const { id, role } = organization;
  const name = organizations.value.find((one) => one.id === id)?.name;
  return (
    <>
      <Link href={`/console/organizations/${id}`}>
        {name === undefined ? `No. ${id}` : <UserText>{name}</UserText>}
      </Link>
      , {ROLES[role].title.toLowerCase()}
    </>
  );
}

function Access({ account, onChanged, onStale }: Changing<'account', Account>) {
  const [isAsking, setAsking] = useState(false);
  const suspend = useAction(async (suspended: boolean) => {
    onChanged(await petstore.admin.updateAccount(account.id, { suspended }, versionOf(account)));
    setAsking(false);
    tell(suspended ? 'The account was suspended.' : 'The account is active again.');
  });
  const liftBan = useAction(async () => {
    await petstore.admin.liftBan(account.id);
    tell('All bans of the account were lifted.');
  });
  const isOwn = ownAccount.value?.id === account.id;
  const retry = () => {
    suspend.clear();
    setAsking(false);
    onStale();
  };
  return (
    <Card title="Access">
      <ActionRow
        title={account.suspended ? 'Suspended' : 'Suspend'}
        about={
          account.suspended
            ? 'All requests of this account are refused, and its webhooks receive nothing.'
            : isOwn
              ? 'This is your own account. You cannot suspend it.'
              : 'All requests of this account are refused until you resume it. Its reservations of animals of others, and those with its publishable keys, are cancelled. Nothing is deleted.'
        }
        verb={account.suspended ? 'Resume' : 'Suspend'}
        kind={account.suspended ? 'primary' : 'secondary'}
        busy={suspend.isBusy}
        disabled={!account.suspended && isOwn}
        onAct={() => (account.suspended ? void suspend.run(false) : setAsking(true))}
      />
      {!isAsking && <ErrorNotice error={suspend.error} onRetry={retry} />}
      <ActionRow
        title="Lift a ban"
        about="A key that keeps sending after a 429 is banned for a while. This lifts the bans of all keys and clears their strikes."
        verb="Lift bans"
        busy={liftBan.isBusy}
        onAct={() => void liftBan.run()}
      />
      <ErrorNotice error={liftBan.error} onRetry={() => void liftBan.run()} />
      {isAsking && (
        <Confirm
          title={around('Suspend {}?', <UserText>{account.email}</UserText>)}
          verb="Suspend"
          isDangerous
          action={{ ...suspend, run: () => suspend.run(true) }}
          onClose={suspend.error?.code === 'precondition_failed' ? retry : () => setAsking(false)}
        >
          <p>
            Everything that uses this account stops working at once, until you resume it. What it holds of others is
            free again.
          </p>
        </Confirm>
      )}
    </Card>
  );
}

function Password({ account }: { readonly account: Account }) {
  const [link, setLink] = useState<PasswordLink>();
  const make = useAction(async () => setLink(await petstore.admin.passwordLink(account.id)));
  return (
    <Card title="Password">
      <ActionRow
        title="Password link"
        about="Sets a new password for somebody who forgot theirs. The link works once, for a day, and revokes all API keys of the account. Send it only to the owner of the account."
        verb={link === undefined ? 'Create a link' : 'Create another'}
        busy={make.isBusy}
        onAct={() => void make.run()}
      />
      <ErrorNotice error={make.error} onRetry={() => void make.run()} />
      {link !== undefined && (
        <div class="stack" role="status">
          <SecretBox secret={link.link} label="the link" />
          <p class="small quiet">
            You cannot see it again. It works until <Time at={link.expiresAt} hasClock />.
          </p>
        </div>
      )}
    </Card>
  );
}

/** Gives the board another key. */
function BoardKey() {
  const [isAsking, setAsking] = useState(false);
  const { boardKey } = pageSettings();
  return (
    <Card title="Key of the board">
      <ActionRow
        title={boardKey === undefined ? 'Revoked' : `In use: …${boardKey.slice(-4)}`}
        about={
          boardKey === undefined
            ? 'Visitors see no animals on the board until you make another key.'
            : 'The board reads the animals with it. It is no secret: every page of the board holds it.'
        }
        verb={boardKey === undefined ? 'Make another key' : 'Replace the key'}
        onAct={() => setAsking(true)}
      />
      {isAsking && (
        <ConfirmAct
          title="Make a new key?"
          verb="Make the key"
          onClose={() => setAsking(false)}
          act={async (options) => {
            setBoardKey((await petstore.admin.replaceBoardKey(options)).key);
            tell('The board has a new key.');
          }}
        >
          <p>The previous key is revoked. Pages of the board that are open must be reloaded.</p>
        </ConfirmAct>
      )}
    </Card>
  );
}
