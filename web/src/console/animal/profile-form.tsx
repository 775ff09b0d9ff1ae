import './profile-form.css';
import { useRef, useState } from 'preact/hooks';
import type { PetProfile, PetstoreEvent } from '../../../../client/src/petstore.ts';
import type { LanguageTag } from '../../../../src/vocabulary/languages.ts';
import { typeOfSpecies } from '../../../../src/words/species-spellings.ts';
import { petstore, versionOf } from '../../api.ts';
import { useAction } from '../../data/calls.ts';
import { failureOf } from '../../data/failure.ts';
import type { List } from '../../data/list.ts';
import { Button } from '../../design/controls/button.tsx';
import { Form } from '../../design/controls/field.tsx';
import { Card } from '../../design/data/card.tsx';
import { Icon } from '../../design/data/icons.tsx';
import { Loaded } from '../../design/data/loaded.tsx';
import { tell } from '../../design/feedback/toast.tsx';
import { InOtherLanguages } from '../in-other-languages.tsx';
import { useLiveQuery } from '../live.ts';
import { leaveSaveBar, SaveBar } from '../save-bar.tsx';
import { usualUnit } from './amounts.ts';
import { EntryFields } from './entry-fields.tsx';
import { Meanwhile } from './meanwhile.tsx';
import { ProfileControl } from './profile-control.tsx';
import {
  changedSince,
  draftOf,
  isChanged,
  mistakeIn,
  type Mistakes,
  mistakesIn,
  patchOf,
  type ProfileDraft,
} from './profile-draft.ts';
import {
  type FieldGroup,
  type ProfileField,
  PUBLIC_GROUPS,
  type SimpleField,
  STAFF_GROUPS,
  VERSIONS,
} from './profile-fields.ts';

/** What is typed into the form of an animal, and what was there before. */
interface Edits {
  /** The differences from the profile, now or when typed. */
  readonly typed: ProfileDraft;
  /** The values when the first of them was typed; of each field that is typed, those that it replaces. Empty while nothing is typed. */
  readonly before: ProfileDraft;
}

const NO_EDITS: Edits = { typed: {}, before: {} };

interface ProfileFormProps {
  readonly petId: number;
  readonly history: List<PetstoreEvent>;
}

/** The profile of an animal, as a form. */
export function ProfileForm({ petId, history }: ProfileFormProps) {
  const profile = useLiveQuery(
    (signal) => petstore.pets.profile(petId, { signal }),
    [petId],
    ({ type, data }) => type === 'pet.updated' && data.id === petId,
  );
  const [edits, edit] = useState(NO_EDITS);
  return (
    <Loaded query={profile} height="40rem">
      {(found) => (
        <Fields
          petId={petId}
          profile={found}
          edits={edits}
          edit={edit}
          history={history}
          onRead={(read) => {
            profile.set(read);
            void history.reload();
          }}
          onStale={profile.reload}
        />
      )}
    </Loaded>
  );
}

interface FieldsProps extends ProfileFormProps {
  readonly profile: PetProfile;
  readonly edits: Edits;
  readonly edit: (change: (now: Edits) => Edits) => void;
  /** Called with the profile as it was saved, or as somebody else has changed it. */
  readonly onRead: (profile: PetProfile) => void;
  readonly onStale: () => void;
}

