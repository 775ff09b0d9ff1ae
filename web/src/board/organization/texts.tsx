import { useLocation } from 'wouter-preact';
import { usePageTitle } from '../../design/layout/page-title.ts';
import { words } from '../../words.ts';
import { Accessibility } from './accessibility.tsx';
import { HowToAdopt } from './how-to-adopt.tsx';

/** The pages of the board without animals: one file, because the first view names every file of other pages. */
export function Texts() {
  const [path] = useLocation();
  const isStatement = path.startsWith('/accessibility');
  usePageTitle(words().first[isStatement ? 'accessibility' : 'howToAdopt']);
  return isStatement ? <Accessibility /> : <HowToAdopt />;
}
