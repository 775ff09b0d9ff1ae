import './accounts.css';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { useParams } from 'wouter-preact';
import type { Account, PasswordLink } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { useAction } from '../../data/use-action.ts';
import { useQuery } from '../../data/use-query.ts';
import { Button, LinkButton } from '../../design/controls/button.tsx';
import { Card } from '../../design/data/card.tsx';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { Skeleton } from '../../design/data/skeleton.tsx';
import { UserText } from '../../design/data/user-text.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { BackLink } from '../../design/layout/back-link.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { Confirm } from '../../portal/confirm.tsx';
import { SecretBox } from '../../portal/keys/secret-box.tsx';
import { Time } from '../../portal/times.tsx';
import { session } from '../../session.ts';
import { versionOf } from '../animals/animals-list.ts';
import { AccountPlan } from './account-plan.tsx';
import { State } from './accounts.tsx';

export function AccountPage(): JSX.Element {
  const { id = '' } = useParams();
  const account = useQuery((signal) => petstore.admin.account(Number(id), { signal }), [id]);
  if (account.error?.code === 'account_not_found' || !/^\d{1,15}$/.test(id)) {
    return (
      <EmptyState
        icon="people"
        title="There is no such account"
        action={<LinkButton href="/console/accounts">All accounts</LinkButton>}
      />
    );
  }
  return (
    <>
      <PageHeader
        title={account.data?.email ?? `Account ${id}`}
        before={<BackLink href="/console/accounts">Accounts</BackLink>}
        {...(account.data !== undefined && { actions: <State account={account.data} /> })}
      />
      <ErrorNotice error={account.error} onRetry={account.reload} />
      {account.data === undefined && account.error === undefined && <Skeleton height="20rem" />}
      {account.data !== undefined && (
        <div class="stack">
          <Facts account={account.data} />
          <AccountPlan account={account.data} onChanged={account.set} onStale={account.reload} />
          <Access account={account.data} onChanged={account.set} onStale={account.reload} />
          <Password account={account.data} />
        </div>
      )}
    </>
  );
}

const Facts = ({ account }: { readonly account: Account }): JSX.Element => (
  <Card title="About">
    <dl class="account-facts">
      <dt>Number</dt>
      <dd class="numbers">{account.id}</dd>
      <dt>Name</dt>
      <dd>{account.name === undefined ? <span class="quiet">–</span> : <UserText>{account.name}</UserText>}</dd>
      <dt>Role</dt>
      <dd>{account.role === 'operator' ? 'Operator: runs this service' : 'Member'}</dd>
      <dt>Since</dt>
      <dd>
        <Time at={account.createdAt} hasClock />
      </dd>
    </dl>
  </Card>
);

interface AccessProps {
  readonly account: Account;
  readonly onChanged: (account: Account) => void;
  /** Somebody else has changed it. */
  readonly onStale: () => void;
}

function Access({ account, onChanged, onStale }: AccessProps): JSX.Element {
  const [isAsking, setAsking] = useState(false);
  const suspend = useAction(async (suspended: boolean) => {
    onChanged(await petstore.admin.updateAccount(account.id, { suspended }, versionOf(account)));
    setAsking(false);
    tell(suspended ? 'The account is suspended.' : 'The account is active again.');
  });
  const liftBan = useAction(async () => {
    await petstore.admin.liftBan(account.id);
    tell('No key of the account is banned.');
  });
  const signedIn = session.value;
  const isOwn = signedIn !== null && signedIn !== 'unknown' && signedIn.account.id === account.id;
  const retry = () => {
    suspend.clear();
    setAsking(false);
    onStale();
  };
  return (
    <Card title="Access">
      <div class="account-deeds">
        <div>
          <h3>{account.suspended ? 'Suspended' : 'Suspend'}</h3>
          <p class="quiet small">
            {account.suspended
              ? 'Every request of its keys is refused, and its webhooks are not told.'
              : isOwn
                ? 'This is your own account, which you cannot suspend.'
                : 'Every request of its keys is refused until you resume it. Nothing is deleted.'}
          </p>
        </div>
        {account.suspended ? (
          <Button kind="primary" busy={suspend.isBusy} onClick={() => void suspend.run(false)}>
            Resume
          </Button>
        ) : (
          <Button disabled={isOwn} onClick={() => setAsking(true)}>
            Suspend
          </Button>
        )}
      </div>
      {!isAsking && <ErrorNotice error={suspend.error} onRetry={retry} />}
      <div class="account-deeds">
        <div>
          <h3>Lift a ban</h3>
          <p class="quiet small">
            A key that keeps sending after a 429 is banned for a while. This ends it, and forgets earlier bans.
          </p>
        </div>
        <Button busy={liftBan.isBusy} onClick={() => void liftBan.run()}>
          Lift bans
        </Button>
      </div>
      <ErrorNotice error={liftBan.error} onRetry={() => void liftBan.run()} />
      {isAsking && (
        <Confirm
          title={
            <>
              Suspend <UserText>{account.email}</UserText>?
            </>
          }
          verb="Suspend"
          isDangerous
          isBusy={suspend.isBusy}
          error={suspend.error}
          onConfirm={() => void suspend.run(true)}
          onClose={suspend.error?.code === 'precondition_failed' ? retry : () => setAsking(false)}
        >
          <p>Whatever it runs stops working at once, until you resume it.</p>
        </Confirm>
      )}
    </Card>
  );
}

function Password({ account }: { readonly account: Account }): JSX.Element {
  const [link, setLink] = useState<PasswordLink>();
  const make = useAction(async () => setLink(await petstore.admin.passwordLink(account.id)));
  return (
    <Card title="Password">
      <div class="account-deeds">
        <div>
          <h3>Password link</h3>
          <p class="quiet small">
            For somebody who has forgotten the password. The link works once, for a day; send it to nobody but the owner
            of the account.
          </p>
        </div>
        <Button busy={make.isBusy} onClick={() => void make.run()}>
          {link === undefined ? 'Make a link' : 'Make another'}
        </Button>
      </div>
      <ErrorNotice error={make.error} onRetry={() => void make.run()} />
      {link !== undefined && (
        <div class="stack" role="status">
          <SecretBox secret={link.link} label="the link" />
          <p class="small quiet">
            It is shown this once, and works until <Time at={link.expiresAt} hasClock />.
          </p>
        </div>
      )}
    </Card>
  );
}
