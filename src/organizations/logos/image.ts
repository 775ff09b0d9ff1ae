/** The kinds of images that every browser shows, by how their bytes begin. SVG is not among them: it can run scripts. */
const KINDS = {
  'image/png': (start: string) => start.startsWith('\x89PNG\r\n\x1a\n'),
  'image/jpeg': (start: string) => start.startsWith('\xff\xd8\xff'),
  'image/webp': (start: string) => start.startsWith('RIFF') && start.startsWith('WEBP', 8),
} as const;

export type ImageType = keyof typeof KINDS;

export const IMAGE_TYPES = Object.keys(KINDS) as ImageType[];

const signatureBytes = 12;

/** What the bytes are, whatever their sender calls them. Undefined for anything else than these images. */
export function imageTypeOf(bytes: Buffer): ImageType | undefined {
  const start = bytes.toString('latin1', 0, signatureBytes);
  return IMAGE_TYPES.find((type) => KINDS[type](start));
}
