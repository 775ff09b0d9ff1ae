/** What this browser keeps under the name; undefined if there is nothing, or if it keeps nothing for this site. */
export function kept(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the text for later visits, if the browser does that. @param text undefined for nothing */
export function keep(name: string, text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    // It stays while the page is open.
  }
}
