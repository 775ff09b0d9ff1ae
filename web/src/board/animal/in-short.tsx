import type { PetProfile } from '../../../../client/src/petstore.ts';
import { factLine } from '../../../../src/words/animals.ts';
import { UserText } from '../../design/text/user-text.tsx';
import { speaks } from '../../words.ts';
import type { Offerer } from '../organization/organizations.ts';
import { useVersion } from '../versions.tsx';

interface InShortProps {
  readonly profile: PetProfile;
  readonly offerer: Pick<Offerer, 'locale'> | undefined;
}

/** What animal it is, in one line, and what is said of it first. */
export function InShort({ profile, offerer }: InShortProps) {
  const { texts, langOf } = useVersion(profile, profile.translations, profile.language ?? offerer?.locale);
  return (
    <>
      <p class="animal-kind">
        <UserText>{factLine(speaks(), profile)}</UserText>
      </p>
      {texts.summary !== undefined && (
        <p lang={langOf('summary')}>
          <UserText>{texts.summary}</UserText>
        </p>
      )}
    </>
  );
}
