import type { JSX } from 'preact';
import { NothingHere } from './design/layout/nothing-here.tsx';
import { TopBar } from './design/layout/top-bar.tsx';
import { words } from './words.ts';

export const NotFound = (): JSX.Element => (
  <>
    <TopBar />
    <main id="main" tabIndex={-1}>
      <NothingHere href="/" label={words().kit.goToBoard} />
    </main>
  </>
);
