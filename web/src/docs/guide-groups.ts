/** In reading order. A guide without an entry comes last in the first group. */
const ORDER = [
  'guide',
  'lifecycle',
  'access',
  'events',
  'webhooks',
  'testing',
  'errors',
  'limits',
  'test-values',
  'versioning',
  'changelog',
];
const FOR_OPERATORS = [
  'running',
  'containers',
  'backups',
  'privacy',
  'languages',
  'accessibility',
  'settings',
  'scaling',
  'importing',
  'listing-sites',
  'directory',
  'command-line',
];

const positionOf = (name: string): number => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);

/** Groups guides by whom they are for, developers and operators, in reading order. */
export const groupsOf = <Guide extends { readonly name: string }>(
  guides: readonly Guide[],
): readonly { readonly title: string; readonly guides: readonly Guide[] }[] => [
  {
    title: 'Guides',
    guides: guides
      .filter(({ name }) => !FOR_OPERATORS.includes(name))
      .toSorted((one, other) => positionOf(one.name) - positionOf(other.name)),
  },
  {
    title: 'Operations',
    guides: FOR_OPERATORS.flatMap((name) => guides.filter((guide) => guide.name === name)),
  },
];
