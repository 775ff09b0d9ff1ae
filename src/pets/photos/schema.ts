import { type Static, Type } from 'typebox';
import { AssignedId, Nullable, PathId, PlainText, Text } from '../../http/shapes.ts';
import { MAX_PHOTOS, PHOTO_WIDTHS } from '../../vocabulary/photos.ts';

const alt = PlainText(
  1,
  500,
  'What the photo shows, for people who cannot see it, such as `A brown dog asleep on a red sofa`.',
);

const file = (description: string) => Type.String({ description });

const PhotoUrls = Type.Object(
  {
    ...(Object.fromEntries(
      PHOTO_WIDTHS.map((width) => [width, file(`WebP, at most ${width} pixels wide and ${2 * width} pixels high.`)]),
    ) as Record<`${(typeof PHOTO_WIDTHS)[number]}`, ReturnType<typeof file>>),
    share: file('JPEG of the largest size, for links that people share.'),
  },
  {
    title: 'PhotoUrls',
    description:
      'Paths on the host of this service. They belong to this photo alone and never to another one, so a cache may keep what they name.',
  },
);

const percent = (description: string) => Type.Integer({ minimum: 0, maximum: 100, description });

const Focus = Type.Object(
  {
    x: percent('Percent of the width, from the left.'),
    y: percent('Percent of the height, from the top.'),
  },
  {
    title: 'PhotoFocus',
    description:
      'The point that stays in view where a frame shows a part of the photo, such as the face. CSS: `object-position: 50% 20%`.',
  },
);

const example = {
  id: 7,
  alt: 'A brown dog asleep on a red sofa',
  focus: { x: 50, y: 20 },
  width: 1200,
  height: 900,
  thumbhash: '1QcSHQRnh493V4dIh4eXh1h4kJUI',
  urls: {
    '300': '/photos/9b1f0c64d1f94e0a8d0c4c1f1f0e7a2b/300.webp',
    '600': '/photos/9b1f0c64d1f94e0a8d0c4c1f1f0e7a2b/600.webp',
    '1200': '/photos/9b1f0c64d1f94e0a8d0c4c1f1f0e7a2b/1200.webp',
    share: '/photos/9b1f0c64d1f94e0a8d0c4c1f1f0e7a2b/share.jpg',
  },
};

export const Photo = Type.Object(
  {
    id: AssignedId('Identifier of the photo.'),
    alt: Type.Optional(alt),
    focus: Type.Optional(Focus),
    width: Type.Integer({ description: 'Width of the largest size, in pixels.' }),
    height: Type.Integer({ description: 'Height of the largest size, in pixels.' }),
    thumbhash: Text('What to show while the photo loads: a ThumbHash in base64 (https://evanw.github.io/thumbhash).'),
    urls: PhotoUrls,
  },
  { title: 'Photo', description: 'A photo of an animal.', examples: [example] },
);
export type Photo = Static<typeof Photo>;

export const Photos = Type.Array(Photo, { title: 'Photos', examples: [[example]] });

export const PhotoPatch = Type.Object(
  {
    alt: Type.Optional(Nullable(alt)),
    focus: Type.Optional(Type.Union([Focus, Type.Null()])),
    position: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_PHOTOS - 1,
        description: 'The place among the photos of the animal, counted from 0. The others keep their order.',
      }),
    ),
  },
  { title: 'PhotoPatch', description: 'The members to change; null removes one.', examples: [{ position: 0 }] },
);
export type PhotoPatch = Static<typeof PhotoPatch>;

export const PhotoParams = Type.Object({
  petId: PathId('pet_not_found', 'Identifier of the animal.'),
  photoId: PathId('photo_not_found', 'Identifier of the photo.'),
});

export const AddPhotoQuery = Type.Object({ alt: Type.Optional(alt) });
