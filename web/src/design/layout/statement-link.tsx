import './statement-link.css';
import { words } from '../../words.ts';

/** Below the pages that are not the board's, whose foot has the link among others. It loads the board as a whole. */
export const StatementLink = () => (
  <footer class="statement-link quiet small">
    <a href="/accessibility">{words().first.accessibility}</a>
  </footer>
);
