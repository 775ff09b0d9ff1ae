import { Link } from 'wouter-preact';
import { Card } from '../../design/data/card.tsx';
import { useWaiting } from '../applications/use-applications.ts';
import { applications } from '../applications/words.tsx';

/** How many people wait for an answer about an animal; nothing if nobody does. */
export function ApplicationsCard({ petId }: { readonly petId: number }) {
  const count = useWaiting(petId).data ?? 0;
  if (count === 0) return null;
  return (
    <Card
      title="Applications"
      about={`${applications(count)} ${count === 1 ? 'waits' : 'wait'} for an answer.`}
      actions={<Link href={`/console/animals/${petId}/applications`}>Compare them</Link>}
    />
  );
}
