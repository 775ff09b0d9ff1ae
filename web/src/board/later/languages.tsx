import './languages.css';
import { useLayoutEffect } from 'preact/hooks';
import { useLocation, useSearch } from 'wouter-preact';
import { LANGUAGE_COOKIE } from '../../../../src/vocabulary/site.ts';
import { pageSettings } from '../../settings.ts';
import { speaks } from '../../words.ts';

/** The service needs to know it before it writes the document. */
const remember = (language: string): void => {
  document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/; max-age=31536000; samesite=lax`;
};

/** Such as `lang=pl`, if the visitor came by such a link. */
const askedFor = /\blang=[\w,-]+/.exec(performance.getEntriesByType('navigation')[0]?.name ?? '')?.[0];

/** The page in each language that it has, by the name that its speakers know. */
export function Languages() {
  const { languages } = pageSettings();
  const { language: current, words } = speaks();
  const search = useSearch();
  const [path] = useLocation();
  useLayoutEffect(() => {
    // The next whole load is in the language that the visitor came with, and what others get who are sent the address.
    if (askedFor !== undefined && !search.includes('lang='))
      history.replaceState(history.state, '', `?${search === '' ? '' : `${search}&`}${askedFor}${location.hash}`);
  }, [path, search]);
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
