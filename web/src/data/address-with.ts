/** Returns the address with the parameters of `search` and these changes. An empty value removes a parameter. */
export function addressWith(path: string, changes: Readonly<Record<string, string | undefined>>, search = ''): string {
  const parameters = new URLSearchParams(search);
  for (const [name, value = ''] of Object.entries(changes)) {
    if (value === '') parameters.delete(name);
    else parameters.set(name, value);
  }
  return parameters.size === 0 ? path : `${path}?${parameters.toString()}`;
}
