import type { DirectorySource } from '../../../../client/src/petstore.ts';
import { Menu, type MenuItem } from '../../design/controls/menu.tsx';
import { Badge, type Tone } from '../../design/data/badge.tsx';
import { actions, type Column } from '../../design/data/table.tsx';
import { Time } from '../../design/data/time.tsx';
import { Ago } from '../../design/text/ago.tsx';
import { numberText } from '../../design/text/number-text.ts';
import { UserText } from '../../design/text/user-text.tsx';

/** What an operator does with a source. */
export type Asked = 'key' | 'pause' | 'resume' | 'remove' | 'refused';

const STATES: Readonly<Record<DirectorySource['state'], readonly [string, Tone, string?]>> = {
  reading: ['Reading', 'accent', 'Everything is read, for the first time or again.'],
  following: ['Up to date', 'positive'],
  failing: ['Fails', 'caution', 'It is asked again by itself.'],
  paused: ['Paused', 'neutral', 'It is not asked. After three days, visitors no longer see what it has.'],
  stopped: ['Stopped', 'danger'],
  removing: ['Being removed', 'neutral', 'Visitors see nothing of it any more.'],
};

/** Whether an operator should look at it. */
export const isTroubled = ({ state, refused, hiddenAt }: DirectorySource): boolean =>
  state === 'failing' ||
  state === 'stopped' ||
  refused !== undefined ||
  (hiddenAt !== undefined && state !== 'removing');

const counted = (count: number, one: string): string => `${numberText(count)} ${one}${count === 1 ? '' : 's'}`;

/** `48 animals of 1 organization`. */
export const contentsText = ({ animals, organizations }: DirectorySource): string =>
  `${counted(animals, 'animal')} of ${counted(organizations, 'organization')}`;

export const columnsOf = (act: (what: Asked, source: DirectorySource) => void): readonly Column<DirectorySource>[] => [
  {
    header: 'Source',
    phone: 'start',
    cell: (source) => <Source source={source} onRefused={() => act('refused', source)} />,
  },
  { header: 'State', cell: (source) => <State source={source} /> },
  {
    header: 'Last seen',
    phone: 'quiet titled',
    cell: ({ seenAt }) => (seenAt === undefined ? <span>Never</span> : <Ago at={seenAt} />),
  },
  actions((source: DirectorySource) =>
    source.state === 'removing' ? null : (
      <Menu
        label={`Actions for ${new URL(source.url).host}`}
        items={[
          { label: 'Give it another key', icon: 'key', onSelect: () => act('key', source) },
          pauseOf(source, act),
          { label: 'Remove', icon: 'trash', tone: 'danger', onSelect: () => act('remove', source) },
        ]}
      />
    ),
  ),
];

const pauseOf = (source: DirectorySource, act: (what: Asked, source: DirectorySource) => void): MenuItem =>
  source.state === 'paused' || source.state === 'stopped'
    ? { label: 'Resume', icon: 'play', onSelect: () => act('resume', source) }
    : { label: 'Pause', icon: 'pause', onSelect: () => act('pause', source) };

interface SourceProps {
  readonly source: DirectorySource;
  readonly onRefused: () => void;
}

const Source = ({ source, onRefused }: SourceProps) => (
  <div class="two-lines">
    <a href={source.url}>
      <UserText>{source.url.replace(/^https:\/\//, '')}</UserText>
    </a>
    <span class="quiet small">
      {contentsText(source)}
      {source.photos > 0 && `, ${counted(source.photos, 'photo')}`}
    </span>
    {source.refused !== undefined && (
      <button type="button" class="console-link small" onClick={onRefused}>
        {counted(source.refused.count, 'animal')} not shown<span class="visually-hidden"> of {source.url}</span>
      </button>
    )}
  </div>
);

function State({ source: { state, error, hiddenAt } }: { readonly source: DirectorySource }) {
  const [title, tone, meaning] = STATES[state];
  return (
    <div class="two-lines">
      <Badge tone={tone}>{title}</Badge>
      {error !== undefined && state !== 'paused' && (
        <span class="small">
          <UserText>{error}</UserText>
        </span>
      )}
      {meaning !== undefined && (state !== 'paused' || hiddenAt === undefined) && (
        <span class="quiet small">{meaning}</span>
      )}
      {hiddenAt !== undefined && state !== 'removing' && (
        <span class="small">
          Hidden from visitors since <Time at={hiddenAt} />
        </span>
      )}
    </div>
  );
}
