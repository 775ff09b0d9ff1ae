import type { Application } from '../../../../client/src/petstore.ts';
import { type ApplicationStatus, WAITING_STATUSES } from '../../../../src/vocabulary/application-lifecycle.ts';
import { Badge, type Tone } from '../../design/data/badge.tsx';
import { Time } from '../../design/data/time.tsx';

export const STATES: Readonly<Record<ApplicationStatus, readonly [title: string, tone: Tone]>> = {
  submitted: ['New', 'caution'],
  in_review: ['In review', 'accent'],
  accepted: ['Accepted', 'positive'],
  declined: ['Declined', 'neutral'],
  withdrawn: ['Withdrawn', 'neutral'],
  closed: ['Closed', 'neutral'],
};

export function StateBadge({ status }: Pick<Application, 'status'>) {
  const [title, tone] = STATES[status];
  return <Badge tone={tone}>{title}</Badge>;
}

/** What the lists can show, by the name in their address. */
export const SHOWN = {
  waiting: { label: 'Waiting', statuses: WAITING_STATUSES },
  new: { label: 'New', statuses: ['submitted'] },
  review: { label: 'In review', statuses: ['in_review'] },
  accepted: { label: 'Accepted', statuses: ['accepted'] },
  ended: { label: 'Ended', statuses: ['declined', 'withdrawn', 'closed'] },
} as const satisfies Readonly<
  Record<string, { readonly label: string; readonly statuses: readonly ApplicationStatus[] }>
>;

/** `3 applications`. */
export const applications = (count: number): string =>
  `${count.toLocaleString()} ${count === 1 ? 'application' : 'applications'}`;

/** The organization has approved this adopter; nothing otherwise. */
export const ApprovedBadge = ({ application: { approvedUntil } }: { readonly application: Application }) =>
  approvedUntil === undefined ? null : (
    <Badge tone="positive">
      <span>
        Approved until <Time at={approvedUntil} />
      </span>
    </Badge>
  );

/** Who applies, in a sentence or as the title of a page. */
export const nameOf = ({ id, adopter }: Pick<Application, 'id' | 'adopter'>): string =>
  adopter?.name ?? `Application ${id}`;
