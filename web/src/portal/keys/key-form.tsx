import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ApiKeyWithSecret, NewApiKey } from '../../../../client/src/petstore.ts';
import { PUBLISHABLE_SCOPES, type Scope, SCOPES } from '../../../../src/vocabulary/scopes.ts';
import { ownKeys } from '../../api.ts';
import { environmentNow } from '../../data/environment-clock.ts';
import { useAction } from '../../data/use-action.ts';
import { Checkbox, Select, TextArea, TextField } from '../../design/controls/field.tsx';
import { RadioCards } from '../../design/controls/radio-cards.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { FormDialog } from '../../design/feedback/form-dialog.tsx';
import { SCOPE_TEXTS } from './scope-texts.ts';

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

interface KeyFormProps {
  readonly onCreated: (key: ApiKeyWithSecret) => void;
  readonly onClose: () => void;
}

export function KeyForm({ onCreated, onClose }: KeyFormProps): JSX.Element {
  const [name, setName] = useState('');
  const [kind, setKind] = useState<Kind>('secret');
  const [scopes, setScopes] = useState<ReadonlySet<Scope>>(new Set(SCOPES));
  const [origins, setOrigins] = useState('');
  const [expiryDays, setExpiryDays] = useState('');
  const [isChecked, setChecked] = useState(false);

  const offered = kind === 'secret' ? SCOPES : PUBLISHABLE_SCOPES;
  const chosen = offered.filter((scope) => scopes.has(scope));
  const sites = origins.split(/\s+/).filter((site) => site !== '');
  const mistakes = {
    scopes: kind !== 'petfinder' && chosen.length === 0 ? 'Choose at least one scope.' : undefined,
    origins: kind === 'publishable' ? mistakeInOrigins(sites) : undefined,
  };
  const create = useAction(async () => {
    const settings: NewApiKey = {
      ...(kind === 'petfinder' ? { petfinder: true } : { kind, scopes: chosen }),
      ...(name.trim() !== '' && { name: name.trim() }),
      ...(kind === 'publishable' && { origins: sites }),
      ...(expiryDays !== '' && { expiresAt: new Date(environmentNow() + Number(expiryDays) * dayMs).toISOString() }),
    };
    onCreated(await ownKeys.create(settings));
  });
  const choose = (next: Kind) => {
    setKind(next);
    setScopes(new Set(next === 'secret' ? SCOPES : PUBLISHABLE_SCOPES));
  };
  const submit = () => {
    setChecked(true);
    if (mistakes.scopes === undefined && mistakes.origins === undefined) void create.run();
  };

  return (
    <FormDialog title="Create a key" onClose={onClose} verb="Create key" isBusy={create.isBusy} onSubmit={submit}>
      <RadioCards label="What is it for?" value={kind} onValue={choose} options={KINDS} />
      {kind === 'publishable' && (
        <TextArea
          label="Origins"
          hint="The sites that may use the key, one per line, such as https://shelter.example."
          rows={2}
          dir="ltr"
          spellcheck={false}
          value={origins}
          onValue={setOrigins}
          error={isChecked ? mistakes.origins : undefined}
        />
      )}
      <TextField
        label="Name"
        autofocus
        hint="To find it again, such as Adoption page."
        isOptional
        maxLength={255}
        value={name}
        onValue={setName}
      />
      <Select label="Expires" value={expiryDays} onValue={setExpiryDays} options={EXPIRIES} />
      {kind !== 'petfinder' && (
        <fieldset class="field-group">
          <legend>What it may do</legend>
          {offered.map((scope) => (
            <Checkbox
              key={scope}
              label={<code>{scope}</code>}
              hint={SCOPE_TEXTS[scope]}
              isChecked={scopes.has(scope)}
              onChecked={(isOn) =>
                setScopes(isOn ? scopes.union(new Set([scope])) : scopes.difference(new Set([scope])))
              }
            />
          ))}
          {isChecked && mistakes.scopes !== undefined && (
            <p class="field-error" role="alert">
              {mistakes.scopes}
            </p>
          )}
        </fieldset>
      )}
      <ErrorNotice error={create.error} />
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
