import './start.css';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { ownKeys } from '../../api.ts';
import { useAction } from '../../data/use-action.ts';
import { Button } from '../../design/controls/button.tsx';
import { Card } from '../../design/data/card.tsx';
import { Icon, type IconName } from '../../design/data/icons.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { Tabs } from '../../design/layout/tabs.tsx';
import { pageSettings } from '../../settings.ts';
import { knownKey } from '../keys/known-key.ts';
import { SecretBox } from '../keys/secret-box.tsx';
import { OutcomeView } from './answer-view.tsx';
import { CodeBlock } from './code-block.tsx';
import { addedIn, type Outcome, runProgram, runRequest } from './run.ts';
import { curlOf, programHead, programOf, STEPS, type Step } from './steps.ts';

/** The first requests, with a key of one's own, sent from the page itself. */
export function Start(): JSX.Element {
  const isStaging = pageSettings().environment === 'staging';
  return (
    <div class="stack">
      <PageHeader
        title="Get started"
        about={
          isStaging
            ? 'Everything here is for practice: no animal and no order is real.'
            : 'Five requests, from here or from your own shell. What they answer is real.'
        }
      />
      <YourKey />
      <Tabs
        label="Language"
        tabs={[
          { name: 'curl', content: () => <Steps key="curl" language="curl" /> },
          { name: 'JavaScript', content: () => <Steps key="javascript" language="JavaScript" /> },
        ]}
      />
      <nav class="portal-start-next" aria-label="What comes next">
        {NEXT.map(({ href, icon, title, about }) => (
          <Link key={href} href={href}>
            <Icon name={icon} />
            <strong>{title}</strong>
            <span class="quiet">{about}</span>
          </Link>
        ))}
      </nav>
    </div>
  );
}

const NEXT: readonly { href: string; icon: IconName; title: string; about: string }[] = [
  { href: '/docs', icon: 'book', title: 'Documentation', about: 'Every operation, and guides to the whole.' },
  { href: '/portal/webhooks', icon: 'webhook', title: 'Webhooks', about: 'Be told when something happens.' },
  { href: '/portal/usage', icon: 'usage', title: 'Usage', about: 'Where you stand in your limits.' },
];

const dayMs = 86_400_000;

/** The service shows a key once: only one that was made since the page was loaded is known here. */
function YourKey(): JSX.Element {
  const make = useAction(async () => {
    const expiresAt = new Date(Date.now() + 7 * dayMs).toISOString();
    knownKey.value = await ownKeys.create({ name: 'Getting started', expiresAt });
  });
  const known = knownKey.value;
  if (known !== undefined) {
    return (
      <Card
        title="Your key"
        about="It stands in the lines below until you leave or reload this page, and is never shown again. Keep it where others do not read it."
      >
        <SecretBox secret={known.key} label="the key" />
      </Card>
    );
  }
  return (
    <Card
      title="The lines below need a key"
      about="A key is shown only when it is made, so that the ones you have are not known here. Create one for these lines, which expires after 7 days; or put yours in place of YOUR_API_KEY in your shell."
      actions={
        <Button kind="primary" icon="key" busy={make.isBusy} onClick={() => void make.run()}>
          Create a key
        </Button>
      }
    >
      <ErrorNotice error={make.error} />
    </Card>
  );
}

type Language = 'curl' | 'JavaScript';

function Steps({ language }: { readonly language: Language }): JSX.Element {
  const [petId, setPetId] = useState<number>();
  const onOutcome = (step: Step, outcome: Outcome) => {
    if (step.needsPet === true && outcome.answers.some(({ status }) => status === 204)) setPetId(undefined);
    else setPetId((last) => addedIn(outcome) ?? last);
  };
  return (
    <div class="stack">
      {language === 'JavaScript' && (
        <CodeBlock code={programHead(location.origin, knownKey.value?.key)} label="the beginning of the program" />
      )}
      <div class="portal-start-steps">
        {STEPS.map((step) => (
          <StepCard key={step.example} step={step} language={language} petId={petId} onOutcome={onOutcome} />
        ))}
      </div>
    </div>
  );
}

interface StepCardProps {
  readonly step: Step;
  readonly language: Language;
  readonly petId: number | undefined;
  readonly onOutcome: (step: Step, outcome: Outcome) => void;
}

function StepCard({ step, language, petId, onOutcome }: StepCardProps): JSX.Element {
  const [outcome, setOutcome] = useState<Outcome>();
  const key = knownKey.value?.key;
  const code = language === 'curl' ? curlOf(step.request(petId), location.origin, key) : programOf(step, petId);
  const run = useAction(async () => {
    if (key === undefined) return;
    const outcome = await (language === 'curl' ? runRequest(step.request(petId), key) : runProgram(step, key, petId));
    setOutcome(outcome);
    onOutcome(step, outcome);
  });
  const lacksPet = step.needsPet === true && petId === undefined;
  return (
    <section class="portal-start-step" aria-label={step.title}>
      <div class="portal-start-step-head">
        <div class="portal-start-step-words">
          <h3>{step.title}</h3>
          <p class="quiet">{step.about}</p>
        </div>
        <Button icon="play" busy={run.isBusy} disabled={key === undefined || lacksPet} onClick={() => void run.run()}>
          {step.verb}
        </Button>
      </div>
      <CodeBlock code={code} label={language === 'curl' ? 'the line' : 'the program'} />
      {outcome !== undefined && <OutcomeView outcome={outcome} />}
    </section>
  );
}
