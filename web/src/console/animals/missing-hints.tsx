import { Link } from 'wouter-preact';
import { type Essential, ESSENTIALS } from '../../../../src/vocabulary/animal-profile.ts';
import { petstore } from '../../api.ts';
import { numberText } from '../../design/text/number-text.ts';
import { ownAccount } from '../../session.ts';
import { useLiveQuery } from '../live.ts';
import { addressOf } from './animal-list.ts';

/** The shortest time between two countings. */
const pauseMs = 5_000;

const have = (count: number): string => (count === 1 ? 'has' : 'have');

/** The hint for this number of animals. */
const WORDS: Readonly<Record<Essential, (count: number) => string>> = {
  photos: (count) => `${have(count)} no photo`,
  description: (count) => `${have(count)} no story`,
  age: () => 'of unknown age',
  sex: () => 'of unknown sex',
  size: () => 'of unknown size',
  children: () => 'with no word on children',
};

/** What adopters will miss of available animals, each with a link to these. The service counts up to some thousand animals. */
export function MissingHints({ organization }: { readonly organization: number | undefined }) {
  const { data, error } = useLiveQuery(
    (signal) =>
      petstore.pets.facets(
        { status: 'available', ...(organization !== undefined && { organizationId: organization }) },
        { signal },
      ),
    [organization],
    ({ type }) => type.startsWith('pet.'),
    pauseMs,
  );
  // Hints must not interrupt a reader of the list.
  if (error !== undefined) return null;
  if (data === undefined) return <div class="animals-missing small quiet" aria-busy="true" />;
  const hints = (Object.keys(ESSENTIALS) as Essential[]).flatMap((essential) => {
    if (data.total === undefined) return { essential, words: ESSENTIALS[essential] };
    const { count = 0 } = data.missing?.find(({ value }) => value === essential) ?? {};
    return count === 0 ? [] : { essential, words: `${numberText(count)} ${WORDS[essential](count)}` };
  });
  if (hints.length === 0) return null;
  return (
    <nav class="animals-missing small quiet" aria-label="What adopters will miss">
      <span>{data.total === undefined ? 'Available:' : `Of ${numberText(data.total)} available:`}</span>
      {hints.map(({ essential, words }) => (
        <Link key={essential} href={addressTo(essential, organization)}>
          {words}
        </Link>
      ))}
    </nav>
  );
}

const addressTo = (missing: Essential, organization: number | undefined): string =>
  addressOf(
    { status: 'available', category: undefined, text: '', organization, missing, sort: 'newest' },
    ownAccount.value?.role === 'operator',
  );
