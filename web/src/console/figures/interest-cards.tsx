import type { Interest, InterestInPet } from '../../../../client/src/petstore.ts';
import { petstore } from '../../api.ts';
import { useAction, useQuery } from '../../data/calls.ts';
import { useHashTarget } from '../../data/hash-target.ts';
import { saveFile } from '../../data/save-file.ts';
import { Button } from '../../design/controls/button.tsx';
import { Card } from '../../design/data/card.tsx';
import { Loaded } from '../../design/data/loaded.tsx';
import { type Column, Table } from '../../design/data/table.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { numberText } from '../../design/text/number-text.ts';
import { UserLink } from '../../design/text/user-link.tsx';
import { INTEREST_NAMES } from '../interest.ts';
import { tableOf } from './table-of.ts';

/** Animals of each table. */
const shown = 10;
/** Animals of the file. */
const mostInFile = 1_000;

/** Which animals visitors look at, and which nobody does. */
export function InterestCards({ organizationId }: { readonly organizationId: number | undefined }) {
  const query = { count: shown, ...(organizationId !== undefined && { organizationId }) };
  const interest = useQuery(
    (signal) =>
      Promise.all([
        petstore.statistics.interest(query, { signal }),
        petstore.statistics.interest({ ...query, order: 'least' }, { signal }),
      ]),
    [organizationId],
  );
  useHashTarget(interest.data !== undefined);
  const download = useAction(async () => {
    const table = await tableOf((client) => client.statistics.interest({ ...query, count: mostInFile }));
    saveFile(table, `interest-${interest.data?.[0].to ?? ''}.csv`);
  });
  return (
    <>
      <ErrorNotice error={download.error} />
      <Loaded query={interest} height="24rem">
        {([most, least]) => {
          const viewed = most.pets.filter(({ views }) => views > 0);
          const others = least.pets.filter(({ petId }) => !viewed.some((pet) => pet.petId === petId));
          return (
            <>
              <Card
                id="interest"
                title="Most viewed animals"
                about={aboutOf(most)}
                isFlush
                actions={
                  <Button icon="save" busy={download.isBusy} onClick={() => void download.run()}>
                    {most.animals > mostInFile
                      ? `Download the first ${numberText(mostInFile)} as CSV`
                      : 'Download interest as CSV'}
                  </Button>
                }
              >
                <Animals
                  caption="The animals whose pages visitors opened most"
                  pets={viewed}
                  empty={
                    most.animals === 0
                      ? 'No animal is looking for a home.'
                      : 'Visitors have opened the page of no animal.'
                  }
                />
              </Card>
              {others.length > 0 && (
                <Card
                  title="Least viewed animals"
                  about="A new photo, or another first sentence, may help them."
                  isFlush
                >
                  <Animals caption="The animals whose pages visitors opened least" pets={others} />
                </Card>
              )}
            </>
          );
        }}
      </Loaded>
    </>
  );
}

const aboutOf = ({ animals, total: { views, hearts } }: Interest): string =>
  `Of all that are looking for a home (${numberText(animals)}), in the last 30 days. All of their views: ${numberText(views)}; hearts: ${numberText(hearts)}. Counted without cookies.`;

interface AnimalsProps {
  readonly caption: string;
  readonly pets: readonly InterestInPet[];
  readonly empty?: string;
}

const Animals = ({ caption, pets, empty }: AnimalsProps) => (
  <Table
    caption={caption}
    rows={pets}
    keyOf={({ petId }) => petId}
    columns={[
      {
        header: 'Animal',
        cell: ({ petId, name }) => <UserLink href={`/console/animals/${petId}`}>{name}</UserLink>,
      },
      ...counts,
    ]}
    empty={empty}
  />
);

const counts: readonly Column<InterestInPet>[] = Object.entries(INTEREST_NAMES).map(([name, header]) => ({
  header,
  align: 'end',
  cell: (pet) => <span class="numbers">{numberText(pet[name as keyof typeof INTEREST_NAMES])}</span>,
}));
