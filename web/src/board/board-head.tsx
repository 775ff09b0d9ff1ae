import './board-head.css';
import type { JSX } from 'preact';
import type { PublicOrganization } from '../../../src/vocabulary/organizations.ts';
import { Disclosure } from '../design/data/disclosure.tsx';
import { LazyPage } from '../lazy-page.tsx';
import { useBoard } from './board.ts';
import { Family } from './family.tsx';
import { ContactLinks } from './organization/contact-links.tsx';

/** The `h1`, and whom a visitor deals with. All of it is known with the document, so nothing moves after the first paint. */
export function BoardHead(): JSX.Element {
  const organization = useBoard().organizations.only.value;
  return (
    <header class="board-head">
      <div class="board-head-words">
        <h1>Looking for a home</h1>
        <p class="board-lead user-text">
          Meet the animals
          {organization !== undefined && (
            <>
              {' '}
              of <bdi>{organization.name}</bdi>
            </>
          )}
          . Ask about one, or reserve it while you decide.
        </p>
        {organization !== undefined && <ContactLinks organization={organization} hasToday />}
      </div>
      <Family />
      {organization !== undefined && saysMore(organization) && (
        <Disclosure title="More about us">
          <LazyPage load={loadAbout} />
        </Disclosure>
      )}
    </header>
  );
}

const saysMore = ({ hours, mission, adoptionPolicy, website, social }: PublicOrganization): boolean =>
  (hours ?? mission ?? adoptionPolicy ?? website ?? social) !== undefined;

const loadAbout = () => import('./organization/about.tsx').then(({ AboutUs }) => AboutUs);
