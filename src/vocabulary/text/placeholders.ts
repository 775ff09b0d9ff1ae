/** Fills in the placeholders of a text that staff have written, such as `{name}`. Those that are unknown stay as they are. */
export const filledIn = (text: string, values: Readonly<Record<string, string | undefined>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
