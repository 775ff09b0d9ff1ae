import './profile-form.css';
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { PetstoreError, type PetProfile } from '../../../../client/src/petstore.ts';
import { petstore, versionOf } from '../../api.ts';
import { useAction } from '../../data/use-action.ts';
import { useQuery } from '../../data/use-query.ts';
import { Form } from '../../design/controls/form.tsx';
import { Card } from '../../design/data/card.tsx';
import { Icon } from '../../design/data/icons.tsx';
import { Skeleton } from '../../design/data/skeleton.tsx';
import { ErrorNotice } from '../../design/feedback/error-notice.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { useLive } from '../live.ts';
import { leaveSaveBar, SaveBar } from '../save-bar.tsx';
import { EntryFields } from './entry-fields.tsx';
import { ProfileControl } from './profile-control.tsx';
import {
  draftOf,
  isChanged,
  mistakeIn,
  mistakesIn,
  type Mistakes,
  patchOf,
  type ProfileDraft,
} from './profile-draft.ts';
import { type FieldGroup, type ProfileField, PUBLIC_GROUPS, STAFF_GROUPS } from './profile-fields.ts';

/** The profile of an animal, as a form. */
export function ProfileForm({ petId, onSaved }: { readonly petId: number; readonly onSaved: () => void }): JSX.Element {
  const profile = useQuery((signal) => petstore.pets.profile(petId, { signal }), [petId]);
  const [typed, type] = useState<ProfileDraft>({});
  useLive({
    onEvent(event) {
      // If somebody else changes the profile while the user types, saving says so.
      if (event.type === 'pet.updated' && event.data.id === petId && Object.keys(typed).length === 0) profile.reload();
    },
    onGap: () => Object.keys(typed).length === 0 && profile.reload(),
  });
  if (profile.data === undefined)
    return (
      <div aria-busy={profile.isLoading}>
        <ErrorNotice error={profile.error} onRetry={profile.reload} />
        {profile.error === undefined && <Skeleton height="40rem" />}
      </div>
    );
  return (
    <>
      <ErrorNotice error={profile.error} onRetry={profile.reload} />
      <Fields
        petId={petId}
        profile={profile.data}
        typed={typed}
        type={type}
        onSaved={(saved) => {
          profile.set(saved);
          onSaved();
        }}
        onStale={profile.reload}
      />
    </>
  );
}

interface FieldsProps {
  readonly petId: number;
  readonly profile: PetProfile;
  /** The differences from the profile, now or when typed. */
  readonly typed: ProfileDraft;
  readonly type: (change: (now: ProfileDraft) => ProfileDraft) => void;
  readonly onSaved: (profile: PetProfile) => void;
  readonly onStale: () => void;
}

function Fields({ petId, profile, typed, type, onSaved, onStale }: FieldsProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const [shown, show] = useState<Mistakes>({});
  const draft: ProfileDraft = { ...draftOf(profile), ...typed };
  const save = useAction(async () => {
    try {
      onSaved(await petstore.pets.updateProfile(petId, patchOf(profile, draft), versionOf(profile)));
    } catch (failure) {
      const refused = failure instanceof PetstoreError ? mistakeIn(failure.message) : undefined;
      if (refused === undefined) throw failure;
      showMistakes(refused);
      return;
    }
    forget();
    tell('The profile was saved.');
  });

  function showMistakes(mistakes: Mistakes): void {
    show(mistakes);
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  }

  /** Forgets what is saved or discarded. What was typed while a request saved it stays. */
  function forget(): void {
    type((now) => Object.fromEntries(Object.entries(now).filter(([path, value]) => value !== typed[path])));
    show({});
    leaveSaveBar();
  }

  function submit(): void {
    // A half-typed date reads as an empty one.
    const halves = [...(box.current?.querySelectorAll<HTMLInputElement>('input[type=date]:invalid') ?? [])];
    const dates = halves.map(({ name }) => [name, 'Enter the whole date, such as 01/05/2024, or clear it.'] as const);
    const mistakes = { ...mistakesIn(draft), ...Object.fromEntries(dates) };
    showMistakes(mistakes);
    if (Object.keys(mistakes).length === 0 && isChanged(profile, draft)) void save.run();
  }

  const { species = '' } = draft as Readonly<Record<string, string>>;
  const groupsOf = (groups: readonly FieldGroup[]) =>
    groups.map(({ title, about, fields }) => (
      <Card key={title} title={title} {...(about !== undefined && { about })}>
        <div class="animal-fields">
          {fields.map((field) => {
            const { path } = field;
            const value = draft[path] ?? '';
            const onValue = (now: ProfileDraft[string]) => {
              type((before) => ({ ...before, [path]: now }));
              if (path in shown) show(({ [path]: _corrected, ...others }) => others);
            };
            if (field.kind === 'entries')
              return (
                <EntryFields
                  key={path}
                  field={field}
                  entries={typeof value === 'string' ? [] : value}
                  mistakes={shown}
                  onEntries={onValue}
                />
              );
            return (
              <div key={path} class={`animal-field animal-field-${widthOf(field)}`}>
                <ProfileControl
                  field={field}
                  name={path}
                  value={typeof value === 'string' ? value : ''}
                  error={shown[path]}
                  species={species}
                  isDisabled={path === 'age' && draft['birthDate'] !== ''}
                  onValue={onValue}
                />
              </div>
            );
          })}
        </div>
      </Card>
    ));

  return (
    <div ref={box}>
      <Form onSubmit={submit}>
        {groupsOf(PUBLIC_GROUPS)}
        <section class="staff-only" aria-labelledby="staff-only">
          <header class="staff-only-head">
            <Icon name="key" />
            <div>
              <h2 id="staff-only">Staff only</h2>
              <p class="small">
                Only your people see this, and operators. It is on no page for adopters, and in no event, webhook or
                feed.
              </p>
            </div>
          </header>
          {groupsOf(STAFF_GROUPS)}
        </section>
        {(isChanged(profile, draft) || save.isBusy || save.error !== undefined) && (
          <SaveBar save={save} onDiscard={forget} onStale={onStale} />
        )}
      </Form>
    </div>
  );
}

/** How much room a field needs: `colors` are several fields. */
function widthOf(field: ProfileField): 'colors' | 'wide' | 'half' | 'names' | 'one' {
  if (field.kind === 'colors') return 'colors';
  if (field.kind === 'lines') return 'half';
  if (field.kind !== 'text' && field.kind !== 'longText') return 'one';
  if (field.max > 1_000 || field.path === 'summary') return 'wide';
  if (field.kind === 'longText') return 'half';
  return field.names === undefined ? 'one' : 'names';
}
