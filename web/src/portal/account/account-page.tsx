import './account-page.css';
import { useState } from 'preact/hooks';
import type { Account } from '../../../../client/src/petstore.ts';
import { hasConsole } from '../../../../src/vocabulary/organizations.ts';
import { OPEN_ORDERS, PLAN_NAMES, PLANS } from '../../../../src/vocabulary/plans.ts';
import { ownPetstore, petstore } from '../../api.ts';
import { useQuery } from '../../data/calls.ts';
import { useForm } from '../../data/use-form.ts';
import { Button, LinkButton } from '../../design/controls/button.tsx';
import { EmailField, TextField } from '../../design/controls/field.tsx';
import { Badge } from '../../design/data/badge.tsx';
import { Card } from '../../design/data/card.tsx';
import { Facts } from '../../design/data/facts.tsx';
import { Time } from '../../design/data/time.tsx';
import { Confirm } from '../../design/feedback/confirm.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { numberText } from '../../design/text/number-text.ts';
import { UserText } from '../../design/text/user-text.tsx';
import { LeaveOrganization } from '../../leave-organization.tsx';
import { PLAN_TITLES } from '../../plans.ts';
import { ROLES } from '../../roles.ts';
import { changeAddress, changePassword, closeAccount, ownAccount, reloadSession, session } from '../../session.ts';
import { mistakeInEmail, takenEmail } from '../entrance/email-mistakes.ts';
import { SendForm } from '../entrance/send-form.tsx';
import {
  mistakeInOwnPassword,
  mistakeInPassword,
  NameOfPassword,
  PasswordField,
  weakness,
  wrongPassword,
} from './password-field.tsx';

export function AccountPage() {
  const signedIn = session.value;
  if (signedIn === null || signedIn === 'unknown') return null;
  const { account, endsAt } = signedIn;
  // While the account awaits something, its requests to the API are refused.
  const isWorking = account.awaiting === undefined;
  return (
    <div class="stack">
      <PageHeader title="Account" />
      {isWorking && account.organization !== undefined && (
        <OrganizationCard account={account} membership={account.organization} />
      )}
      <PlanCard account={account} />
      <Card title="Your account">
        <Facts
          facts={[
            ['Name', account.name && <UserText>{account.name}</UserText>],
            ['Email', <UserText>{account.email}</UserText>],
            ['Account', `No. ${account.id}`],
            ['Created', <Time at={account.createdAt} />],
            [
              'Session ends',
              <>
                <Time at={endsAt} />, or after a day without a visit
              </>,
            ],
          ]}
        />
      </Card>
      {isWorking && <NameCard account={account} />}
      <AddressCard />
      <PasswordCard />
      <CloseCard />
    </div>
  );
}

const PlanCard = ({ account }: { readonly account: Account }) => (
  <Card
    title="Plan and limits"
    about={`All your keys${hasConsole(account) ? '' : ' and this site'} share these limits. Managing keys here is free. To change your plan, contact the operator of this service.`}
    isFlush
  >
    <div class="portal-plans">
      {PLAN_NAMES.map((plan) => {
        const isYours = plan === account.plan;
        const limits = isYours ? account.limits : PLANS[plan];
        return (
          <section key={plan} class="portal-plan stack dense small quiet" aria-current={isYours ? 'true' : undefined}>
            <h3 class="row">
              {PLAN_TITLES[plan]} {isYours && <Badge tone="accent">Your plan</Badge>}
            </h3>
            <p class="numbers">
              <strong>{numberText(limits.perMinute)}</strong> a minute
            </p>
            <p class="numbers">
              <strong>{numberText(limits.perDay)}</strong> in 24 hours
            </p>
            <p class="numbers">
              <strong>{numberText(OPEN_ORDERS[plan])}</strong> open orders
            </p>
            {plan === 'enterprise' && !isYours && <p class="quiet small">Or as agreed</p>}
          </section>
        );
      })}
    </div>
  </Card>
);

const NO_PASSWORDS = { password: '', next: '' };

function PasswordCard() {
  const form = useForm(NO_PASSWORDS, {
    mistakesIn: ({ password, next }) => ({
      password: password === '' ? 'Enter your current password.' : undefined,
      next: mistakeInPassword(next),
    }),
    refusedIn: (error) => ({ ...wrongPassword(error), ...weakness(error, 'next') }),
    async send({ password, next }) {
      await changePassword(password, next);
      tell('Your password was changed. You are signed out everywhere else.');
      return NO_PASSWORDS;
    },
  });
  return (
    <Card title="Password" about="Changing it signs you out everywhere else. Your keys keep working.">
      <div class="portal-account-form">
        <SendForm form={form} kind="secondary" verb="Change password">
          <NameOfPassword email={ownAccount.value?.email ?? ''} />
          <PasswordField label="Current password" autoComplete="current-password" {...form.field('password')} />
          <PasswordField label="New password" autoComplete="new-password" {...form.field('next')} />
        </SendForm>
      </div>
    </Card>
  );
}

