import './design/tokens.css';
import './design/base.css';
import { render } from 'preact';
import { askEarly } from './early-session.ts';
import { Navigation } from './navigation.tsx';
import { Routes } from './routes.tsx';
import { loadSettings, pageSettings } from './settings.ts';
import { followTheme } from './theme.ts';
import { loadWords } from './words.ts';

followTheme();
askEarly();
await loadSettings();
await loadWords();
const { dataset, style } = document.documentElement;
const { environment, accent = {} } = pageSettings();
dataset['environment'] = environment;
for (const [name, value] of Object.entries(accent)) style.setProperty(name, value);

const root = document.getElementById('app');
if (root !== null) {
  render(
    <Navigation>
      <Routes />
    </Navigation>,
    root,
  );
}
