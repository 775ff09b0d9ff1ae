import './account-page.css';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Account } from '../../../../client/src/petstore.ts';
import { OPEN_ORDERS, PLAN_NAMES, PLANS } from '../../../../src/vocabulary/plans.ts';
import { useAction } from '../../data/use-action.ts';
import { Button } from '../../design/controls/button.tsx';
import { Form } from '../../design/controls/form.tsx';
import { Badge } from '../../design/data/badge.tsx';
import { Card } from '../../design/data/card.tsx';
import { Facts } from '../../design/data/facts.tsx';
import { Time } from '../../design/data/time.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { PLAN_TITLES } from '../../plans.ts';
import { changePassword, ownAccount, session } from '../../session.ts';
import { AddressCard } from './address-card.tsx';
import { CloseCard } from './close-card.tsx';
import { NameCard } from './name-card.tsx';
import { OrganizationCard } from './organization-card.tsx';
import { FormError, mistakeInPassword, NewPasswordField, OwnPasswordField } from './password-field.tsx';

export function AccountPage(): JSX.Element | null {
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

const PlanCard = ({ account }: { readonly account: Account }): JSX.Element => (
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
          <section key={plan} class="portal-plan" aria-current={isYours ? 'true' : undefined}>
            <h3 class="row">
              {PLAN_TITLES[plan]} {isYours && <Badge tone="accent">Your plan</Badge>}
            </h3>
            <p class="numbers">
              <strong>{limits.perMinute.toLocaleString()}</strong> a minute
            </p>
            <p class="numbers">
              <strong>{limits.perDay.toLocaleString()}</strong> in 24 hours
            </p>
            <p class="numbers">
              <strong>{OPEN_ORDERS[plan].toLocaleString()}</strong> open orders
            </p>
            {plan === 'enterprise' && !isYours && <p class="quiet small">Or as agreed</p>}
          </section>
        );
      })}
    </div>
  </Card>
);

function PasswordCard(): JSX.Element {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [isChecked, setChecked] = useState(false);
  const change = useAction(async () => {
    await changePassword(current, next);
    setCurrent('');
    setNext('');
    setChecked(false);
    tell('Your password was changed. You are signed out everywhere else.');
  });
  const submit = () => {
    setChecked(true);
    if (current !== '' && mistakeInPassword(next) === undefined) void change.run();
  };
  return (
    <Card title="Password" about="Changing it signs you out everywhere else. Your keys keep working.">
      <div class="portal-account-form">
        <Form onSubmit={submit}>
          {/* Password managers store the password under this name. */}
          <input type="text" autoComplete="username" value={ownAccount.value?.email ?? ''} readOnly hidden />
          <OwnPasswordField
            label="Current password"
            missing="Enter your current password."
            value={current}
            onValue={setCurrent}
            isChecked={isChecked}
            action={change}
          />
          <NewPasswordField label="New password" value={next} onValue={setNext} isChecked={isChecked} action={change} />
          <FormError error={change.error} />
          <div>
            <Button type="submit" busy={change.isBusy}>
              Change password
            </Button>
          </div>
        </Form>
      </div>
    </Card>
  );
}