interface OrganizationCardProps {
  readonly account: Account;
  readonly membership: NonNullable<Account['organization']>;
}

/** The organization that the account belongs to. */
function OrganizationCard({ account, membership: { id, role } }: OrganizationCardProps) {
  const [isLeaving, setLeaving] = useState(false);
  const organization = useQuery((signal) => petstore.organizations.get(id, { signal }), [id]);
  return (
    <Card
      title={organization.data === undefined ? 'Organization' : <UserText>{organization.data.name}</UserText>}
      about={`Your role: ${ROLES[role].title.toLowerCase()}. ${ROLES[role].about}`}
      actions={
        <>
          <LinkButton href="/console">Open the console</LinkButton>
          <Button onClick={() => setLeaving(true)}>Leave</Button>
        </>
      }
    >
      <ErrorNotice error={organization.error} onRetry={organization.reload} />
      {isLeaving && <LeaveOrganization account={account} organizationId={id} onClose={() => setLeaving(false)} />}
    </Card>
  );
}

function NameCard({ account }: { readonly account: Account }) {
  const form = useForm(
    { name: account.name ?? '' },
    {
      async send({ name }) {
        await ownPetstore.account.update({ name: name.trim() === '' ? null : name.trim() });
        await reloadSession();
        tell('Your name was saved.');
      },
    },
  );
  return (
    <Card title="Name" about="Of you, your shelter or your project. Operators and your colleagues see it.">
      <div class="portal-account-form">
        <SendForm form={form} kind="secondary" verb="Save name">
          <TextField label="Name" isOptional autoComplete="name" maxLength={255} {...form.field('name')} />
        </SendForm>
      </div>
    </Card>
  );
}

const NOTHING = { email: '', password: '' };

function AddressCard() {
  /** The address that got a link by mail. */
  const [mailedTo, setMailedTo] = useState('');
  const form = useForm(NOTHING, {
    mistakesIn: ({ email, password }) => ({ email: mistakeInEmail(email), password: mistakeInOwnPassword(password) }),
    refusedIn: (error) => ({ ...takenEmail(error, 'Another account has this address.'), ...wrongPassword(error) }),
    async send({ email, password }) {
      const isMailed = await changeAddress(email.trim(), password);
      setMailedTo(isMailed ? email.trim() : '');
      if (!isMailed) tell('Your address was changed.');
      return NOTHING;
    },
  });
  return (
    <Card title="Email address" about="You sign in with it, and links for a new password go there.">
      <div class="portal-account-form">
        <SendForm form={form} kind="secondary" verb="Change address">
          <EmailField label="New address" autoComplete="email" required {...form.field('email')} />
          <PasswordField label="Your password" autoComplete="current-password" {...form.field('password')} />
          {mailedTo !== '' && (
            <p role="status">
              We have sent a link to <UserText>{mailedTo}</UserText>. Your address changes when you follow it.
            </p>
          )}
        </SendForm>
      </div>
    </Card>
  );
}

function CloseCard() {
  const [isAsking, setAsking] = useState(false);
  return (
    <Card
      title="Close the account"
      about="For good: your keys end, and your address and name are removed."
      actions={
        <Button kind="danger" onClick={() => setAsking(true)}>
          Close the account
        </Button>
      }
    >
      {isAsking && <CloseDialog onClose={() => setAsking(false)} />}
    </Card>
  );
}

function CloseDialog({ onClose }: { readonly onClose: () => void }) {
  const form = useForm(
    { password: '' },
    {
      mistakesIn: ({ password }) => ({ password: mistakeInOwnPassword(password) }),
      refusedIn: wrongPassword,
      async send({ password }) {
        await closeAccount(password);
        tell('Your account is closed.');
      },
    },
  );
  return (
    <Confirm
      title="Close the account?"
      verb="Close it"
      isDangerous
      action={{ ...form, run: async () => form.onSubmit() }}
      onClose={onClose}
    >
      <p>
        Your keys, webhooks and sessions end, your reservations are cancelled, and the animals that you own alone are
        removed. What you have added for an organization stays there. You cannot undo this.
      </p>
      <PasswordField label="Your password" autoComplete="current-password" {...form.field('password')} />
    </Confirm>
  );
}
