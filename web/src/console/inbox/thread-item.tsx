import './inbox.css';
import { useEffect } from 'preact/hooks';
import { Link } from 'wouter-preact';
import type { InboxMessage } from '../../../../client/src/petstore.ts';
import type { ThreadState } from '../../../../src/vocabulary/thread-states.ts';
import { Badge, type Tone } from '../../design/data/badge.tsx';
import { Time } from '../../design/data/time.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { AnimalLine } from '../animals/animal-line.tsx';
import { knownAnimal, needAnimals } from '../animals/known-animals.ts';
import { STEP } from '../palette/step-in-list.ts';
import { contentOf } from './senders.ts';

interface ThreadItemProps {
  readonly message: InboxMessage;
  readonly href: string;
  readonly isCurrent: boolean;
  /** The list shows another state, which this message had until now. */
  readonly isMixed: boolean;
}

/** A message in the list. */
export function ThreadItem({ message, href, isCurrent, isMixed }: ThreadItemProps) {
  const { text, sender, petId } = contentOf(message);
  const pet = knownAnimal(petId);
  useEffect(() => void needAnimals([petId]), [petId]);
  return (
    <Link href={href} class="inbox-item" aria-current={isCurrent ? 'true' : undefined} {...STEP}>
      <AnimalLine id={petId} pet={pet}>
        <strong class="inbox-from one-line">
          <UserText>{sender.name}</UserText>
        </strong>
        <span class="small one-line">
          <Time at={message.createdAt} />
          {pet !== undefined && (
            <>
              {' · '}
              <UserText>{pet.name}</UserText>
            </>
          )}
        </span>
        <span class="inbox-excerpt">
          <UserText>{text}</UserText>
        </span>
        {isMixed && <StateBadge state={message.state} />}
      </AnimalLine>
    </Link>
  );
}

const LOOKS: Readonly<Record<ThreadState, readonly [tone: Tone, label: string]>> = {
  open: ['caution', 'Open'],
  answered: ['positive', 'Answered'],
  closed: ['neutral', 'Closed'],
};

export const StateBadge = ({ state }: { readonly state: ThreadState }) => (
  <Badge tone={LOOKS[state][0]}>{LOOKS[state][1]}</Badge>
);
