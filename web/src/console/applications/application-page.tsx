import { Link, useParams } from 'wouter-preact';
import { pathId } from '../../data/path-id.ts';
import { BackLink } from '../../design/layout/back-link.tsx';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { AnimalLine } from '../animals/animal-line.tsx';
import { knownAnimal } from '../animals/known-animals.ts';
import { SideBySide } from './side-by-side.tsx';

/** One application. */
export function ApplicationPage() {
  const id = pathId(useParams()['application']);
  return (
    <>
      <PageHeader title={`Application ${id}`} before={<BackLink href="/console/applications">Applications</BackLink>} />
      <SideBySide key={id} ids={[id]}>
        {(petId) => <AnimalOf petId={petId} />}
      </SideBySide>
    </>
  );
}

function AnimalOf({ petId }: { readonly petId: number }) {
  const pet = knownAnimal(petId);
  return (
    <AnimalLine id={petId} pet={pet}>
      <Link class="console-link" href={`/console/animals/${petId}`}>
        {pet === undefined ? `Animal ${petId}` : <UserText>{pet.name}</UserText>}
      </Link>
      <Link class="small" href={`/console/animals/${petId}/applications`}>
        Everybody who applies for it
      </Link>
    </AnimalLine>
  );
}
