import type { JSX } from 'preact';
import { Link } from 'wouter-preact';
import type { InboxMessage } from '../../../../client/src/petstore.ts';
import { Time } from '../../design/data/time.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { STEP } from '../palette/step-in-list.ts';
import { contentOf } from './senders.ts';
import { StateBadge } from './state-badge.tsx';

interface ThreadItemProps {
  readonly message: InboxMessage;
  readonly href: string;
  readonly isCurrent: boolean;
  /** The list shows another state, which this message had until now. */
  readonly isMixed: boolean;
}

/** A message in the list. */
export function ThreadItem({ message, href, isCurrent, isMixed }: ThreadItemProps): JSX.Element {
  const { text, sender } = contentOf(message);
  return (
    <Link href={href} class="inbox-item" aria-current={isCurrent ? 'true' : undefined} {...STEP}>
      <span class="inbox-item-head">
        <strong class="inbox-from">
          <UserText>{sender.name}</UserText>
        </strong>
        <span class="small quiet">
          <Time at={message.createdAt} />
        </span>
      </span>
      <span class="inbox-excerpt">
        <UserText>{text}</UserText>
      </span>
      {isMixed && <StateBadge state={message.state} />}
    </Link>
  );
}
