import './setup.css';
import '../../design/feedback/progress.css';
import type { ComponentChildren, JSX } from 'preact';
import { useLocation } from 'wouter-preact';
import type { Setup } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { type Query, useAction, useQuery } from '../../data/calls.ts';
import { Button, LinkButton } from '../../design/controls/button.tsx';
import { Card } from '../../design/data/card.tsx';
import { Icon } from '../../design/data/icons.tsx';
import { Skeleton } from '../../design/data/skeleton.tsx';
import { Time } from '../../design/data/time.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { around } from '../../design/text/around.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { ownAccount } from '../../session.ts';
import { wantsToAdd } from '../animals/animal-list.ts';
import { Website } from '../organizations/website.tsx';

type Missing = Setup['steps'][number]['missing'][number];

interface StepProps {
  readonly setup: Setup;
  /** Empty if the step is done. */
  readonly missing: readonly Missing[];
  readonly query: Query<Setup>;
}

/** What is left to do between a first start and a shelter that works. */
export function SetupPage() {
  const query = useQuery((signal) => petstore.admin.setup({ signal }), []);
  const { data: setup } = query;
  const hide = useAction(async (hidden: boolean) => query.set(await petstore.admin.updateSetup({ hidden })));
  return (
    <>
      <PageHeader
        title="Setting up"
        about={setup === undefined ? 'What is left until your shelter works.' : summaryOf(setup)}
        actions={
          setup !== undefined &&
          remaining(setup) > 0 && (
            <Button busy={hide.isBusy} onClick={() => void hide.run(!setup.hidden)}>
              {setup.hidden ? 'Show this first' : 'Do not show this first'}
            </Button>
          )
        }
      />
      <ErrorNotice error={query.error ?? hide.error} onRetry={query.reload} />
      {setup === undefined ? (
        query.error === undefined && <Skeleton height="36rem" />
      ) : (
        <Card isFlush>
          <Progress all={setup.steps.length} left={remaining(setup)} />
          <ol class="setup-steps">
            {setup.steps.map(({ step, missing }) => {
              const Step = STEPS[step];
              return <Step key={step} setup={setup} missing={missing} query={query} />;
            })}
          </ol>
        </Card>
      )}
    </>
  );
}

function summaryOf(setup: Setup): string {
  const left = remaining(setup);
  if (left === 0) return 'Everything is done. Good luck with your animals!';
  return `${left === 1 ? 'One step is' : `${left} steps are`} left. The list follows from what is there; come back any time.`;
}

const Progress = ({ all, left }: { readonly all: number; readonly left: number }) => (
  <div class="row setup-progress">
    <progress class="progress" max={all} value={all - left} aria-label="Steps that are done" />
    <span class="small quiet numbers">
      {all - left} of {all} done
    </span>
  </div>
);

interface LineProps {
  readonly title: string;
  readonly isDone: boolean;
  readonly children: ComponentChildren;
  readonly action?: ComponentChildren;
}

const Line = ({ title, isDone, children, action }: LineProps) => (
  <li class="setup-step" data-done={isDone}>
    <span class="setup-mark">{isDone && <Icon name="check" label="Done" />}</span>
    <div class="setup-words stack dense">
      <h2>{title}</h2>
      <div class="small quiet">{children}</div>
    </div>
    {action !== undefined && <div class="setup-action">{action}</div>}
  </li>
);

const NAMES: Readonly<Partial<Record<Missing, string>>> = {
  name: 'its name',
  contact: 'an email address or a telephone number',
  hours: 'opening hours',
  logo: 'a logo',
};
const AND = new Intl.ListFormat('en');

function Organization({ setup: { organizationId }, missing }: StepProps) {
  const isDone = missing.length === 0;
  const words = missing.map((one) => NAMES[one] ?? one);
  return (
    <Line
      title="Say who you are"
      isDone={isDone}
      action={
        organizationId === undefined ? (
          <LinkButton href="/console/organizations">Open the organizations</LinkButton>
        ) : (
          <LinkButton href={`/console/organizations/${organizationId}`}>
            {isDone ? 'Look at the profile' : 'Complete the profile'}
          </LinkButton>
        )
      }
    >
      {organizationId === undefined
        ? 'Your account belongs to no organization: add yourself to one.'
        : isDone
          ? 'Visitors see your name, how to reach you, when you are open, and your logo.'
          : `Your shelter still needs ${AND.format(words)}.`}
    </Line>
  );
}

/** The check visits the address over the network. */
function Address({ setup: { url }, missing, query }: StepProps) {
  const isChecked = url?.startsWith('https:') === true;
  const check = useQuery(
    async (signal) => {
      if (!isChecked) return [];
      const findings = await petstore.admin.checkAddress({
        signal,
        timeoutMs: 90_000,
        deadlineMs: 90_000,
        maxAttempts: 1,
      });
      const isGood = findings.every(({ level }) => level !== 'bad');
      if (isGood !== (missing.length === 0)) query.reload();
      return findings;
    },
    [url],
  );
  const noted = check.data?.filter(({ level }) => level !== 'well') ?? [];
  return (
    <Line
      title="Give it an address"
      isDone={missing.length === 0}
      action={
        isChecked ? (
          <Button icon="refresh" busy={check.isLoading} onClick={check.reload}>
            Check again
          </Button>
        ) : (
          <LinkButton href="/docs/running#on-the-internet">How to do it</LinkButton>
        )
      }
    >
      {url === undefined &&
        'PUBLIC_URL is not set: links in mails and on printed pages need an address that everybody can open.'}
      {url !== undefined &&
        !isChecked &&
        around('{} has no https: whatever people type there can be read on the way.', <UserText>{url}</UserText>)}
      {isChecked && (
        <span role="status">
          {check.isLoading
            ? around('Visiting {} …', <UserText>{url}</UserText>)
            : missing.length === 0
              ? around('{} leads to this service.', <UserText>{url}</UserText>)
              : null}
        </span>
      )}
      {noted.map(({ says, todo }) => (
        <p key={says} class="setup-finding">
          <strong>{says}</strong> {todo}
        </p>
      ))}
      <ErrorNotice error={check.error} onRetry={check.reload} />
    </Line>
  );
}

