import { useEffect, useState } from 'preact/hooks';

/**
 * The token of the link that leads to this page. It follows the `#`, so that no server log contains it, and leaves the address bar. The entry of the
 * browser's history keeps it: the page may be loaded again, as by a phone that has discarded it.
 */
export function useLinkToken(): string {
  const [token] = useState(
    () => new URLSearchParams(location.hash.slice(1)).get('token') ?? (history.state as Kept | null)?.token ?? '',
  );
  useEffect(() => history.replaceState({ token } satisfies Kept, '', location.pathname), []);
  return token;
}

interface Kept {
  readonly token?: string;
}
