import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { ApiKeyWithSecret, KeyKind, NewApiKey } from '../../../../client/src/petstore.ts';
import { PUBLISHABLE_SCOPES, type Scope, SCOPES } from '../../../../src/vocabulary/scopes.ts';
import { ownKeys } from '../../api.ts';
import { useAction } from '../../data/use-action.ts';
import { Button } from '../../design/controls/button.tsx';
import { Checkbox, Select, TextArea, TextField } from '../../design/controls/field.tsx';
import { Form } from '../../design/controls/form.tsx';
import { Dialog } from '../../design/feedback/dialog.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { Choice } from '../choice.tsx';
import { SCOPE_TEXTS } from './scope-texts.ts';

const dayMs = 86_400_000;

const KINDS = [
  { value: 'secret', label: 'Secret', hint: 'For servers and scripts, where nobody reads it.' },
  { value: 'publishable', label: 'Publishable', hint: 'For web pages. Works from the sites that you name only.' },
] as const;

const EXPIRIES = [
  { value: '', label: 'Never' },
  { value: '1', label: 'After a day' },
  { value: '7', label: 'After 7 days' },
  { value: '30', label: 'After 30 days' },
  { value: '90', label: 'After 90 days' },
  { value: '365', label: 'After a year' },
];

interface KeyFormProps {
  readonly onMade: (key: ApiKeyWithSecret) => void;
  readonly onClose: () => void;
}

export function KeyForm({ onMade, onClose }: KeyFormProps): JSX.Element {
  const form = useId();
  const [name, setName] = useState('');
  const [kind, setKind] = useState<KeyKind>('secret');
  const [scopes, setScopes] = useState<ReadonlySet<Scope>>(new Set(SCOPES));
  const [origins, setOrigins] = useState('');
  const [expiryDays, setExpiryDays] = useState('');
  const [isChecked, setChecked] = useState(false);

  const offered = kind === 'secret' ? SCOPES : PUBLISHABLE_SCOPES;
  const chosen = offered.filter((scope) => scopes.has(scope));
  const sites = origins.split(/\s+/).filter((site) => site !== '');
  const mistakes = {
    scopes: chosen.length === 0 ? 'Choose at least one.' : undefined,
    origins: kind === 'publishable' ? mistakeInOrigins(sites) : undefined,
  };
  const make = useAction(async () => {
    const settings: NewApiKey = {
      kind,
      scopes: chosen,
      ...(name.trim() !== '' && { name: name.trim() }),
      ...(kind === 'publishable' && { origins: sites }),
      ...(expiryDays !== '' && { expiresAt: new Date(Date.now() + Number(expiryDays) * dayMs).toISOString() }),
    };
    onMade(await ownKeys.create(settings));
  });
  const choose = (next: KeyKind) => {
    setKind(next);
    // What is offered differs; each begins with what most need.
    setScopes(new Set<Scope>(next === 'secret' ? SCOPES : ['pets:read']));
  };
  const submit = () => {
    setChecked(true);
    if (mistakes.scopes === undefined && mistakes.origins === undefined) void make.run();
  };

  return (
    <Dialog
      title="Create a key"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={form} busy={make.isBusy}>
            Create the key
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={submit}>
        <TextField
          label="Name"
          autofocus
          hint="What it is for, so that you know it later."
          isOptional
          maxLength={255}
          value={name}
          onValue={setName}
        />
        <Choice label="Kind" value={kind} onValue={choose} options={KINDS} />
        {kind === 'publishable' && (
          <TextArea
            label="Origins"
            hint="The sites whose pages may use it, one a line, such as https://shelter.example."
            rows={2}
            dir="ltr"
            spellcheck={false}
            value={origins}
            onValue={setOrigins}
            error={isChecked ? mistakes.origins : undefined}
          />
        )}
        <fieldset class="portal-group">
          <legend>Scopes</legend>
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
        <Select label="Expires" value={expiryDays} onValue={setExpiryDays} options={EXPIRIES} />
        <ErrorNotice error={make.error} />
      </Form>
    </Dialog>
  );
}

function mistakeInOrigins(sites: readonly string[]): string | undefined {
  if (sites.length === 0) return 'Name at least one origin.';
  const bad = sites.find((site) => originOf(site) !== site);
  return bad === undefined ? undefined : `${bad} is no origin: write it as https://shelter.example, without a path.`;
}

const originOf = (site: string): string | undefined => URL.parse(site)?.origin;
