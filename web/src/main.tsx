import './design/tokens.css';
import './design/base.css';
import { render } from 'preact';
import { readFirstPage } from './board/board-pages.tsx';
import { Navigation } from './navigation.tsx';
import { Routes } from './routes.tsx';
import { loadSettings, pageSettings } from './settings.ts';
import { followTheme } from './theme.ts';
import { loadWords } from './words.ts';

followTheme();
await loadSettings();
await loadWords();
document.documentElement.dataset['environment'] = pageSettings().environment;

void show(document.getElementById('app') as HTMLElement);

/** Not awaited by this module: the scripts of other pages import it, and would wait for it. */
async function show(root: HTMLElement): Promise<void> {
  // What the document shows stays until its page can show as much.
  if (root.hasChildNodes()) await readFirstPage();
  root.classList.remove('still');
  render(
    <Navigation>
      <Routes />
    </Navigation>,
    root,
  );
}
