/** The kinds of images that every browser shows. SVG is not among them: it can run scripts. */
export const LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;

export type LogoType = (typeof LOGO_TYPES)[number];

export const MAX_LOGO_BYTES = 256 * 1_024;
