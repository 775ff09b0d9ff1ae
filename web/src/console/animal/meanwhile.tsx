import { useEffect } from 'preact/hooks';
import type { PetstoreEvent } from '../../../../client/src/petstore.ts';
import { Button } from '../../design/controls/button.tsx';
import { Icon } from '../../design/data/icons.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { needPeople } from '../audit/people.ts';
import { Who } from '../audit/sentence.tsx';
import { type ProfileDraft, wordsOf } from './profile-draft.ts';
import type { ProfileField } from './profile-fields.ts';

interface MeanwhileProps {
  /** The fields that somebody else has changed. */
  readonly fields: readonly ProfileField[];
  readonly now: ProfileDraft;
  readonly typed: ProfileDraft;
  /** Of the animal, newest first. */
  readonly events: readonly PetstoreEvent[];
  readonly onTheirs: (path: string) => void;
}

/** What others have changed while the user was typing, and who. Of a field that both have changed, the user decides. */
export function Meanwhile({ fields, now, typed, events, onTheirs }: MeanwhileProps) {
  useEffect(() => void needPeople(events.flatMap(({ actor }) => actor?.accountId ?? [])), [events]);
  if (fields.length === 0) return null;
  return (
    <div class="conflict" role="alert">
      <Icon name="people" />
      <div class="stack">
        <strong>Changed while you were typing</strong>
        <ul class="meanwhile stack close">
          {fields.map((field) => {
            const event = events.find((each) => isAbout(each, field));
            const words = wordsOf(field, now[field.path]);
            return (
              <li key={field.path}>
                {event === undefined ? 'Somebody' : <Who event={event} />} {words === '' ? 'cleared' : 'changed'}{' '}
                <strong>{field.label}</strong>
                {words !== '' && (
                  <>
                    {' '}
                    to “<UserText>{words}</UserText>”
                  </>
                )}
                .
                {field.path in typed && (
                  <>
                    {' '}
                    Saving keeps yours.{' '}
                    <Button size="s" onClick={() => onTheirs(field.path)}>
                      Take theirs
                    </Button>
                  </>
                )}
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}

const isAbout = ({ type, data }: PetstoreEvent, { path }: ProfileField): boolean =>
  (type === 'pet.updated' || type === 'pet_record.updated') &&
  data.changed?.some((member) => `profile.${path}.`.startsWith(`${member}.`)) === true;
