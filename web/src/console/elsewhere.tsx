import type { Organization } from '../../../client/src/petstore.ts';
import { LinkButton } from '../design/controls/button.tsx';
import { Card } from '../design/data/card.tsx';
import { Time } from '../design/data/time.tsx';
import { UserText } from '../design/text/user-text.tsx';

interface ElsewhereProps {
  readonly what: 'animal' | 'organization';
  readonly origin: NonNullable<Organization['origin']>;
}

/** In place of what could be changed, if another service has it. */
export function Elsewhere({ what, origin: { url, seenAt } }: ElsewhereProps) {
  const host = <UserText>{new URL(url).host}</UserText>;
  return (
    <Card
      title={`This ${what} is shown from another service`}
      actions={
        <LinkButton href={url} isForeign>
          See it there
        </LinkButton>
      }
    >
      <p>
        Only {host} changes it{what === 'animal' && ', and its adoption happens there'}.
        {seenAt !== undefined && (
          <>
            {' '}
            It was last confirmed <Time at={seenAt} hasClock />.
          </>
        )}
      </p>
    </Card>
  );
}
