import './how-adoption-works.css';
import type { JSX } from 'preact';
import { Disclosure } from '../../design/data/disclosure.tsx';
import { OffererName } from '../organization/offerer.tsx';
import type { Offerer } from '../organization/organizations.ts';
import { useHold } from '../use-hold.ts';
import { Section } from './about-animal.tsx';

interface HowAdoptionWorksProps {
  readonly offerer: Offerer | undefined;
  /** In words, if it is known. */
  readonly fee?: string | undefined;
}

/** A longer policy would hide the animal's story. */
const shortPolicy = 400;

/** The three steps from the board to a new home, and the policy of the organization. */
export function HowAdoptionWorks({ offerer, fee }: HowAdoptionWorksProps): JSX.Element {
  const hold = useHold();
  const policy = offerer?.adoptionPolicy;
  const text = (
    <p class="adoption-policy user-text" dir="auto">
      {policy}
    </p>
  );
  return (
    <Section title="How adoption works" class="adoption">
      <ol class="adoption-steps">
        <li>
          <h3>Reserve</h3>
          <p>
            The animal is held for you{hold !== undefined && ` for ${hold}`}. It costs nothing, and you can cancel at
            any time.
          </p>
        </li>
        <li>
          <h3>Meet</h3>
          <p>
            You get an email from <OffererName offerer={offerer} /> about the next step, such as a visit.
          </p>
        </li>
        <li>
          <h3>Go home together</h3>
          <p>
            If you suit each other, the animal moves in with you.
            {fee !== undefined &&
              (/^\p{L}+$/u.test(fee) ? ' There is no adoption fee.' : ` The adoption fee of ${fee} is due then.`)}
          </p>
        </li>
      </ol>
      {policy !== undefined &&
        (policy.length > shortPolicy ? <Disclosure title="Adoption policy">{text}</Disclosure> : text)}
    </Section>
  );
}