function Fields({ petId, profile, edits, edit, history, onRead, onStale }: FieldsProps) {
  const { typed, before } = edits;
  const box = useRef<HTMLDivElement>(null);
  const [shown, show] = useState<Mistakes>({});
  const [isWhole, showWhole] = useState(false);
  const stored = draftOf(profile, usualUnit());
  const draft: ProfileDraft = { ...stored, ...typed };
  const saveOver = async (version: PetProfile) =>
    onRead(
      await petstore.pets.updateProfile(petId, patchOf(version, { ...draftOf(version), ...typed }), versionOf(version)),
    );
  const save = useAction(async () => {
    try {
      await saveOver(profile);
    } catch (failure) {
      const { code, message } = failureOf(failure);
      const refused = mistakeIn(message);
      if (refused !== undefined) return showMistakes(refused);
      if (code !== 'precondition_failed') throw failure;
      const now = await petstore.pets.profile(petId);
      onRead(now);
      // What only somebody else has changed stays theirs. Of what both have changed, the user decides.
      if (changedSince(before, now).some(({ path }) => path in typed)) return;
      await saveOver(now);
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
    edit((now) => {
      const left = Object.fromEntries(Object.entries(now.typed).filter(([path, value]) => value !== typed[path]));
      return Object.keys(left).length === 0 ? NO_EDITS : { typed: left, before: now.before };
    });
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

  const type = (path: string, value: ProfileDraft[string]) =>
    edit((now) => ({
      typed: { ...now.typed, [path]: value },
      before: path in now.typed ? now.before : { ...stored, ...now.before, [path]: stored[path] ?? '' },
    }));
  const takeTheirs = (path: string) =>
    edit(({ typed: { [path]: _mine, ...others }, ...now }) => ({
      typed: others,
      before: { ...now.before, [path]: stored[path] ?? '' },
    }));

  const { species = '', language = '' } = draft as Readonly<Record<string, string>>;
  const animalType = typeOfSpecies(species);
  /** A field that an animal of its kind lacks is shown if it has a value. */
  const isAsked = ({ path, types }: ProfileField) =>
    isWhole || types === undefined || animalType === undefined || types.includes(animalType) || draft[path] !== '';
  const onValueOf = (path: string) => (now: ProfileDraft[string]) => {
    type(path, now);
    if (path in shown) show(({ [path]: _corrected, ...others }) => others);
  };
  const controlOf = (field: SimpleField, lang?: LanguageTag) => {
    const { path } = field;
    const value = draft[path] ?? '';
    return (
      <div key={path} class={`animal-field animal-field-${widthOf(field)}`}>
        <ProfileControl
          field={field}
          name={path}
          value={typeof value === 'string' ? value : ''}
          lang={lang}
          error={shown[path]}
          species={species}
          isDisabled={path === 'age' && draft['birthDate'] !== ''}
          onValue={onValueOf(path)}
        />
      </div>
    );
  };
  const fieldsIn = (tag: string) => VERSIONS.find((version) => version.tag === tag)?.fields ?? [];
  const groupsOf = (groups: readonly FieldGroup[]) =>
    groups.map(({ title, about, hasVersions = false, fields }) => (
      <Card key={title} id={idOf(title)} title={title} about={about}>
        <div class="animal-fields stack">
          {fields.filter(isAsked).map((field) => {
            const value = draft[field.path] ?? '';
            if (field.kind === 'entries')
              return (
                <EntryFields
                  key={field.path}
                  field={field}
                  entries={typeof value === 'string' ? [] : value}
                  mistakes={shown}
                  onEntries={onValueOf(field.path)}
                />
              );
            return controlOf(field);
          })}
          {hasVersions && (
            <div class="animal-field-wide">
              <InOtherLanguages
                language={language}
                isWritten={(tag) => fieldsIn(tag).some(({ path }) => draft[path] !== '')}
                hasMistake={Object.keys(shown).some((path) => path.startsWith('translations.'))}
              >
                {(tag) => fieldsIn(tag).map((field) => controlOf(field, tag))}
              </InOtherLanguages>
            </div>
          )}
        </div>
      </Card>
    ));

  return (
    <div ref={box}>
      <Form onSubmit={submit}>
        <nav class="animal-sections" aria-label="Sections of the profile">
          {[...PUBLIC_GROUPS, ...STAFF_GROUPS].map(({ title }) => (
            <a key={title} href={`#${idOf(title)}`}>
              {title}
            </a>
          ))}
          {animalType !== undefined && (
            <Button kind="quiet" size="s" aria-pressed={isWhole} onClick={() => showWhole(!isWhole)}>
              Every field
            </Button>
          )}
        </nav>
        {groupsOf(PUBLIC_GROUPS)}
        <section class="stack staff-only" aria-labelledby="staff-only">
          <header class="staff-only-head stack tight">
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
          <SaveBar save={save} onDiscard={forget} onStale={onStale}>
            <Meanwhile
              fields={before === NO_EDITS.before ? [] : changedSince(before, profile)}
              now={stored}
              typed={typed}
              events={history.items.value}
              onTheirs={takeTheirs}
            />
          </SaveBar>
        )}
      </Form>
    </div>
  );
}

const idOf = (title: string): string => title.toLowerCase().replaceAll(' ', '-');

/** How much room a field needs: `colors` are several fields. */
function widthOf(field: ProfileField): 'colors' | 'wide' | 'half' | 'names' | 'one' {
  if (field.kind === 'colors') return 'colors';
  if (field.kind === 'lines') return 'half';
  if (field.kind !== 'text' && field.kind !== 'longText') return 'one';
  if (field.max > 1_000 || field.path.endsWith('summary')) return 'wide';
  if (field.kind === 'longText') return 'half';
  return field.names === undefined ? 'one' : 'names';
}
