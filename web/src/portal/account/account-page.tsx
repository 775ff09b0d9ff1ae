import './account-page.css';
import type { Account } from '../../../../client/src/petstore.ts';
import { OPEN_ORDERS, PLAN_NAMES, PLANS } from '../../../../src/vocabulary/plans.ts';
import { useForm } from '../../data/use-form.ts';
import { Badge } from '../../design/data/badge.tsx';
import { Card } from '../../design/data/card.tsx';
import { Facts } from '../../design/data/facts.tsx';
import { Time } from '../../design/data/time.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { numberText } from '../../design/text/number-text.ts';
import { UserText } from '../../design/text/user-text.tsx';
import { PLAN_TITLES } from '../../plans.ts';
import { changePassword, ownAccount, session } from '../../session.ts';
import { SendForm } from '../entrance/send-form.tsx';
import { AddressCard } from './address-card.tsx';
import { CloseCard } from './close-card.tsx';
import { NameCard } from './name-card.tsx';
import { OrganizationCard } from './organization-card.tsx';
import { mistakeInPassword, NameOfPassword, PasswordField, weakness, wrongPassword } from './password-field.tsx';

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
    about="All your keys and this site share these limits. Managing keys here is free. To change your plan, contact the operator of this service."
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
