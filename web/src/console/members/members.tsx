import { useId, useState } from 'preact/hooks';
import type { Member, OrganizationRole } from '../../../../client/src/petstore.ts';
import { ownPetstore } from '../../api.ts';
import { useAction } from '../../data/calls.ts';
import { type List, removeItem } from '../../data/list.ts';
import { Button } from '../../design/controls/button.tsx';
import { Badge } from '../../design/data/badge.tsx';
import { EmptyState } from '../../design/data/empty-state.tsx';
import { actions, ListCard } from '../../design/data/table.tsx';
import { adviceOn } from '../../design/feedback/advice.ts';
import { ConfirmAct } from '../../design/feedback/confirm.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { around } from '../../design/text/around.tsx';
import { UserLink } from '../../design/text/user-link.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { LeaveOrganization } from '../../leave-organization.tsx';
import { ROLES } from '../../roles.ts';
import { ownAccount, reloadSession } from '../../session.ts';

interface MembersProps {
  readonly organizationId: number;
  readonly list: List<Member>;
}

export function Members({ organizationId, list }: MembersProps) {
  const [removing, remove] = useState<Member>();
  return (
    <>
      <ListCard
        caption="Members"
        rows="console-rows"
        list={list}
        columns={[
          { header: 'Member', phone: 'start', cell: (member) => <Who member={member} /> },
          {
            header: 'Role',
            cell: (member) => (
              <RoleSelect
                organizationId={organizationId}
                member={member}
                onChanged={(changed) =>
                  list.change((members) => members.map((one) => (one.id === changed.id ? changed : one)))
                }
              />
            ),
          },
          actions((member: Member) => (
            <div class="row">
              <Button kind="quiet" size="s" onClick={() => remove(member)}>
                {isOwn(member) ? 'Leave' : 'Remove'}
                {!isOwn(member) && <span class="visually-hidden"> {nameOf(member)}</span>}
              </Button>
            </div>
          )),
        ]}
        empty={
          <EmptyState icon="people" title="No members yet">
            Invite the first manager, who can then invite others.
          </EmptyState>
        }
      />
      {removing !== undefined && isOwn(removing) && (
        <LeaveOrganization account={removing} organizationId={organizationId} onClose={() => remove(undefined)} />
      )}
      {removing !== undefined && !isOwn(removing) && (
        <ConfirmAct
          title={around('Remove {}?', <UserText>{nameOf(removing)}</UserText>)}
          verb="Remove"
          isDangerous
          onClose={() => remove(undefined)}
          act={async () => {
            await ownPetstore.organizations.removeMember(organizationId, removing.id);
            removeItem(list, removing.id);
            tell(`${nameOf(removing)} no longer belongs to the organization.`);
          }}
        >
          <p>
            The account no longer sees the adoptions and messages of the organization, and cannot change its animals.
            What it has added stays. The account itself, and its keys, are not deleted.
          </p>
        </ConfirmAct>
      )}
    </>
  );
}

const isOwn = ({ id }: Member): boolean => id === ownAccount.value?.id;

const nameOf = ({ name, email }: Member): string => name ?? email;

function Who({ member }: { readonly member: Member }) {
  const { id, email, name, suspended } = member;
  return (
    <div class="two-lines">
      <span class="row">
        {ownAccount.value?.role === 'operator' ? (
          <UserLink href={`/console/accounts/${id}`}>{nameOf(member)}</UserLink>
        ) : (
          <UserText>{nameOf(member)}</UserText>
        )}
        {isOwn(member) && <Badge tone="accent">You</Badge>}
        {suspended && <Badge tone="danger">Suspended</Badge>}
      </span>
      {name !== undefined && (
        <span class="quiet small">
          <UserText>{email}</UserText>
        </span>
      )}
    </div>
  );
}

interface RoleSelectProps {
  readonly organizationId: number;
  readonly member: Member;
  readonly onChanged: (member: Member) => void;
}

/** Changes the role in its row. */
function RoleSelect({ organizationId, member, onChanged }: RoleSelectProps) {
  const errorId = useId();
  const change = useAction(async (role: OrganizationRole) => {
    const changed = await ownPetstore.organizations.updateMember(organizationId, member.id, { role });
    onChanged(changed);
    tell(`${nameOf(member)} is now ${role === 'manager' ? 'a manager' : 'staff'}.`);
    if (isOwn(member)) await reloadSession();
    return changed;
  });
  const choose = async (select: HTMLSelectElement) => {
    const role = select.value as OrganizationRole;
    // A refused role is not shown as if it had been saved.
    if (role !== member.role && (await change.run(role)) === undefined) select.value = member.role;
  };
  const { error } = change;
  return (
    <div class="member-role stack dense">
      <select
        class="control control-select"
        aria-label={`Role of ${nameOf(member)}`}
        aria-busy={change.isBusy}
        {...(error !== undefined && { 'aria-describedby': errorId })}
        value={member.role}
        onChange={({ currentTarget }) => void choose(currentTarget)}
      >
        {Object.entries(ROLES).map(([role, { title }]) => (
          <option key={role} value={role}>
            {title}
          </option>
        ))}
      </select>
      {error !== undefined && (
        <p id={errorId} class="field-error" role="alert">
          {adviceOn(error).advice}
        </p>
      )}
    </div>
  );
}
