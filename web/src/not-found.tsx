import { NothingHere } from './design/layout/nothing-here.tsx';
import { StatementLink } from './design/layout/statement-link.tsx';
import { TopBar } from './design/layout/top-bar.tsx';
import { words } from './words.ts';

export const NotFound = () => (
  <>
    <TopBar />
    <main id="main" tabIndex={-1}>
      <NothingHere href="/" label={words().kit.goToBoard} />
    </main>
    <StatementLink />
  </>
);
