import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Organization } from '../../../../client/src/petstore.ts';
import { ownPetstore, versionOf } from '../../api.ts';
import { useAction } from '../../data/calls.ts';
import { Card } from '../../design/data/card.tsx';
import { Time } from '../../design/data/time.tsx';
import { Confirm } from '../../design/feedback/confirm.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { ActionRow } from '../action-row.tsx';
import type { Changing } from '../change-error.tsx';

type Change = 'list' | 'unlist' | 'suspend' | 'resume';

interface ChangeWords {
  readonly verb: string;
  readonly done: string;
  readonly patch: { readonly listed: boolean } | { readonly suspended: boolean };
  /** What follows. */
  readonly consequences: ComponentChildren;
}

const FREED = (
  <p>
    What its accounts hold is free again: their reservations of animals of others are cancelled. Adoptions of its own
    animals stay as they are.
  </p>
);

/** Of an organization of another service. */
const ELSEWHERE = (
  <p>
    While it is suspended, visitors here see neither the organization nor its animals, whatever its own service says.
    Nothing changes there.
  </p>
);

const WORDS: Readonly<Record<Change, ChangeWords>> = {
  list: {
    verb: 'List',
    done: 'is listed',
    patch: { listed: true },
    consequences: (
      <>
        <p>
          Visitors see its profile and its animals within a second. They can reserve the animals and ask about them, and
          what they write goes to its members.
        </p>
        <p>List an organization only if you know who runs it.</p>
      </>
    ),
  },
  unlist: {
    verb: 'Unlist',
    done: 'is not listed any more',
    patch: { listed: false },
    consequences: (
      <>
        <p>
          The organization and its animals are gone from the board, and from everything else that visitors see, within a
          second. Its members continue to work.
        </p>
        {FREED}
      </>
    ),
  },
  suspend: {
    verb: 'Suspend',
    done: 'is suspended',
    patch: { suspended: true },
    consequences: (
      <>
        <p>
          All requests of its members are refused until you resume it. The organization and its animals are gone from
          the board, and from everything else that visitors see, within a second. Nothing is deleted.
        </p>
        {FREED}
      </>
    ),
  },
  resume: {
    verb: 'Resume',
    done: 'is active again',
    patch: { suspended: false },
    consequences: <p>Its members can work again. If it is listed, visitors see it again within a second.</p>,
  },
};

/** Of the service of another organization it depends whether visitors see it. */
const isHidden = ({ origin, listed }: Organization): boolean => origin !== undefined && listed !== true;

function stateOf(organization: Organization): string {
  if (organization.suspended === true) return 'Suspended';
  return isHidden(organization) ? 'Hidden' : 'Active';
}

function Meaning({ organization }: { readonly organization: Organization }) {
  const { suspended, origin } = organization;
  if (origin === undefined)
    return suspended === true
      ? 'All requests of its members are refused, and visitors do not see it.'
      : 'Its members work in the console and with their keys.';
  if (suspended === true) return 'Visitors do not see it and its animals.';
  if (!isHidden(organization)) return 'Visitors see it and its animals as long as its own service shows them.';
  if (origin.seenAt === undefined) return 'Its service is silent.';
  return (
    <>
      Its service has been silent since <Time at={origin.seenAt} hasClock />. Visitors see it again once that answers.
    </>
  );
}

/** The decisions of operators about an organization. */
export function Visibility({ organization, onChanged, onStale }: Changing<'organization', Organization>) {
  const [asking, ask] = useState<Change>();
  const change = useAction(async (name: Change) => {
    const { patch, done } = WORDS[name];
    onChanged(await ownPetstore.organizations.update(organization.id, patch, versionOf(organization)));
    ask(undefined);
    tell(`${organization.name} ${done}.`);
  });
  const close = () => {
    if (change.error?.code === 'precondition_failed') onStale();
    change.clear();
    ask(undefined);
  };
  const isListed = organization.listed === true;
  const isSuspended = organization.suspended === true;
  return (
    <Card title="Visitors and access" about="Only operators of this service decide these.">
      {organization.origin === undefined && (
        <ActionRow
          title={isListed ? 'Listed' : 'Not listed'}
          about={
            isListed
              ? 'Visitors see the organization and its animals, and can reserve them.'
              : 'Visitors see neither the organization nor its animals. Its members can already add animals.'
          }
          verb={isListed ? 'Unlist' : 'List'}
          onAct={() => ask(isListed ? 'unlist' : 'list')}
        />
      )}
      <ActionRow
        title={stateOf(organization)}
        about={<Meaning organization={organization} />}
        verb={isSuspended ? 'Resume' : 'Suspend'}
        onAct={() => ask(isSuspended ? 'resume' : 'suspend')}
      />
      {asking !== undefined && (
        <Confirm
          title={
            <>
              {WORDS[asking].verb} <UserText>{organization.name}</UserText>?
            </>
          }
          verb={WORDS[asking].verb}
          isDangerous={asking === 'unlist' || asking === 'suspend'}
          action={{ ...change, run: () => change.run(asking) }}
          onClose={close}
        >
          {organization.origin === undefined ? WORDS[asking].consequences : ELSEWHERE}
        </Confirm>
      )}
    </Card>
  );
}
