const names = new Intl.DisplayNames('en', { type: 'language' });

/** Such as `Spanish`. */
export const languageName = (tag: string): string => names.of(tag) ?? tag;
