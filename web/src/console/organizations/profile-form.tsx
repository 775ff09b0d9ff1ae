import { useState } from 'preact/hooks';
import { type Organization, PetstoreError } from '../../../../client/src/petstore.ts';
import { type Adoption, ADOPTIONS } from '../../../../src/vocabulary/application-lifecycle.ts';
import { SOCIAL_NETWORK_NAMES, SOCIAL_NETWORKS, WEEKDAYS } from '../../../../src/vocabulary/organizations.ts';
import { placeNames } from '../../../../src/vocabulary/text/place-names.ts';
import { ownPetstore, petstore, versionOf } from '../../api.ts';
import { useAction, useQuery } from '../../data/calls.ts';
import { typedSince } from '../../data/use-form.ts';
import { countryOptions } from '../../design/controls/codes.ts';
import { EmailField, Form, Select, TextArea, TextField } from '../../design/controls/field.tsx';
import { RadioCards } from '../../design/controls/radio-cards.tsx';
import { Card } from '../../design/data/card.tsx';
import { Disclosure } from '../../design/data/disclosure.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { countBadges } from '../badges.ts';
import type { Changing } from '../change-error.tsx';
import { InOtherLanguages } from '../in-other-languages.tsx';
import { leaveSaveBar, SaveBar } from '../save-bar.tsx';
import { draftOf, isChanged, mistakesIn, patchOf, type ProfileDraft } from './profile-draft.ts';

/** What is no prose. */
const CODE = { autocomplete: 'off', autoCapitalize: 'none', spellcheck: false } as const;
const WEB = { ...CODE, inputMode: 'url', maxLength: 500 } as const;

const LONG = { rows: 4, maxLength: 5_000 } as const;
const MISSION = { label: 'What you do', ...LONG };
const POLICY = { label: 'What adopters should know', ...LONG };

