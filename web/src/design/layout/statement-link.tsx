import './statement-link.css';
import { words } from '../../words.ts';

/**
 * Below pages that are not the board's, whose foot has the link among others. It loads the board as a whole. Lists that grow at their end have
 * none below them.
 */
export const StatementLink = () => (
  <footer class="statement-link quiet small">
    <a href="/accessibility">{words().first.accessibility}</a>
  </footer>
);
