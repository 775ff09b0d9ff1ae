import { LOGO_TYPES, type LogoType } from '../../vocabulary/logos.ts';

/** How the bytes of an image begin. */
const SIGNATURES: Readonly<Record<LogoType, (start: string) => boolean>> = {
  'image/png': (start) => start.startsWith('\x89PNG\r\n\x1a\n'),
  'image/jpeg': (start) => start.startsWith('\xff\xd8\xff'),
  'image/webp': (start) => start.startsWith('RIFF') && start.startsWith('WEBP', 8),
};

const signatureBytes = 12;

/** What the bytes are, whatever their sender calls them. Undefined for anything else than these images. */
export function imageTypeOf(bytes: Buffer): LogoType | undefined {
  const start = bytes.toString('latin1', 0, signatureBytes);
  return LOGO_TYPES.find((type) => SIGNATURES[type](start));
}
