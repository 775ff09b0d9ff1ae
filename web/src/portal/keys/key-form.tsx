import { useState } from 'preact/hooks';
import type { ApiKeyWithSecret, NewApiKey } from '../../../../client/src/petstore.ts';
import { PUBLISHABLE_SCOPES, type Scope, SCOPES } from '../../../../src/vocabulary/scopes.ts';
import { ownPetstore } from '../../api.ts';
import { useIdempotencyKey } from '../../data/calls.ts';
import { environmentNow } from '../../data/environment-clock.ts';
import { useForm } from '../../data/use-form.ts';
import { Checkbox, Select, TextArea, TextField } from '../../design/controls/field.tsx';
import { Mistake } from '../../design/controls/mistake.tsx';
import { RadioCards } from '../../design/controls/radio-cards.tsx';
import { FormDialog } from '../../design/feedback/form-dialog.tsx';

const dayMs = 86_400_000;

const KINDS = [
  { value: 'secret', label: 'A program on a server', hint: 'A secret key: keep it private.' },
  { value: 'publishable', label: 'A website', hint: 'A publishable key: works only on the sites you list.' },
  {
    value: 'petfinder',
    label: 'A Petfinder client',
    hint: 'A program written for Petfinder’s API. Reads what visitors see.',
  },
] as const;
type Kind = (typeof KINDS)[number]['value'];

const EXPIRIES = [
  { value: '', label: 'Never' },
  { value: '1', label: 'After a day' },
  { value: '7', label: 'After 7 days' },
  { value: '30', label: 'After 30 days' },
  { value: '90', label: 'After 90 days' },
  { value: '365', label: 'After a year' },
];

const NEW = {
  name: '',
  kind: 'secret' as Kind,
  scopes: new Set(SCOPES) as ReadonlySet<Scope>,
  origins: '',
  expiryDays: '',
};

const offeredTo = (kind: Kind): readonly Scope[] => (kind === 'secret' ? SCOPES : PUBLISHABLE_SCOPES);
const chosenOf = (kind: Kind, scopes: ReadonlySet<Scope>) => offeredTo(kind).filter((scope) => scopes.has(scope));
const sitesIn = (origins: string) => origins.split(/\s+/).filter((site) => site !== '');

interface KeyFormProps {
  readonly onCreated: (key: ApiKeyWithSecret) => void;
  readonly onClose: () => void;
}

export function KeyForm({ onCreated, onClose }: KeyFormProps) {
  const keyed = useIdempotencyKey();
  // A retry sends the same.
  const [openedMs] = useState(environmentNow);
  const form = useForm(NEW, {
    mistakesIn: ({ kind, scopes, origins }) => ({
      scopes: kind !== 'petfinder' && chosenOf(kind, scopes).length === 0 ? 'Choose at least one scope.' : undefined,
      origins: kind === 'publishable' ? mistakeInOrigins(sitesIn(origins)) : undefined,
    }),
    async send({ name, kind, scopes, origins, expiryDays }) {
      const settings: NewApiKey = {
        ...(kind === 'petfinder' ? { petfinder: true } : { kind, scopes: chosenOf(kind, scopes) }),
        ...(name.trim() !== '' && { name: name.trim() }),
        ...(kind === 'publishable' && { origins: sitesIn(origins) }),
        ...(expiryDays !== '' && { expiresAt: new Date(openedMs + Number(expiryDays) * dayMs).toISOString() }),
      };
      onCreated(await keyed(settings, (options) => ownPetstore.keys.create(settings, options)));
    },
  });
  const { kind, scopes } = form.draft;
  const scopesMistake = form.field('scopes').error;
  return (
    <FormDialog title="Create a key" onClose={onClose} verb="Create key" {...form}>
      <RadioCards
        label="What is it for?"
        value={kind}
        onValue={(next) => form.set({ kind: next, scopes: new Set(offeredTo(next)) })}
        options={KINDS}
      />
      {kind === 'publishable' && (
        <TextArea
          label="Origins"
          hint="The sites that may use the key, one per line, such as https://shelter.example."
          rows={2}
          dir="ltr"
          spellcheck={false}
          {...form.field('origins')}
        />
      )}
      <TextField
        label="Name"
        autofocus
        hint="To find it again, such as Adoption page."
        isOptional
        maxLength={255}
        {...form.field('name')}
      />
      <Select label="Expires" {...form.field('expiryDays')} options={EXPIRIES} />
      {kind !== 'petfinder' && (
        <fieldset class="field-group">
          <legend>What it may do</legend>
          {offeredTo(kind).map((scope) => (
            <Checkbox
              key={scope}
              label={<code>{scope}</code>}
              hint={SCOPE_TEXTS[scope]}
              isChecked={scopes.has(scope)}
              onChecked={(isOn) =>
                form.set({ scopes: isOn ? scopes.union(new Set([scope])) : scopes.difference(new Set([scope])) })
              }
            />
          ))}
          <Mistake>{scopesMistake}</Mistake>
        </fieldset>
      )}
    </FormDialog>
  );
}

function mistakeInOrigins(sites: readonly string[]): string | undefined {
  if (sites.length === 0) return 'Enter at least one origin.';
  const bad = sites.find((site) => originOf(site) !== site);
  return bad === undefined
    ? undefined
    : `${bad} is not an origin. Write it as https://shelter.example, without a path.`;
}

const originOf = (site: string): string | undefined => URL.parse(site)?.origin;

/** What each scope allows. */
const SCOPE_TEXTS: Readonly<Record<Scope, string>> = {
  'pets:read': 'See animals and categories, and follow their events',
  'pets:write': 'Add, change and remove animals and categories',
  'orders:read': 'See orders, and follow their events',
  'orders:write': 'Place, approve, deliver, cancel and return orders',
  'messages:read': 'See the messages that this account sent',
  'messages:write': 'Send messages to the shelter',
  webhooks: 'Manage webhooks',
  account: 'Manage the account: API keys and usage',
};
