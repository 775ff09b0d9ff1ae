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

/** What systems and people write before or behind a name: numbers in brackets, and states. */
const STATES =
  'foster|in foster|adopted|adoption pending|pending|hold|on hold|reserved|courtesy|courtesy post|transfer|stray';
const ADDED = new RegExp(`^(?:[^()[\\]]*\\d[^()[\\]]*|${STATES})$`, 'i');
const BEFORE = new RegExp(`^(${STATES})(?:!|:| [-–—|]) `, 'i');
const BEHIND = new RegExp(`(?: [-–—|]|:) ?(${STATES})!?$`, 'i');

interface Named {
  readonly name: string;
  readonly state?: string | undefined;
}

function withoutAdded(text: string): Named {
  if (!/[)\]:!|–—-]/.test(text)) return { name: text };
  const open = Math.max(text.lastIndexOf('('), text.lastIndexOf('['));
  if (open !== -1 && /[)\]]$/.test(text)) {
    if (open === 0) return { name: text.slice(1, -1) };
    const state = text.slice(open + 1, -1).trim();
    if (ADDED.test(state)) return { name: text.slice(0, open), state };
  }
  const [before = '', state] = BEFORE.exec(text) ?? [];
  if (state !== undefined) return { name: text.slice(before.length), state };
  const [behind = '', last] = BEHIND.exec(text) ?? [];
  return { name: text.slice(0, text.length - behind.length), state: last };
}

function namedIn(cell: string): Named {
  const given = cell.slice(0, longest);
  const text = (/[&<]/.test(given) ? textOfHtml(given) : given).replaceAll('*', ' ').replaceAll(/\s+/g, ' ').trim();
  return withoutAdded(text);
}

/** The state that stands beside a name, such as `adopted`; undefined if there is none. */
export const stateBeside = (cell: string): string | undefined => namedIn(cell).state;

/**
 * The name of an animal, without what systems add: stars, entities, states, and brackets with a number. Undefined if it has none: its
 * reference is its name then.
 */
export function nameIn(cell: string): string | undefined {
  const name = namedIn(cell).name.trim();
  return /^[-–—?._/\s]*$/.test(name) || NAMELESS.has(looseName(folded(name))) ? undefined : name;
}
