/// <reference types="vite/types/importMeta.d.ts" />
import { groupsOf } from './guide-groups.ts';
import type { Guide, GuideSection, GuideSummary } from './guide.ts';

const summaries = import.meta.glob<GuideSummary>('../../../docs/*.md', {
  query: '?summary',
  import: 'default',
  eager: true,
});
const pages = import.meta.glob<Guide>('../../../docs/*.md', { query: '?page', import: 'default' });
const sections = import.meta.glob<readonly GuideSection[]>('../../../docs/*.md', {
  query: '?sections',
  import: 'default',
});

export interface ListedGuide extends GuideSummary {
  /** As in `/docs/NAME`. */
  readonly name: string;
  readonly href: string;
  /** Loads the guide itself. */
  readonly load: () => Promise<Guide>;
  /** Loads the text for the search. */
  readonly loadSections: () => Promise<readonly GuideSection[]>;
}

const all = Object.entries(summaries).map(([path, summary]): ListedGuide => {
  const name = path.replace(/^.*\/(.*)\.md$/, '$1');
  return { ...summary, name, href: `/docs/${name}`, load: at(pages, path), loadSections: at(sections, path) };
});

export const GUIDE_GROUPS = groupsOf(all);

export const GUIDES: readonly ListedGuide[] = GUIDE_GROUPS.flatMap(({ guides }) => guides);

function at<Value>(record: Readonly<Record<string, Value>>, path: string): Value {
  const value = record[path];
  if (value === undefined) throw new Error(`The build has no output for ${path}.`);
  return value;
}
