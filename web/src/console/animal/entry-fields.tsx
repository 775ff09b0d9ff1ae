import { useRef } from 'preact/hooks';
import { Button } from '../../design/controls/button.tsx';
import { IconButton } from '../../design/controls/icon-button.tsx';
import { ProfileControl } from './profile-control.tsx';
import type { Entry, Mistakes } from './profile-draft.ts';
import type { EntriesField } from './profile-fields.ts';

interface EntryFieldsProps {
  readonly field: EntriesField;
  readonly entries: readonly Entry[];
  readonly mistakes: Mistakes;
  readonly onEntries: (entries: readonly Entry[]) => void;
}

/** A short list, such as the vaccinations of an animal. */
export function EntryFields({ field, entries, mistakes, onEntries }: EntryFieldsProps) {
  const box = useRef<HTMLFieldSetElement>(null);
  const { path, label, one, maxItems, fields } = field;
  const mistake = mistakes[path];
  /** The new entry, or after a removal the button, is there after the next rendering. */
  const focusOn = (selector: string) =>
    requestAnimationFrame(() => [...(box.current?.querySelectorAll<HTMLElement>(selector) ?? [])].at(-1)?.focus());
  return (
    <fieldset class="field-group entry-fields" ref={box}>
      <legend>{label}</legend>
      {entries.map((entry, index) => (
        <div key={index} class="entry frame" role="group" aria-label={`${label}: ${entry['name'] || index + 1}`}>
          {fields.map((member) => (
            <ProfileControl
              key={member.path}
              field={member}
              name={`${path}.${index}.${member.path}`}
              value={entry[member.path] ?? ''}
              error={mistakes[`${path}.${index}.${member.path}`]}
              species=""
              onValue={(value) => onEntries(entries.with(index, { ...entry, [member.path]: value }))}
            />
          ))}
          <IconButton
            icon="trash"
            label={`Remove the ${one} ${entry['name'] || index + 1}`}
            onClick={() => {
              onEntries(entries.toSpliced(index, 1));
              focusOn('.entry-add');
            }}
          />
        </div>
      ))}
      {mistake !== undefined && <p class="field-error">{mistake}</p>}
      {entries.length < maxItems && (
        <div>
          <Button
            size="s"
            icon="plus"
            class="entry-add"
            onClick={() => {
              onEntries([...entries, {}]);
              focusOn('.entry input[name$=".name"]');
            }}
          >
            Add a {one}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
