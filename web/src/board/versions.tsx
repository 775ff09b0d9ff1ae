import './versions.css';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { isOwn, type LanguageTag, type Versions } from '../../../src/vocabulary/languages.ts';
import { Button } from '../design/controls/button.tsx';
import { say, speaks, words } from '../words.ts';

/** Texts of an organization as a page shows them. */
export interface ShownTexts<Texts> {
  /** In the language of the page, as far as they are written in it. */
  readonly texts: Texts;
  /** The language of a text, BCP 47, if it is known. */
  readonly langOf: (name: keyof Texts) => string | undefined;
  /** Below a version: in which language the original is, and a button that shows it. Undefined if a text has no version here. */
  readonly noteOf: (name: keyof Texts) => JSX.Element | undefined;
}

/** @param language of the original, BCP 47, if it is known */
export function useVersion<Texts extends object>(
  original: Texts,
  versions: Versions<Partial<Texts>> = {},
  language?: string,
): ShownTexts<Texts> {
  const [isOriginal, showOriginal] = useState(false);
  const { language: own } = speaks();
  const version = (isOwn(own, language) ? undefined : versions[own as LanguageTag]) ?? {};
  const { board } = words();
  return {
    texts: isOriginal ? { ...version, ...original } : { ...original, ...version },
    langOf: (name) => (name in version && !(isOriginal && name in original) ? own : language),
    noteOf: (name) =>
      name in version && name in original ? (
        <p class="version-note small quiet">
          {language !== undefined && say(board.writtenIn, { language: nameOf(language) })}
          <Button kind="quiet" size="s" onClick={() => showOriginal(!isOriginal)}>
            {isOriginal ? board.showTranslation : board.showOriginal}
          </Button>
        </p>
      ) : undefined,
  };
}

/** Such as `German`, in the language of the page. */
function nameOf(tag: string): string {
  const { language } = new Intl.Locale(tag);
  return new Intl.DisplayNames(speaks().language, { type: 'language' }).of(language) ?? language;
}
