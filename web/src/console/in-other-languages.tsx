import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isOwn, LANGUAGE_TAGS, type LanguageTag, mostVersions } from '../../../src/vocabulary/languages.ts';
import { Menu } from '../design/controls/menu.tsx';
import { Disclosure } from '../design/data/disclosure.tsx';
import { languageName } from './language-name.ts';

interface InOtherLanguagesProps {
  /** Of the original, BCP 47, if it is known. */
  readonly language: string | undefined;
  /** Whether something is written in a language. */
  readonly isWritten: (tag: LanguageTag) => boolean;
  readonly hasMistake?: boolean;
  /** The fields of a language; their controls have its `lang`. */
  readonly children: (tag: LanguageTag) => ComponentChildren;
}

/** Fields for texts in other languages than the original's. One that is emptied stays until another needs its place. */
export function InOtherLanguages({ language, isWritten, hasMistake = false, children }: InOtherLanguagesProps) {
  const written = LANGUAGE_TAGS.filter(isWritten);
  const [kept, keep] = useState<{ readonly tags: readonly LanguageTag[]; readonly newest?: LanguageTag }>({
    tags: written,
  });
  const fields = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (kept.newest !== undefined) fields.current?.querySelector<HTMLElement>(`[lang=${kept.newest}]`)?.focus();
  }, [kept]);
  const shown = LANGUAGE_TAGS.filter((tag) => written.includes(tag) || kept.tags.includes(tag));
  const items = LANGUAGE_TAGS.filter((tag) => !shown.includes(tag) && !isOwn(tag, language)).map((tag) => ({
    label: languageName(tag),
    onSelect: () => keep({ tags: [...(shown.length < mostVersions ? shown : written), tag], newest: tag }),
  }));
  return (
    <Disclosure title={['In other languages', ...written.map(languageName)].join(' · ')} hasMistake={hasMistake}>
      <div class="stack" ref={fields}>
        {shown.map((tag) => (
          <fieldset key={tag} class="field-group">
            <legend>
              <h3>{languageName(tag)}</h3>
            </legend>
            <div class="stack tight">{children(tag)}</div>
          </fieldset>
        ))}
        {written.length < mostVersions && (
          <div>
            <Menu label="Add a language" icon="plus" isIconOnly={false} items={items} />
            <p class="field-hint">Pages in this language show your words in it.</p>
          </div>
        )}
      </div>
    </Disclosure>
  );
}