function Mail({ setup: { mailTestedAt }, missing: [missing], query }: StepProps) {
  const email = ownAccount.value?.email ?? '';
  const send = useAction(async () => query.set(await petstore.admin.sendTestMail()));
  const confirm = useAction(async () => query.set(await petstore.admin.updateSetup({ mailArrived: true })));
  const sending = (
    <Button icon="mail" busy={send.isBusy} onClick={() => void send.run()}>
      {mailTestedAt === undefined ? 'Send me a test mail' : 'Send another one'}
    </Button>
  );
  const ACTIONS: Readonly<Partial<Record<Missing, JSX.Element>>> = {
    server: <LinkButton href="/docs/running#mail">How to do it</LinkButton>,
    mailbox: <LinkButton href="/portal/account">Change your address</LinkButton>,
    arrival: (
      <>
        <Button kind="primary" icon="check" busy={confirm.isBusy} onClick={() => void confirm.run()}>
          It has arrived
        </Button>
        {sending}
      </>
    ),
  };
  return (
    <Line title="Send mail" isDone={missing === undefined} action={(missing && ACTIONS[missing]) ?? sending}>
      {missing === undefined && 'A test mail has arrived.'}
      {missing === 'server' && 'SMTP_URL is not set: adopters hear nothing of their reservations.'}
      {missing === 'mailbox' &&
        around('No mail reaches {}, the address of your account.', <UserText>{email}</UserText>)}
      {missing === 'test' && around('A mail to {} shows whether mails arrive.', <UserText>{email}</UserText>)}
      {missing === 'arrival' && mailTestedAt !== undefined && (
        <span role="status">
          A mail to <UserText>{email}</UserText> was sent on <Time at={mailTestedAt} hasClock />. Has it arrived? If
          not, look into the folder for spam; <code>petstore mail test</code> shows what the mail server says.
        </span>
      )}
      <ErrorNotice error={send.error ?? confirm.error} />
    </Line>
  );
}

function Animal({ missing }: StepProps) {
  const [, navigate] = useLocation();
  const isDone = missing.length === 0;
  const add = () => {
    wantsToAdd.value = true;
    navigate('/console/animals');
  };
  return (
    <Line
      title="Add the first animal"
      isDone={isDone}
      action={
        isDone ? (
          <LinkButton href="/console/animals">Open the animals</LinkButton>
        ) : (
          <>
            <Button icon="plus" onClick={add}>
              Add an animal
            </Button>
            <LinkButton href="/console/animals/import" icon="upload">
              Import a file
            </LinkButton>
          </>
        )
      }
    >
      {isDone ? 'Your animals are here.' : 'Type it in, or import a file of the system that you use now.'}
    </Line>
  );
}

const Photo = ({ missing }: StepProps) => (
  <Line
    title="Add the first photo"
    isDone={missing.length === 0}
    action={
      <LinkButton href="/console/animals">{missing.length === 0 ? 'Open the animals' : 'Choose an animal'}</LinkButton>
    }
  >
    {missing.length === 0
      ? 'Visitors see your animals.'
      : 'On the page of an animal: take one with your telephone, or drop a file there.'}
  </Line>
);

const Colleague = ({ setup: { organizationId }, missing }: StepProps) => (
  <Line
    title="Invite a colleague"
    isDone={missing.length === 0}
    action={
      organizationId !== undefined && (
        <LinkButton href={`/console/organizations/${organizationId}/members`} icon="people">
          {missing.length === 0 ? 'Open the members' : 'Invite somebody'}
        </LinkButton>
      )
    }
  >
    {missing.length === 0
      ? 'You are not alone.'
      : 'Everybody signs in with an account of their own, so that the history says who did what.'}
  </Line>
);

const BACKUPS: Readonly<Partial<Record<Missing, string>>> = {
  place: 'BACKUP_URL is not set: after a broken disk, everything would be gone.',
  first: 'The first backup is still to come.',
  success: 'The last backup has failed.',
};

const Backups = ({ missing: [missing] }: StepProps) => (
  <Line
    title="Keep backups"
    isDone={missing === undefined}
    action={
      missing === 'place' ? (
        <LinkButton href="/docs/backups">How to do it</LinkButton>
      ) : (
        <LinkButton href="/console/health" icon="pulse">
          Open the health
        </LinkButton>
      )
    }
  >
    {missing === undefined ? 'The service backs itself up.' : BACKUPS[missing]}
  </Line>
);

const OwnSite = ({ setup: { organizationId }, missing, query }: StepProps) => (
  <Line
    title="Show the animals on your own site"
    isDone={missing.length === 0}
    action={organizationId !== undefined && <Website organizationId={organizationId} onMade={query.reload} />}
  >
    {missing.length === 0 ? 'Your site may show the board.' : 'One line puts the board there, and keeps it current.'}
  </Line>
);

const STEPS: Readonly<Record<Setup['steps'][number]['step'], (props: StepProps) => JSX.Element>> = {
  organization: Organization,
  address: Address,
  mail: Mail,
  animal: Animal,
  photo: Photo,
  colleague: Colleague,
  backups: Backups,
  website: OwnSite,
};

/** How many steps are left. */
export const remaining = ({ steps }: Setup): number => steps.filter(({ missing }) => missing.length > 0).length;
