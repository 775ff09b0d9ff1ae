/** What staff may choose. HEIC is not among them: asked for these, a telephone makes a JPEG of its photo, which is smaller to send. */
export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'] as const;

/** The media types of bodies that the service accepts as photos. What an image is, its bytes decide. */
export const PHOTO_TYPES = [
  ...IMAGE_TYPES,
  'image/jpg',
  'application/octet-stream',
  'multipart/form-data',
  'image/heic',
  'image/heif',
] as const;

export const MAX_PHOTO_BYTES = 20 * 1_024 * 1_024;

/** How many photos an animal has at most. */
export const MAX_PHOTOS = 12;

/** The files of a photo: WebP with at most this many pixels in width, and a JPEG for links that people share. */
export const PHOTO_WIDTHS = [300, 600, 1200] as const;
export const PHOTO_FILES = ['300.webp', '600.webp', '1200.webp', 'share.jpg'] as const;
export type PhotoFile = (typeof PHOTO_FILES)[number];
