import './offerer.css';
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { UserText } from '../../design/text/user-text.tsx';
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
export function OffererCard({ offerer, hasToday = false, hasPolicy = false }: OffererCardProps): JSX.Element {
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
    </section>
  );
}

/** Within a sentence, which breaks long words. */
export const OffererName = ({ offerer }: { readonly offerer: Offerer | undefined }): JSX.Element =>
  offerer === undefined ? <>the shelter</> : <bdi>{offerer.name}</bdi>;
