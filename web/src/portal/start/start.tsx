import './start.css';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { AnswerView } from '../../answers/answer-view.tsx';
import { ownPetstore } from '../../api.ts';
import { useAction, useIdempotencyKey } from '../../data/calls.ts';
import { environmentNow } from '../../data/environment-clock.ts';
import { Button } from '../../design/controls/button.tsx';
import { Card } from '../../design/data/card.tsx';
import { Icon, type IconName } from '../../design/data/icons.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { SecretBox } from '../../design/feedback/secret.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { Tabs } from '../../design/layout/tabs.tsx';
import { CodeBlock } from '../../design/text/code-block.tsx';
import { pageSettings } from '../../settings.ts';
import { addedPet, knownKey } from '../keys/known-key.ts';
import { addedIn, type Outcome, runProgram, runRequest } from './run.ts';
import { curlOf, programHead, programOf, type Step, STEPS } from './steps.ts';

/** A tutorial: the first requests, which the page can send. */
export function Start() {
  const isStaging = pageSettings().environment === 'staging';
  return (
    <div class="stack">
      <PageHeader
        title="Get started"
        about={
          isStaging
            ? 'This is staging: no animals and no orders are real.'
            : 'Five requests to run here or in your own shell. They use real data.'
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
      <nav class="portal-start-next stack" aria-label="Next steps">
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
  { href: '/docs', icon: 'book', title: 'Documentation', about: 'Guides and every operation of the API.' },
  { href: '/portal/webhooks', icon: 'webhook', title: 'Webhooks', about: 'Get notified when something happens.' },
  { href: '/portal/usage', icon: 'usage', title: 'Usage', about: 'See how much of your limits is left.' },
];

const dayMs = 86_400_000;

function YourKey() {
  const keyed = useIdempotencyKey();
  // A retry sends the same.
  const [openedMs] = useState(environmentNow);
  const create = useAction(async () => {
    const settings = { name: 'Getting started', expiresAt: new Date(openedMs + 7 * dayMs).toISOString() };
    knownKey.value = await keyed('', (options) => ownPetstore.keys.create(settings, options));
  });
  const known = knownKey.value;
  if (known !== undefined) {
    return (
      <Card
        title="Your key"
        about="The examples below use it until you leave or reload this page. You cannot see it again, so save it somewhere safe."
      >
        <SecretBox secret={known.key} label="the key" />
      </Card>
    );
  }
  return (
    <Card
      title="The examples need a key"
      about="Create a key for the examples, which expires after 7 days. Or run them in your shell, with your own key in place of YOUR_API_KEY."
      actions={
        <Button kind="primary" icon="key" busy={create.isBusy} onClick={() => void create.run()}>
          Create a key
        </Button>
      }
    >
      <ErrorNotice error={create.error} />
    </Card>
  );
}

type Language = 'curl' | 'JavaScript';

function Steps({ language }: { readonly language: Language }) {
  const onOutcome = (step: Step, outcome: Outcome) => {
    const isRemoved = step.needsPet === true && outcome.answers.some(({ status }) => status === 204);
    addedPet.value = isRemoved ? undefined : (addedIn(outcome) ?? addedPet.value);
  };
  return (
    <div class="stack">
      {language === 'JavaScript' && (
        <>
          <p class="quiet">
            <code>@petstore/client</code> comes with the source code of Petstore. Pack it, and install the package in
            your project:
          </p>
          <CodeBlock code={INSTALLATION} language="sh" copyLabel="Copy the commands" />
          <CodeBlock
            code={programHead(location.origin, knownKey.value?.key)}
            language="js"
            copyLabel="Copy the setup"
          />
        </>
      )}
      <div class="stack portal-start-steps">
        {STEPS.map((step) => (
          <StepCard key={step.example} step={step} language={language} petId={addedPet.value} onOutcome={onOutcome} />
        ))}
      </div>
    </div>
  );
}

/** As in the client's own README. */
const INSTALLATION = `npm pack ./client                              # in the checkout, after npm ci
npm install ../petstore/petstore-client-*.tgz  # in your own project`;

interface StepCardProps {
  readonly step: Step;
  readonly language: Language;
  readonly petId: number | undefined;
  readonly onOutcome: (step: Step, outcome: Outcome) => void;
}

function StepCard({ step, language, petId, onOutcome }: StepCardProps) {
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
    <section class="card stack tight portal-start-step" aria-label={step.title}>
      <div class="portal-start-step-head">
        <div class="portal-start-step-words small">
          <h3>{step.title}</h3>
          <p class="quiet">{step.about}</p>
        </div>
        <Button icon="play" busy={run.isBusy} disabled={key === undefined || lacksPet} onClick={() => void run.run()}>
          {step.verb}
        </Button>
      </div>
      <CodeBlock code={code} language={language === 'curl' ? 'sh' : 'js'} copyLabel="Copy the example" />
      {outcome !== undefined && <OutcomeView outcome={outcome} />}
    </section>
  );
}

const OutcomeView = ({ outcome: { answers, output = '', error } }: { readonly outcome: Outcome }) => (
  <div class="stack" role="status">
    {answers.map((answer, index) => (
      <AnswerView key={index} answer={answer} />
    ))}
    {output !== '' && <CodeBlock code={output} language="js" head="Printed" copyLabel="Copy the output" />}
    <ErrorNotice error={error} />
  </div>
);