/** What the organization says about itself. */
export function ProfileForm({ organization, onChanged, onStale }: Changing<'organization', Organization>) {
  const [typed, type] = useState<Partial<ProfileDraft>>({});
  /** The profile when the user began to type. */
  const [opened, open] = useState<Organization>();
  const [isChecked, setChecked] = useState(false);
  const draft: ProfileDraft = { ...draftOf(organization), ...typed };
  const mistakes = mistakesIn(draft);
  const save = useAction(async () => {
    // If somebody else has changed a field meanwhile, the service refuses the earlier version, and the user decides.
    const [before, now] = [opened ?? organization, organization].map(draftOf) as [ProfileDraft, ProfileDraft];
    const isAsOpened = (Object.keys(typed) as (keyof ProfileDraft)[]).every((field) => before[field] === now[field]);
    const of = isAsOpened ? organization : opened;
    onChanged(
      await ownPetstore.organizations.update(
        organization.id,
        patchOf(organization, draft),
        versionOf(of ?? organization),
      ),
    );
    forget();
    // Where several may apply, the navigation has their applications.
    void countBadges();
    tell('The profile was saved.');
  });
  /** Forgets what is saved or discarded. What was typed while a request saved it stays. */
  function forget(): void {
    type((now) => typedSince(now, typed));
    open(undefined);
    setChecked(false);
    leaveSaveBar();
  }
  const submit = () => {
    setChecked(true);
    if (isChanged(organization, draft) && Object.keys(mistakes).length === 0) void save.run();
  };
  const fieldOf = (field: keyof ProfileDraft) => ({
    value: draft[field],
    error: isChecked ? mistakes[field] : undefined,
    onValue: (value: string) => {
      open(opened ?? organization);
      type((now) => ({ ...now, [field]: value }));
    },
  });
  return (
    <Form onSubmit={submit}>
      <Card title="About">
        <div class="stack">
          <TextField label="Name" maxLength={255} required autocomplete="off" {...fieldOf('name')} />
          <TextArea {...MISSION} isOptional {...fieldOf('mission')} />
          <TextArea
            {...POLICY}
            hint="Conditions, fees, and how an adoption goes."
            isOptional
            {...fieldOf('adoptionPolicy')}
          />
          <InOtherLanguages
            language={draft.locale}
            isWritten={(tag) => draft[`${tag}.mission`] + draft[`${tag}.adoptionPolicy`] !== ''}
          >
            {(tag) => (
              <>
                <TextArea {...MISSION} lang={tag} {...fieldOf(`${tag}.mission`)} />
                <TextArea {...POLICY} lang={tag} {...fieldOf(`${tag}.adoptionPolicy`)} />
              </>
            )}
          </InOtherLanguages>
        </div>
      </Card>
      <Card title="Adoption" about="An animal may differ: its page says so.">
        <RadioCards
          label="How your animals are adopted"
          value={(draft.adoption || 'reserve') as Adoption}
          onValue={fieldOf('adoption').onValue}
          options={[
            {
              value: 'reserve',
              label: ADOPTIONS.reserve,
              hint: 'The first visitor holds the animal until you decide. Everybody else finds it reserved.',
            },
            {
              value: 'apply',
              label: ADOPTIONS.apply,
              hint: 'Nobody holds the animal. You compare those who apply, choose one, and tell the others.',
            },
          ]}
        />
      </Card>
      <Card title="Contact" about="For visitors. Everything from here on is optional.">
        <div class="columns" style="--column: 15rem">
          <EmailField {...fieldOf('email')} />
          <TextField label="Telephone" type="tel" maxLength={50} {...fieldOf('phone')} />
          <TextField label="Website" {...WEB} {...fieldOf('website')} />
        </div>
      </Card>
      <Card title="Money" about="Adopters get these links when you approve an order, and after the adoption.">
        <div class="columns" style="--column: 15rem">
          <TextField label="Page where adopters pay the fee" {...WEB} {...fieldOf('paymentUrl')} />
          <TextField label="Page for donations" {...WEB} {...fieldOf('donationUrl')} />
        </div>
      </Card>
      <Card title="Address">
        <div class="columns" style="--column: 15rem">
          <TextField label="Street and number" maxLength={255} {...fieldOf('street')} />
          <TextField label="Postal code" maxLength={20} {...fieldOf('postalCode')} />
          <TextField label="City" maxLength={255} {...fieldOf('city')} />
          <TextField label="State, province or county" maxLength={255} {...fieldOf('region')} />
          <Select
            label="Country"
            {...fieldOf('country')}
            options={[{ value: '', label: 'Not chosen' }, ...countryOptions(draft.country)]}
          />
          <Position
            organization={organization}
            isMoving={patchOf(organization, draft).address !== undefined}
            field={fieldOf('location')}
          />
        </div>
      </Card>
      <Card
        title="Opening hours"
        about="In your own words, such as “10 am – 4 pm” or “by appointment”. An empty day says nothing."
      >
        <div class="columns profile-hours" style="--column: 15rem">
          {WEEKDAYS.map((day) => (
            <TextField key={day} label={capitalized(day)} maxLength={100} autocomplete="off" {...fieldOf(day)} />
          ))}
        </div>
      </Card>
      <Card title="Time, dates and languages" about="Of pages and mails for visitors, and of opening hours.">
        <div class="columns" style="--column: 15rem">
          <TextField
            label="Time zone"
            hint="Empty: the zone of this service."
            list="time-zones"
            {...CODE}
            maxLength={50}
            {...fieldOf('timeZone')}
          />
          <datalist id="time-zones">
            {Intl.supportedValuesOf('timeZone').map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
          <TextField
            label="Language and region"
            hint="For visitors who have not said theirs, and how mails write dates. Such as en-GB or es-US."
            {...CODE}
            maxLength={35}
            {...fieldOf('locale')}
          />
          <TextField
            label="Languages for visitors"
            hint="Such as en, es. Empty: all that this service speaks."
            {...CODE}
            {...fieldOf('languages')}
          />
        </div>
      </Card>
      <Card title="Social networks" about="The addresses of your pages there.">
        <div class="columns" style="--column: 15rem">
          {SOCIAL_NETWORK_NAMES.map((network) => (
            <TextField key={network} label={SOCIAL_NETWORKS[network]} {...WEB} {...fieldOf(network)} />
          ))}
        </div>
      </Card>
      {(isChanged(organization, draft) || save.isBusy || save.error !== undefined) && (
        <SaveBar
          save={save}
          onDiscard={forget}
          onStale={() => {
            open(undefined);
            onStale();
          }}
        />
      )}
    </Form>
  );
}

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

interface PositionProps {
  readonly organization: Organization;
  /** Whether the address on display is not saved yet. */
  readonly isMoving: boolean;
  readonly field: { readonly value: string; readonly error: string | undefined; onValue(value: string): void };
}

/** Says where the service has found the address. A position that is set by hand counts instead. */
function Position({ organization, isMoving, field }: PositionProps) {
  const { address = {}, location } = organization;
  // The field of one that was set stays where it is while somebody clears or corrects it.
  const [wasSet] = useState(location !== undefined);
  const names = wasSet || location !== undefined ? [] : placeNames(address);
  const { data: place, error, isLoading } = useQuery((signal) => firstKnown(names, signal), [names.join('\n')]);
  const input = (
    <TextField
      label="Position"
      hint="Latitude and longitude, such as 39.8, -89.65, as maps on the web show them. Empty: where the address is."
      autocomplete="off"
      {...field}
    />
  );
  if (wasSet) return input;
  return (
    <div class="stack dense small">
      {location === undefined && (
        <p role="status">
          {isMoving || isLoading || error !== undefined ? (
            'Visitors find your animals near this address.'
          ) : names.length === 0 ? (
            'With a town or a postal code, visitors find your animals near it.'
          ) : place === undefined ? (
            'This service does not know where this address is. Check town and country, or set the position, so that visitors find your animals nearby.'
          ) : (
            <>
              Visitors find your animals near <bdi>{place}</bdi>.
            </>
          )}
        </p>
      )}
      <Disclosure title="Set the position exactly" hasMistake={field.error !== undefined}>
        {input}
      </Disclosure>
    </div>
  );
}

/** The first name that searches know. */
async function firstKnown(names: readonly string[], signal: AbortSignal): Promise<string | undefined> {
  for (const near of names)
    try {
      await petstore.organizations.list({ near, limit: 1 }, { signal }).page();
      return near;
    } catch (failure) {
      if (!(failure instanceof PetstoreError && failure.code === 'invalid_parameter')) throw failure;
    }
  return undefined;
}
