import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Account, AccountChanges } from '../../../../client/src/petstore.ts';
import { type Limits, MAX_LIMITS, type Plan, PLAN_NAMES, PLANS } from '../../../../src/vocabulary/plans.ts';
import { petstore, versionOf } from '../../api.ts';
import { useAction } from '../../data/use-action.ts';
import { Button } from '../../design/controls/button.tsx';
import { Checkbox, Select, TextField } from '../../design/controls/field.tsx';
import { Form } from '../../design/controls/form.tsx';
import { Card } from '../../design/data/card.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { limitsText, PLAN_TITLES } from '../../plans.ts';
import type { Changing } from '../changing.ts';

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

export function AccountPlan({ account, onChanged, onStale }: Changing<'account', Account>): JSX.Element {
  const [edited, edit] = useState<Draft>();
  const draft = edited ?? draftOf(account);
  const set = (changes: Partial<Draft>) => edit({ ...draft, ...changes });
  const save = useAction(async () => {
    const saved = await petstore.admin.updateAccount(account.id, changesOf(draft), versionOf(account));
    onChanged(saved);
    edit(undefined);
    tell('The plan was saved and applies from now on.');
  });
  const mistakes = edited === undefined ? {} : mistakesIn(draft);
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
          if (Object.keys(mistakes).length === 0) void save.run();
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
                <TextField
                  label="Requests a minute"
                  inputMode="numeric"
                  value={draft.perMinute}
                  error={mistakes.perMinute}
                  onValue={(perMinute) => set({ perMinute })}
                />
                <TextField
                  label="Requests a day"
                  inputMode="numeric"
                  value={draft.perDay}
                  error={mistakes.perDay}
                  onValue={(perDay) => set({ perDay })}
                />
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

function mistakesIn({ plan, isCustom, perMinute, perDay }: Draft): Partial<Record<keyof Limits, string>> {
  if (plan !== 'enterprise' || !isCustom) return {};
  return {
    ...mistakeIn('perMinute', perMinute),
    ...mistakeIn('perDay', perDay),
  };
}

function mistakeIn(limit: keyof Limits, text: string): Partial<Record<keyof Limits, string>> {
  const isValid = /^\d{1,13}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= MAX_LIMITS[limit];
  return isValid ? {} : { [limit]: `Enter a whole number from 1 to ${MAX_LIMITS[limit].toLocaleString()}.` };
}
