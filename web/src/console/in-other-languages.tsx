import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { LANGUAGE_TAGS, type LanguageTag, mostVersions } from '../../../src/vocabulary/languages.ts';
import { Select } from '../design/controls/field.tsx';
import { Disclosure } from '../design/data/disclosure.tsx';
import { languageName } from './language-name.ts';

interface InOtherLanguagesProps {
  /** Whether something is written in a language. */
  readonly isWritten: (tag: LanguageTag) => boolean;
  /** The fields of a language. */
  readonly children: (tag: LanguageTag) => ComponentChildren;
}

/** Fields for texts in other languages than the original's. One that is emptied stays until the page is left. */
export function InOtherLanguages({ isWritten, children }: InOtherLanguagesProps) {
  const written = LANGUAGE_TAGS.filter(isWritten);
  const [added, add] = useState<readonly LanguageTag[]>(written);
  const shown = LANGUAGE_TAGS.filter((tag) => written.includes(tag) || added.includes(tag));
  const options = LANGUAGE_TAGS.filter((tag) => !shown.includes(tag)).map((tag) => ({
    value: tag,
    label: languageName(tag),
  }));
  return (
    <Disclosure title={['In other languages', ...written.map(languageName)].join(' · ')}>
      <div class="stack">
        {shown.map((tag) => (
          <fieldset key={tag} class="field-group">
            <legend>
              <h3>{languageName(tag)}</h3>
            </legend>
            <div class="stack tight">{children(tag)}</div>
          </fieldset>
        ))}
        {written.length < mostVersions && (
          <Select
            label="Add a language"
            hint="Pages in this language show your words in it."
            value=""
            onValue={(tag) => add([...shown, tag as LanguageTag])}
            options={[{ value: '', label: 'Choose…' }, ...options]}
          />
        )}
      </div>
    </Disclosure>
  );
}
