import { useEffect, useState } from 'preact/hooks';

/** The token of the link that leads to this page. It follows the `#`, so that no server log contains it, and leaves the address bar. */
export function useLinkToken(): string {
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '');
  useEffect(() => history.replaceState(history.state, '', location.pathname), []);
  return token;
}
