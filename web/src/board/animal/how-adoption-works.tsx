import './how-adoption-works.css';
import type { Adoption } from '../../../../src/vocabulary/application-lifecycle.ts';
import type { LanguageTag } from '../../../../src/vocabulary/languages.ts';
import { Disclosure } from '../../design/data/disclosure.tsx';
import { parts, say, speaks, words } from '../../words.ts';
import { nameOf } from '../organization/offerer.tsx';
import type { Offerer } from '../organization/organizations.ts';
import { useHold } from '../use-hold.ts';
import { useVersion } from '../versions.tsx';
import { Section } from './about-animal.tsx';

interface HowAdoptionWorksProps {
  readonly offerer: Offerer | undefined;
  /** `either` if organizations differ, `elsewhere` if all of them are at services of their own. */
  readonly adoption: Adoption | 'either' | 'elsewhere';
  /** Whether some animals are at services of their own. */
  readonly isPartlyElsewhere?: boolean;
  /** In words, if it is known. */
  readonly fee?: string | undefined;
}

/** A longer policy would hide the animal's story. */
const shortPolicy = 400;

/** That the animal moves in, and what is to be paid then. A fee such as `None` or `Waived` is no money. */
export function goHomeText(fee: string | undefined): string {
  const { animal } = words();
  if (fee === undefined) return animal.stepGoHomeText;
  return /\d/.test(fee) ? say(animal.feeDue, { fee }) : animal.feeNone;
}

/** The three steps from the board to a new home, and the policy of the organization. */
export function HowAdoptionWorks({ offerer, adoption, isPartlyElsewhere = false, fee }: HowAdoptionWorksProps) {
  const { animal, reserving, applying } = words();
  const hold = useHold();
  const { texts, langOf, noteOf } = useVersion<Partial<Offerer>>(offerer ?? {}, offerer?.translations, offerer?.locale);
  const { adoptionPolicy: policy } = texts;
  // Of both versions, so that the one that is read does not close when the other one is shown.
  const isLong = [offerer, offerer?.translations?.[speaks().language as LanguageTag]].some(
    (version) => (version?.adoptionPolicy ?? '').length > shortPolicy,
  );
  const text = (
    <>
      <p class="adoption-policy user-text" lang={langOf('adoptionPolicy')} dir="auto">
        {policy}
      </p>
      {noteOf('adoptionPolicy')}
    </>
  );
  const first = {
    reserve: {
      title: animal.stepReserve,
      text: hold === undefined ? animal.stepReserveText : say(animal.stepReserveFor, { hold }),
    },
    apply: { title: applying.step, text: applying.stepText },
    either: { title: applying.stepEither, text: applying.stepEitherText },
    elsewhere: { title: animal.stepElsewhere, text: animal.stepElsewhereText },
  }[adoption];
  return (
    <Section title={animal.howItWorks} class="adoption">
      <ol class="adoption-steps">
        <li>
          <h3>{first.title}</h3>
          <p>{isPartlyElsewhere ? `${first.text} ${animal.stepElsewhereText}` : first.text}</p>
        </li>
        <li>
          <h3>{animal.stepMeet}</h3>
          <p>{parts((adoption === 'apply' ? applying : reserving).nextStep, nameOf(offerer))}</p>
        </li>
        <li>
          <h3>{animal.stepGoHome}</h3>
          <p>{goHomeText(fee)}</p>
        </li>
      </ol>
      {policy !== undefined && (isLong ? <Disclosure title={animal.policy}>{text}</Disclosure> : text)}
    </Section>
  );
}
