import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { Application, ClosedApplications } from '../../../../client/src/petstore.ts';
import { MOST_CLOSED_AT_ONCE, WAITING_STATUSES } from '../../../../src/vocabulary/application-lifecycle.ts';
import { petstore } from '../../api.ts';
import { useIdempotencyKey, useQuery } from '../../data/calls.ts';
import { useForm } from '../../data/use-form.ts';
import { Button } from '../../design/controls/button.tsx';
import { languageName } from '../../design/controls/codes.ts';
import { Form, TextArea } from '../../design/controls/field.tsx';
import { Card } from '../../design/data/card.tsx';
import { Disclosure } from '../../design/data/disclosure.tsx';
import { Loaded } from '../../design/data/loaded.tsx';
import { ListParts } from '../../design/data/parts/list-parts.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { Refusals } from '../../design/feedback/refusals.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { animals, knownAnimal, needAnimals } from '../animals/known-animals.ts';
import { isMailed } from '../decision-dialog.tsx';
import { useWaiting } from './use-applications.ts';
import { applications, nameOf } from './words.tsx';

export interface LeftOutProps {
  readonly petId: number;
  /** Below, once it is known whether anybody waits: nothing moves. */
  readonly children?: ComponentChildren;
}

/** Those who wait for an animal, with a prepared answer to all of them; nothing if nobody does. */
// Another animal starts afresh: a message that somebody is writing is not for its applicants.
export const LeftOut = (props: LeftOutProps) => <Waiting key={props.petId} {...props} />;

function Waiting({ petId, children }: LeftOutProps) {
  const waiting = useWaiting(petId);
  const [isOpen, setOpen] = useState(false);
  const [refused, setRefused] = useState<ClosedApplications['refused']>([]);
  useQuery(() => needAnimals([petId]), [petId]);
  const pet = knownAnimal(petId);
  const count = waiting.data ?? 0;
  if (waiting.data === undefined && waiting.error === undefined) return null;
  if (count === 0 && refused.length === 0) return <>{children}</>;
  return (
    <>
      <Card
        title={count === 1 ? 'One application waits for an answer' : `${applications(count)} wait for an answer`}
        about={
          pet?.status === 'sold' ? (
            <>
              <UserText>{pet.name}</UserText> went home with somebody else. Tell the others.
            </>
          ) : (
            'When the animal is no longer looking for a home, tell all of them at once.'
          )
        }
        actions={
          <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Not now' : 'Write to them'}
          </Button>
        }
      >
        {refused.length > 0 && (
          <Refusals title={`${applications(refused.length)} could not be closed:`} onClose={() => setRefused([])}>
            {refused.map(({ applicationId, message }) => (
              <li key={String(applicationId)}>
                <Link href={`/console/applications/${applicationId}`}>Application {String(applicationId)}</Link>:{' '}
                {message.replaceAll('`', '')}
              </li>
            ))}
          </Refusals>
        )}
        {isOpen && animals.value.has(petId) && (
          <Answer
            petId={petId}
            onClosed={(result) => {
              setOpen(false);
              setRefused(result.refused);
              waiting.reload();
              // The form disappears with its button.
              document.getElementById('main')?.focus({ preventScroll: true });
            }}
          />
        )}
      </Card>
      {children}
    </>
  );
}

interface AnswerProps extends Pick<LeftOutProps, 'petId'> {
  readonly onClosed: (result: ClosedApplications) => void;
}

/** Shows who gets the message, and asks for its text. People who apply meanwhile are answered later, by themselves, once somebody has read their application. */
function Answer({ petId, onClosed }: AnswerProps) {
  const readers = useQuery(async () => {
    const found: Application[] = [];
    for await (const one of petstore.applications.list({ petId, status: [...WAITING_STATUSES], limit: 100 }))
      if (found.push(one) === MOST_CLOSED_AT_ONCE) break;
    return found;
  }, [petId]);
  return (
    <Loaded query={readers} height="25rem">
      {(found) => <Words petId={petId} readers={found} onClosed={onClosed} />}
    </Loaded>
  );
}

interface WordsProps extends AnswerProps {
  readonly readers: readonly Application[];
}

function Words({ petId, readers, onClosed }: WordsProps) {
  const keyed = useIdempotencyKey();
  const form = useForm(
    { message: prepared(petId) },
    {
      mistakesIn: ({ message }) => ({ message: message.trim() === '' ? 'Write what they read.' : undefined }),
      async send({ message }) {
        const body = { applicationIds: readers.map(({ id }) => id), messageToAdopter: message.trim() };
        const result = await keyed(body, (options) => petstore.applications.close(body, options));
        tell(`${applications(result.applicationIds.length)} closed.`);
        onClosed(result);
      },
    },
  );
  const unmailed = readers.filter((one) => !isMailed(one));
  return (
    <Form onSubmit={form.onSubmit}>
      <TextArea label="What they read" rows={9} maxLength={2_000} {...form.field('message')} />
      <div class="stack dense small">
        {unmailed.length < readers.length && (
          <p>
            Each gets a mail of their own with these words, which are not translated. They read {languagesOf(readers)}.
          </p>
        )}
        {unmailed.length > 0 && (
          <p class="note tone-caution">
            {unmailed.length === readers.length
              ? 'The service mails none of them: call or write to them yourself.'
              : `The service cannot mail ${unmailed.length} of them. The list says whom to call.`}
          </p>
        )}
        <Disclosure title={`To whom (${readers.length})`}>
          <div class="left-out-readers" data-scroller="" role="region" tabIndex={0} aria-label="To whom">
            <ListParts items={readers} render={readersIn} />
          </div>
        </Disclosure>
      </div>
      <ErrorNotice error={form.error} />
      <div>
        <Button kind="primary" type="submit" busy={form.isBusy} disabled={readers.length === 0}>
          Close {applications(readers.length)}
          {unmailed.length < readers.length &&
            (unmailed.length === 0 ? ' and tell everybody' : ` and mail ${readers.length - unmailed.length} of them`)}
        </Button>
      </div>
    </Form>
  );
}

const readersIn = (part: readonly Application[]) =>
  part.map((one) => (
    <li key={one.id}>
      <UserText>{nameOf(one)}</UserText>
      <span class="quiet">
        {' '}
        · {one.locale === undefined ? 'no language said' : languageName(one.locale)}
        {!isMailed(one) && ' · not mailed'}
      </span>
    </li>
  ));

/** Such as `English (12), Spanish (5) and the language of your site (2)`. */
function languagesOf(readers: readonly Application[]): string {
  const byLocale = Object.groupBy(readers, ({ locale }) =>
    locale === undefined ? 'the language of your site' : (languageName(locale) ?? locale),
  );
  const counted = Object.entries(byLocale)
    .map(([name, some = []]) => [name, some.length] as const)
    .toSorted(([, one], [, other]) => other - one);
  return lists.format(counted.map(([name, count]) => `${name} (${count})`));
}

const lists = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** An answer that staff read, and change as they like. */
function prepared(petId: number): string {
  const pet = knownAnimal(petId);
  const news = pet?.status === 'sold' ? 'has found a home' : 'is no longer looking for a home';
  const so = pet?.status === 'available' ? 'We' : `${pet?.name ?? 'The animal'} ${news}, so we`;
  return [
    `Thank you for applying for ${pet?.name ?? 'our animal'}, and for telling us about yourself and your home.`,
    `${so} have closed your application. The choice was hard, and it says nothing against you.`,
    'Other animals still wait for somebody like you. We would be glad to hear from you again.',
    pet?.owner?.organization?.name ?? '',
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}
