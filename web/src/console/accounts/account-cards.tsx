import { useState } from 'preact/hooks';
import type { Account, AccountChanges } from '../../../../client/src/petstore.ts';
import { ORGANIZATION_ROLES, type OrganizationRole } from '../../../../src/vocabulary/organizations.ts';
import { type Limits, MAX_LIMITS, type Plan, PLAN_NAMES, PLANS } from '../../../../src/vocabulary/plans.ts';
import { petstore, versionOf } from '../../api.ts';
import { useAction } from '../../data/calls.ts';
import { Button } from '../../design/controls/button.tsx';
import { Checkbox, Form, Select, TextField } from '../../design/controls/field.tsx';
import { Card } from '../../design/data/card.tsx';
import { ConfirmAct } from '../../design/feedback/confirm.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { around } from '../../design/text/around.tsx';
import { numberText } from '../../design/text/number-text.ts';
import { UserText } from '../../design/text/user-text.tsx';
import { limitsText, PLAN_TITLES } from '../../plans.ts';
import { ROLES } from '../../roles.ts';
import { ownAccount } from '../../session.ts';
import { ActionRow } from '../action-row.tsx';
import { ChangeError, type Changing } from '../change-error.tsx';
import { ownOrganizations } from '../organizations/organizations.tsx';

interface Draft {
  readonly plan: Plan;
  /** Whether the account has limits other than the plan's. */
  readonly isCustom: boolean;
  readonly perMinute: string;
  readonly perDay: string;
}

const draftOf = ({ plan, limits }: Account): Draft => ({
  plan,
  isCustom: limits.perMinute !== PLANS[plan].perMinute || limits.perDay !== PLANS[plan].perDay,
  perMinute: String(limits.perMinute),
  perDay: String(limits.perDay),
});

const LIMITS = [
  ['perMinute', 'Requests a minute'],
  ['perDay', 'Requests a day'],
] as const;

export function AccountPlan({ account, onChanged, onStale }: Changing<'account', Account>) {
  const [edited, edit] = useState<Draft>();
  const draft = edited ?? draftOf(account);
  const set = (changes: Partial<Draft>) => edit({ ...draft, ...changes });
  const save = useAction(async () => {
    const saved = await petstore.admin.updateAccount(account.id, changesOf(draft), versionOf(account));
    onChanged(saved);
    edit(undefined);
    tell('The plan was saved and applies from now on.');
  });
  const isCustom = draft.plan === 'enterprise' && draft.isCustom;
  const mistakes = LIMITS.map(([limit]) => (isCustom ? mistakeIn(limit, draft[limit]) : undefined));
  const isStale = save.error?.code === 'precondition_failed';
  const retry = () => {
    if (!isStale) {
      void save.run();
      return;
    }
    save.clear();
    edit(undefined);
    onStale();
  };
  return (
    <Card title="Plan and limits" about={`Current limits: ${limitsText(account.limits)}.`}>
      <Form
        onSubmit={() => {
          if (mistakes.every((mistake) => mistake === undefined)) void save.run();
        }}
      >
        <Select
          label="Plan"
          value={draft.plan}
          onValue={(plan) => set({ plan: plan as Plan, isCustom: false })}
          options={PLAN_NAMES.map((plan) => ({
            value: plan,
            label: `${PLAN_TITLES[plan]}: ${limitsText(PLANS[plan])}`,
          }))}
        />
        {draft.plan === 'enterprise' && (
          <>
            <Checkbox
              label="Custom limits"
              hint={`The plan's own limits are ${limitsText(PLANS.enterprise)}.`}
              isChecked={draft.isCustom}
              onChecked={(isCustom) => set({ isCustom })}
            />
            {draft.isCustom && (
              <div class="columns" style="--column: 11rem">
                {LIMITS.map(([limit, label], place) => (
                  <TextField
                    key={limit}
                    label={label}
                    inputMode="numeric"
                    value={draft[limit]}
                    error={mistakes[place]}
                    onValue={(text) => set({ [limit]: text })}
                  />
                ))}
              </div>
            )}
          </>
        )}
        {edited !== undefined && (
          <div class="row">
            <Button type="submit" kind="primary" busy={save.isBusy}>
              Save
            </Button>
            <Button
              onClick={() => {
                edit(undefined);
                save.clear();
              }}
            >
              Cancel
            </Button>
          </div>
        )}
        <ErrorNotice error={save.error} onRetry={retry} />
      </Form>
    </Card>
  );
}

function changesOf({ plan, isCustom, perMinute, perDay }: Draft): AccountChanges {
  if (plan !== 'enterprise') return { plan };
  return { plan, limits: isCustom ? { perMinute: Number(perMinute), perDay: Number(perDay) } : null };
}

