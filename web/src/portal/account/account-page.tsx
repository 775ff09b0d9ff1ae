import './account-page.css';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Account } from '../../../../client/src/petstore.ts';
import { PLAN_NAMES, PLANS } from '../../../../src/vocabulary/plans.ts';
import { useAction } from '../../data/use-action.ts';
import { Button } from '../../design/controls/button.tsx';
import { Form } from '../../design/controls/form.tsx';
import { Badge } from '../../design/data/badge.tsx';
import { Card } from '../../design/data/card.tsx';
import { UserText } from '../../design/data/user-text.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { PLAN_TITLES } from '../../plans.ts';
import { changePassword, session } from '../../session.ts';
import { Time } from '../times.tsx';
import { mistakeInPassword, PasswordField } from './password-field.tsx';

export function AccountPage(): JSX.Element | null {
  const signedIn = session.value;
  if (signedIn === null || signedIn === 'unknown') return null;
  const { account, endsAt } = signedIn;
  return (
    <div class="stack">
      <PageHeader title="Account" />
      <PlanCard account={account} />
      <Card title="You">
        <dl class="portal-facts">
          {account.name !== undefined && (
            <>
              <dt>Name</dt>
              <dd>
                <UserText>{account.name}</UserText>
              </dd>
            </>
          )}
          <dt>Email</dt>
          <dd>
            <UserText>{account.email}</UserText>
          </dd>
          <dt>Account</dt>
          <dd class="numbers">No. {account.id}</dd>
          <dt>Since</dt>
          <dd>
            <Time at={account.createdAt} />
          </dd>
          <dt>Signed in until</dt>
          <dd>
            <Time at={endsAt} />, or a day after you were here last
          </dd>
        </dl>
      </Card>
      <PasswordCard />
    </div>
  );
}

const PlanCard = ({ account }: { readonly account: Account }): JSX.Element => (
  <Card
    title="Plan and limits"
    about="Both limits hold for all your keys and these pages together; managing your keys here costs nothing of them. Another plan is given by the operator of this service."
    isFlush
  >
    <div class="portal-plans">
      {PLAN_NAMES.map((plan) => {
        const isYours = plan === account.plan;
        const limits = isYours ? account.limits : PLANS[plan];
        return (
          <section key={plan} class="portal-plan" aria-current={isYours ? 'true' : undefined}>
            <h3 class="row">
              {PLAN_TITLES[plan]} {isYours && <Badge tone="accent">Yours</Badge>}
            </h3>
            <p class="numbers">
              <strong>{limits.perMinute.toLocaleString()}</strong> a minute
            </p>
            <p class="numbers">
              <strong>{limits.perDay.toLocaleString()}</strong> in 24 hours
            </p>
            {plan === 'enterprise' && !isYours && <p class="quiet small">Or as you agree on</p>}
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
    tell('The password is changed. You are signed out everywhere else.');
  });
  const isWrong = change.error?.code === 'invalid_credentials';
  const mistake = current === '' ? 'Type the password that you have now.' : undefined;
  const submit = () => {
    setChecked(true);
    if (mistake === undefined && mistakeInPassword(next) === undefined) void change.run();
  };
  return (
    <Card title="Password" about="When it changes, you are signed out everywhere else. Keys go on working.">
      <div class="portal-password-form">
        <Form onSubmit={submit}>
          <input type="text" autoComplete="username" value={emailOf()} readOnly hidden />
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            value={current}
            onValue={(value) => {
              if (isWrong) change.clear();
              setCurrent(value);
            }}
            error={isWrong ? 'This is not your password.' : isChecked ? mistake : undefined}
          />
          <PasswordField
            label="New password"
            autoComplete="new-password"
            value={next}
            onValue={setNext}
            error={isChecked ? mistakeInPassword(next) : undefined}
          />
          {!isWrong && <ErrorNotice error={change.error} />}
          <div>
            <Button type="submit" busy={change.isBusy}>
              Change the password
            </Button>
          </div>
        </Form>
      </div>
    </Card>
  );
}

/** For password managers, which keep passwords by it. */
function emailOf(): string {
  const { value } = session;
  return value === null || value === 'unknown' ? '' : value.account.email;
}
