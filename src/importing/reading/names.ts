import { looseName } from '../loose-name.ts';
import { textOfHtml } from '../profile/html.ts';
import { folded } from './cells.ts';

/** What systems and people write where an animal has no name. */
const NAMELESS = new Set(
  'unknown noname unnamed nameless none na null nil notnamed nonameyet nonamegiven tbd tba tobenamed sinnombre ohnenamen namenlos sansnom xx xxx'.split(
    ' ',
  ),
);

const longest = 1_000;

/** Behind a name, systems write their numbers and states in brackets. */
const ADDED =
  /^(?:[^()[\]]*\d[^()[\]]*|foster|in foster|adopted|adoption pending|pending|hold|on hold|courtesy|courtesy post|transfer|stray)$/i;

function withoutAdded(text: string): string {
  const open = Math.max(text.lastIndexOf('('), text.lastIndexOf('['));
  const isClosed = open !== -1 && /[)\]]$/.test(text);
  if (!isClosed || !(open === 0 || ADDED.test(text.slice(open + 1, -1).trim()))) return text;
  return open === 0 ? text.slice(1, -1) : text.slice(0, open);
}

/**
 * The name of an animal, without what systems add: stars, entities, and brackets with a number or a state. Undefined if it has none: its
 * reference is its name then.
 */
export function nameIn(cell: string): string | undefined {
  const given = cell.slice(0, longest);
  const text = (/[&<]/.test(given) ? textOfHtml(given) : given).replaceAll('*', ' ').replaceAll(/\s+/g, ' ').trim();
  const name = withoutAdded(text).trim();
  return /^[-–—?._/\s]*$/.test(name) || NAMELESS.has(looseName(folded(name))) ? undefined : name;
}
