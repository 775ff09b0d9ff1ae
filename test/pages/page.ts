import type { Answer, TestService } from '../support/service.ts';

/** The headers that mark a request from the site. */
export const fromPage = { 'sec-fetch-site': 'same-origin', 'x-petstore-page': '1' };

/** A browser that has the site open. It keeps cookies and sends them. */
export interface Page {
  call(
    method: string,
    path: string,
    options?: { readonly body?: unknown; readonly headers?: Record<string, string> },
  ): Promise<Answer>;
  signIn(email: string, password: string): Promise<Answer>;
  /** `name=value` of the session cookie; empty without a session. */
  cookie: string;
  /** `name=value` of the cookie of a known browser; empty otherwise. */
  known: string;
}

export function openPage(service: TestService, headersOfAll: Record<string, string> = {}): Page {
  const page: Page = {
    cookie: '',
    known: '',
    async call(method, path, { body, headers = {} } = {}) {
      const held = [page.cookie, page.known].filter((each) => each !== '').join('; ');
      const cookie: Record<string, string> = held === '' ? {} : { cookie: held };
      const answer = await service.call(method, path, {
        key: null,
        body,
        headers: { ...fromPage, ...cookie, ...headersOfAll, ...headers },
      });
      for (const set of answer.headers.getSetCookie()) {
        const value = /Max-Age=0;/.test(set) ? '' : (set.split(';')[0] ?? '');
        if (/^[\w-]+-browser=/.test(set)) page.known = value;
        else page.cookie = value;
      }
      return answer;
    },
    signIn: (email, password) => page.call('POST', '/session', { body: { email, password } }),
  };
  return page;
}

export const ann = { email: 'ann@shelter.example', password: 'seven quiet otters', name: 'Riverside Shelter' };

/** Creates an account with the API, as the portal does. */
export async function signUp(service: TestService, account = ann): Promise<{ accountId: number; key: string }> {
  const { status, body, text } = await service.call('POST', '/v1/accounts', { key: null, body: account });
  if (status !== 201) throw new Error(text);
  return { accountId: body.id, key: body.apiKey.key };
}

/** Creates accounts. The clock advances by a minute for each, so that the limit on sign-ups is never reached. */
export function newcomers(service: () => TestService, clock: { readonly advance: (ms: number) => void }) {
  let people = 0;
  return async () => {
    people += 1;
    clock.advance(61_000);
    const account = { ...ann, email: `ann-${people}@shelter.example` };
    return { ...account, ...(await signUp(service(), account)) };
  };
}

/** The token of the link in a text that sets a password or confirms an address. */
export const tokenIn = (text: string): string =>
  /\/portal\/(?:set-password|confirm)#token=(ppl_[\w-]{43})/.exec(text)?.[1] ?? '';
