import './languages.css';
import { useSearch } from 'wouter-preact';
import { LANGUAGE_COOKIE } from '../../../../src/vocabulary/site.ts';
import { pageSettings } from '../../settings.ts';
import { speaks } from '../../words.ts';

/** The service needs to know it before it writes the document. */
const remember = (language: string): void => {
  document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/; max-age=31536000; samesite=lax`;
};

/** The page in each language that it has, by the name that its speakers know. */
export function Languages() {
  const { languages } = pageSettings();
  const { language: current, words } = speaks();
  const search = useSearch();
  if (languages.length === 1) return null;
  const addressIn = (language: string) => {
    const parameters = new URLSearchParams(search);
    parameters.set('lang', language);
    return `?${parameters.toString()}`;
  };
  return (
    <nav class="languages" aria-label={words.board.language}>
      {languages.map((language) => (
        <a
          key={language}
          href={addressIn(language)}
          hreflang={language}
          lang={language}
          aria-current={language === current ? 'true' : undefined}
          onClick={() => remember(language)}
        >
          {new Intl.DisplayNames(language, { type: 'language' }).of(language)}
        </a>
      ))}
    </nav>
  );
}
