import './follow-ups-card.css';
import { useState } from 'preact/hooks';
import type { FollowUps, FollowUpsPatch, Organization } from '../../../../client/src/petstore.ts';
import {
  FOLLOW_UP_NAMES,
  FOLLOW_UP_PLACEHOLDERS,
  FOLLOW_UPS,
  type FollowUpName,
} from '../../../../src/vocabulary/follow-ups.ts';
import { dayText } from '../../../../src/vocabulary/text/moment.ts';
import { filledIn } from '../../../../src/vocabulary/text/placeholders.ts';
import { ownPetstore } from '../../api.ts';
import { useAction, useQuery } from '../../data/calls.ts';
import { typedSince } from '../../data/use-form.ts';
import { Button } from '../../design/controls/button.tsx';
import { Checkbox, Form, TextArea } from '../../design/controls/field.tsx';
import { Card } from '../../design/data/card.tsx';
import { Loaded } from '../../design/data/loaded.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { UserText } from '../../design/text/user-text.tsx';
import { pageSettings } from '../../settings.ts';

const HINT = `${Object.entries(FOLLOW_UP_PLACEHOLDERS)
  .map(([name, meaning]) => `{${name}} is ${meaning}`)
  .join(', ')}.`;

/** The mails to adopters after an adoption, each with what an adopter would read. */
export function FollowUpsCard({ organization }: { readonly organization: Organization }) {
  const { id } = organization;
  const stored = useQuery((signal) => ownPetstore.organizations.followUps(id, { signal }), [id]);
  const [changes, change] = useState<Partial<FollowUps>>({});
  const save = useAction(async (patch: FollowUpsPatch) => {
    stored.set(await ownPetstore.organizations.updateFollowUps(id, patch));
    change((now) => typedSince(now, changes));
    tell('Saved.');
  });
  const { data } = stored;
  const edited = data && { ...data, ...changes };
  const hasOwn = (name: FollowUpName): boolean => edited?.[name].trim() !== FOLLOW_UPS[name].text;
  return (
    <Card
      title="After an adoption"
      about="Ask adopters by mail how it goes, 3 and 30 days after the animal came home. Their answers reach the inbox."
    >
      <Loaded query={{ ...stored, data: edited, error: stored.error ?? save.error }} height="20rem">
        {(shown) => (
          <Form
            onSubmit={() => {
              const patch: FollowUpsPatch = { ...(changes.active !== undefined && { active: changes.active }) };
              // An empty text is the suggested one.
              for (const name of FOLLOW_UP_NAMES)
                if (changes[name] !== undefined) patch[name] = changes[name].trim() === '' ? null : changes[name];
              void save.run(patch);
            }}
          >
            <Checkbox
              label="Send these mails"
              hint={
                pageSettings().mail || pageSettings().environment === 'staging'
                  ? 'Each adopter gets each of them once, and can end them.'
                  : 'This service sends no mail yet.'
              }
              isChecked={shown.active}
              onChecked={(active) => change({ ...changes, active })}
            />
            {FOLLOW_UP_NAMES.map((name) => (
              <div key={name} class="columns" style="--column: 20rem">
                <div class="stack">
                  <TextArea
                    label={`After ${FOLLOW_UPS[name].days} days`}
                    rows={9}
                    maxLength={5_000}
                    hint={HINT}
                    value={shown[name]}
                    onValue={(text) => change({ ...changes, [name]: text })}
                  />
                  {hasOwn(name) && (
                    <div>
                      <Button
                        size="s"
                        kind="quiet"
                        onClick={() => change({ ...changes, [name]: FOLLOW_UPS[name].text })}
                      >
                        Use the suggested text
                      </Button>
                    </div>
                  )}
                </div>
                <Preview name={name} text={shown[name]} organization={organization} />
              </div>
            ))}
            <div>
              <Button type="submit" kind="primary" busy={save.isBusy}>
                Save the mails
              </Button>
            </div>
          </Form>
        )}
      </Loaded>
    </Card>
  );
}

/** The words of the mail, to somebody who adopted an animal today. */
function Preview({ name, text, organization }: { name: FollowUpName; text: string; organization: Organization }) {
  const words = { name: 'Ann', animal: 'Rex', organization: organization.name, day: dayText(Date.now(), organization) };
  return (
    <figure class="follow-up-mail stack close frame">
      <figcaption class="small quiet">What Ann reads, who adopted Rex</figcaption>
      <strong>{filledIn(FOLLOW_UPS[name].subject, words)}</strong>
      <p>
        <UserText>{filledIn(text.trim() === '' ? FOLLOW_UPS[name].text : text, words)}</UserText>
      </p>
      <span class="button button-primary">
        Write to <UserText>{organization.name}</UserText>
      </span>
    </figure>
  );
}
