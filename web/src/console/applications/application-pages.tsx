import { Link, useParams, useSearch } from 'wouter-preact';
import { addressWith } from '../../data/address-with.ts';
import { useQuery } from '../../data/calls.ts';
import { pathId } from '../../data/path-id.ts';
import { PageHeader } from '../../design/layout/page-header.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { StatusBadge } from '../../pets/status.tsx';
import { AnimalLine } from '../animals/animal-line.tsx';
import { knownAnimal, needAnimals, putAnimal } from '../animals/known-animals.ts';
import { useLive } from '../live.ts';
import { ApplicationsList, MOST_COMPARED } from './applications-list.tsx';
import { LeftOut } from './left-out.tsx';
import { SideBySide } from './side-by-side.tsx';

/** One application. */
export function ApplicationPage() {
  const id = pathId(useParams()['application']);
  return (
    <>
      <PageHeader title={`Application ${id}`} back={['/console/applications', 'Applications']} />
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

/** Everybody who applies for an animal: in a list, or some of them side by side. */
export function ApplicationsOfPet() {
  const petId = pathId(useParams()['animal']);
  const search = useSearch();
  useQuery(() => needAnimals([petId]), [petId]);
  useLive({
    onEvent(event) {
      if (event.type === 'pet.status_changed' && event.data.id === petId) putAnimal(event.data);
    },
    onGap: () => void needAnimals([petId]),
  });
  const pet = knownAnimal(petId);
  const path = `/console/animals/${petId}/applications`;
  const compared = (new URLSearchParams(search).get('compare') ?? '')
    .split(',')
    .map(pathId)
    .filter((id) => id > 0)
    .slice(0, MOST_COMPARED);
  return (
    <>
      <PageHeader
        title={`Applications for ${pet?.name ?? `animal ${petId}`}`}
        back={
          compared.length === 0
            ? [`/console/animals/${petId}`, pet?.name ?? 'The animal']
            : [addressWith(path, { compare: undefined }, search), 'All applications']
        }
        about={pet === undefined ? '…' : <StatusBadge status={pet.status} />}
      />
      {compared.length === 0 ? (
        <div class="stack">
          <LeftOut petId={petId}>
            <div>
              <ApplicationsList path={path} petId={petId} />
            </div>
          </LeftOut>
        </div>
      ) : (
        <SideBySide key={compared.join()} ids={compared} />
      )}
    </>
  );
}
