const AREAS = /^\/(?:portal|console)(?:\/|$)/;

/** The address of the sign-in that leads back to where one was. */
export const signInAt = (location: string): string =>
  location === '/portal' ? '/portal/sign-in' : `/portal/sign-in?next=${encodeURIComponent(location)}`;

/** Where one goes on after signing in. What somebody else has put into the address leads nowhere but to these pages. */
export function nextIn(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '';
  return AREAS.test(next) ? next : '/portal';
}
