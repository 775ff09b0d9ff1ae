/** Who is signed in, as the pages of staff ask while their scripts are still loading; undefined once it is taken. */
let early: Promise<Response> | undefined;

const ask = (): Promise<Response> => fetch('/session', { headers: { 'x-petstore-page': '1' } });

export function askEarly(): void {
  if (!/^\/(?:console|portal)(?:\/|$)/.test(location.pathname)) return;
  early = ask();
  // The page that takes the answer reports the failure.
  early.catch(() => undefined);
}

/** The answer to what was asked early, or to a new request. */
export function askWhoIsSignedIn(): Promise<Response> {
  const answer = early ?? ask();
  early = undefined;
  return answer;
}
