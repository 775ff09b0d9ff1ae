import { useState } from 'preact/hooks';
import type { Account } from '../../../../client/src/petstore.ts';
import { ORGANIZATION_ROLES, type OrganizationRole } from '../../../../src/vocabulary/organizations.ts';
import { petstore, versionOf } from '../../api.ts';
import { useAction } from '../../data/use-action.ts';
import { Button } from '../../design/controls/button.tsx';
import { Select } from '../../design/controls/field.tsx';
import { Form } from '../../design/controls/form.tsx';
import { Card } from '../../design/data/card.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { ROLES } from '../../roles.ts';
import { ChangeError, type Changing } from '../change-error.tsx';
import { ownOrganizations } from '../organizations/organizations.tsx';

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
