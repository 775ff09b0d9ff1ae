import { type Static, Type } from 'typebox';
import { AssignedId, OneOf, PathId, Timestamp, WebUrl, Text, Flag } from '../http/shapes.ts';
import { MOST_OF_SOURCE, MOST_PHOTOS_COPIED, SOURCE_STATES } from '../vocabulary/directory.ts';

const url = WebUrl('The address of the service, such as `https://pets.shelter.example`, without a path.');
const key = Type.String({
  pattern: '^ptk_(live|test)_[0-9A-Za-z]{38}$',
  description: 'The partner key that the operator of the source has made for you. It is never shown.',
});

const example = {
  id: 1,
  url: 'https://pets.shelter.example',
  state: 'following',
  animals: 48,
  organizations: 1,
  photos: 120,
  seenAt: '2026-11-21T09:30:00.000Z',
  createdAt: '2026-11-20T09:30:00.000Z',
  updatedAt: '2026-11-20T09:30:00.000Z',
} as const;

export const DirectorySource = Type.Object(
  {
    id: AssignedId('Identifier of the source.'),
    url: Text('The address of the service.'),
    state: OneOf(SOURCE_STATES, 'Where it stands.'),
    error: Type.Optional(Text('Why the last request failed. Absent once it answers.')),
    animals: Type.Integer({ description: 'How many of its animals are kept here.' }),
    organizations: Type.Integer({ description: 'How many of its organizations are kept here.' }),
    photos: Type.Integer({
      description: `How many photos of its animals are copied here: at most ${MOST_PHOTOS_COPIED} of an animal, and ${MOST_OF_SOURCE.photoBytes / 1_024 ** 3} GiB of a source.`,
    }),
    refused: Type.Optional(
      Type.Object(
        {
          count: Type.Integer({ description: `How many; at most ${MOST_OF_SOURCE.refusals} are counted.` }),
          animals: Type.Array(
            Type.Object(
              {
                id: AssignedId('Identifier of the animal at the source.'),
                reason: Text('Why it is not shown, as a sentence.'),
              },
              { title: 'RefusedAnimal' },
            ),
            { description: 'The first 20 of them.' },
          ),
        },
        {
          title: 'RefusedAnimals',
          description:
            'Its animals that are not shown, because they break a rule or a bound. Absent if there are none.',
        },
      ),
    ),
    seenAt: Type.Optional(Timestamp('When everything it had was known here last.')),
    hiddenAt: Type.Optional(
      Timestamp('Since when visitors do not see what it has, because it was silent for three days.'),
    ),
    createdAt: Timestamp('When it was added.'),
    updatedAt: Timestamp('When an operator last changed it.'),
  },
  { title: 'DirectorySource', examples: [example] },
);
export type DirectorySource = Static<typeof DirectorySource>;

export const DirectorySources = Type.Array(DirectorySource, {
  title: 'DirectorySources',
  examples: [[example]],
});

export const NewDirectorySource = Type.Object(
  { url, key },
  {
    title: 'NewDirectorySource',
    examples: [{ url: example.url, key: 'ptk_live_00000000000000000000000000000000000000' }],
  },
);
export type NewDirectorySource = Static<typeof NewDirectorySource>;

export const DirectorySourcePatch = Type.Object(
  {
    key: Type.Optional(key),
    paused: Type.Optional(
      Flag(
        'Whether the source is left alone: what it has is shown for three days as it was last seen. `false` also asks a stopped source again.',
      ),
    ),
  },
  { title: 'DirectorySourcePatch', examples: [{ paused: true }] },
);
export type DirectorySourcePatch = Static<typeof DirectorySourcePatch>;

export const SourceParams = Type.Object({
  sourceId: PathId('source_not_found', 'Identifier of the source.'),
});
