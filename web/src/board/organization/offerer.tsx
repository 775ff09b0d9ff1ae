import './offerer.css';
import { useId } from 'preact/hooks';
import { LinkButton } from '../../design/controls/button.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { parts, words } from '../../words.ts';
import { useBoard } from '../board.ts';
import { About } from './about.tsx';
import { ContactLinks } from './contact-links.tsx';
import type { Offerer } from './organizations.ts';

interface OffererCardProps {
  readonly offerer: Offerer;
  readonly hasToday?: boolean;
  /** Whether its policy is not said elsewhere on the page. */
  readonly hasPolicy?: boolean;
}

/** Whom a visitor deals with. */
export function OffererCard({ offerer, hasToday = false, hasPolicy = false }: OffererCardProps) {
  const { origin } = useBoard();
  const title = useId();
  return (
    <section class="offerer stack" aria-labelledby={title}>
      <header class="offerer-head">
        {offerer.logo !== undefined && <img class="offerer-logo" src={origin + offerer.logo} alt="" />}
        <h2 id={title}>
          <UserText>{offerer.name}</UserText>
        </h2>
      </header>
      <ContactLinks organization={offerer} hasToday={hasToday} />
      <About organization={offerer} hasPolicy={hasPolicy} />
      {offerer.donationUrl !== undefined && (
        <div>
          <LinkButton href={offerer.donationUrl} isForeign size="s" icon="heart">
            {parts(words().reserving.donateTo, { shelter: <bdi key="shelter">{offerer.name}</bdi> })}
          </LinkButton>
        </div>
      )}
    </section>
  );
}

/** For a sentence that has a form with the organization's name, and one without it. A sentence breaks long names. */
export const nameOf = (offerer: Pick<Offerer, 'name'> | undefined) => ({
  hasOrganization: offerer !== undefined,
  organization: offerer && <bdi key="organization">{offerer.name}</bdi>,
});
