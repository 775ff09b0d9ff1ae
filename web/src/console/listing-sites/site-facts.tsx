import type { ListingSite } from '../../../../client/src/petstore.ts';
import { Facts } from '../../design/data/facts.tsx';
import { Time } from '../../design/data/time.tsx';
import { animalsText } from './words.ts';

/** What was sent to a site, and what comes next. Whether the site shows it only the site knows. */
export const SiteFacts = ({ site }: { readonly site: ListingSite }) => (
  <Facts
    facts={[
      [
        'Last taken',
        site.lastSuccessAt === undefined ? 'Nothing was sent yet.' : <Time at={site.lastSuccessAt} hasClock />,
      ],
      ['In that list', site.animals === undefined ? undefined : animalsText(site.animals)],
      ['Next run', site.running ? 'A run is under way.' : site.nextRunAt && <Time at={site.nextRunAt} hasClock />],
    ]}
  />
);
