import { InShort } from '../board/animal/in-short.tsx';
import { shortUrl } from '../board/organization/addresses.ts';
import { EmptyState } from '../design/data/empty-state.tsx';
import { QrCode } from '../design/data/qr-code.tsx';
import { UserText } from '../design/text/user-text.tsx';
import { publicPageOf } from '../public-page.ts';
import { parts, say, words } from '../words.ts';
import type { Subject } from './read-papers.ts';
import { PaperName, PaperPicture, publicProfile, Sheet } from './sheet.tsx';

interface PosterProps extends Subject {
  /** Whether visitors see the page of the animal. */
  readonly isSeen: boolean;
}

/** One animal on one page, with a code that opens its page. */
export function Poster({ pet, offerer, isSeen }: PosterProps) {
  const profile = publicProfile(pet);
  const { first, animal, papers } = words();
  const name = <UserText key="name">{pet.name}</UserText>;
  if (!isSeen)
    return (
      <EmptyState icon="info" title={say(papers.noPosterOf, { name: pet.name })}>
        {papers.noPosterWhy}
      </EmptyState>
    );
  const url = publicPageOf(pet);
  return (
    <Sheet offerer={offerer} kind="poster">
      <p class="poster-state">{profile.comingSoon === true ? animal.comingSoon : first.titles[pet.status]}</p>
      <PaperName>{pet.name}</PaperName>
      <PaperPicture pet={pet} />
      <div class="poster-end">
        <div>
          <InShort profile={profile} offerer={offerer} />
          <p class="poster-scan">{parts(papers.scan, { name })}</p>
          <p class="poster-url" dir="ltr">
            {shortUrl(url)}
          </p>
        </div>
        <QrCode text={url} label={url} />
      </div>
    </Sheet>
  );
}