function mistakeIn(limit: keyof Limits, text: string): string | undefined {
  const isValid = /^\d{1,13}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= MAX_LIMITS[limit];
  return isValid ? undefined : `Enter a whole number from 1 to ${numberText(MAX_LIMITS[limit])}.`;
}

/** The value of the choice of no organization. */
const NONE = '';

/** Chooses the organization that the account belongs to, and its role there. */
export function AccountOrganization({ account, onChanged, onStale }: Changing<'account', Account>) {
  const now = { id: String(account.organization?.id ?? NONE), role: account.organization?.role ?? 'staff' };
  const [edited, edit] = useState<typeof now>();
  const { id, role } = edited ?? now;
  const isSame = id === now.id && (id === NONE || role === now.role);
  const save = useAction(async () => {
    const organization = id === NONE ? null : { id: Number(id), role };
    onChanged(await petstore.admin.updateAccount(account.id, { organization }, versionOf(account)));
    edit(undefined);
    tell('The membership was saved.');
  });
  const retry = () => {
    edit(undefined);
    onStale();
  };
  return (
    <Card title="Organization" about="What the account has added for an organization stays there when it leaves.">
      <Form onSubmit={() => void save.run()}>
        <Select
          label="Member of"
          value={id}
          onValue={(chosen) => edit({ id: chosen, role })}
          options={[
            { value: NONE, label: 'No organization' },
            ...ownOrganizations.value.map((one) => ({ value: String(one.id), label: one.name })),
          ]}
        />
        {id !== NONE && (
          <Select
            label="Role in the organization"
            value={role}
            onValue={(chosen) => edit({ id, role: chosen as OrganizationRole })}
            options={ORGANIZATION_ROLES.map((one) => ({ value: one, label: ROLES[one].title }))}
          />
        )}
        {!isSame && (
          <div class="row">
            <Button type="submit" kind="primary" busy={save.isBusy}>
              Save membership
            </Button>
            <Button onClick={() => edit(undefined)}>Cancel</Button>
          </div>
        )}
        <ChangeError change={save} onStale={retry} />
      </Form>
    </Card>
  );
}

/** Whether the service knows the account, and what it is for others. */
export function AccountStanding({ account, onChanged, onStale }: Changing<'account', Account>) {
  const change = useAction(async (changes: AccountChanges, told: string) => {
    onChanged(await petstore.admin.updateAccount(account.id, changes, versionOf(account)));
    tell(told);
  });
  const isOwn = ownAccount.value?.id === account.id;
  const isOperator = account.role === 'operator';
  return (
    <Card title="Standing">
      {!account.approved && (
        <ActionRow
          title="Approve"
          about={
            account.awaiting === 'approval'
              ? 'The account works once you approve it. To refuse it, close it.'
              : 'The account signed up by itself. Approve it if you know who it is: it then learns who adopts its animals.'
          }
          verb="Approve"
          kind="primary"
          busy={change.isBusy}
          onAct={() => void change.run({ approved: true }, 'The account was approved.')}
        />
      )}
      <ActionRow
        title={isOperator ? 'Operator' : 'Make an operator'}
        about={
          isOwn && isOperator
            ? 'You run this service. Only another operator can take the role from you.'
            : 'Operators see and change everything, including all accounts.'
        }
        verb={isOperator ? 'Take the role away' : 'Make operator'}
        busy={change.isBusy}
        disabled={isOwn && isOperator}
        onAct={() =>
          void (isOperator
            ? change.run({ role: 'member' }, 'The account is no operator any more.')
            : change.run({ role: 'operator' }, 'The account is an operator.'))
        }
      />
      {!isOwn && <Close account={account} onChanged={onChanged} />}
      <ChangeError change={change} onStale={onStale} />
    </Card>
  );
}

function Close({ account, onChanged }: Pick<Changing<'account', Account>, 'account' | 'onChanged'>) {
  const [isAsking, setAsking] = useState(false);
  return (
    <ActionRow
      title="Close"
      about="For good. The address, the name, the keys and the animals that it owns alone are removed."
      verb="Close the account"
      kind="danger"
      onAct={() => setAsking(true)}
    >
      {isAsking && (
        <ConfirmAct
          title={around('Close {}?', <UserText>{account.email}</UserText>)}
          verb="Close it"
          isDangerous
          onClose={() => setAsking(false)}
          act={async () => {
            onChanged(await petstore.admin.closeAccount(account.id));
            tell('The account is closed.');
          }}
        >
          <p>
            Its keys, webhooks and sessions end, and its reservations are cancelled. What it has added for an
            organization stays there. You cannot undo this.
          </p>
        </ConfirmAct>
      )}
    </ActionRow>
  );
}
