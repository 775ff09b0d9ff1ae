import { lookup } from 'node:dns/promises';
import type { IncomingMessage } from 'node:http';
import { type Received, type Seen, streamPath, UPLOAD_BYTES } from './messages.ts';
import type { Passes } from './passes.ts';
import {
  type Certificate,
  certificateOf,
  heldMs,
  isSoon,
  isStream,
  messagesOf,
  responseOf,
  send,
  sendUpload,
  type Upload,
} from './requests.ts';

/** What a check has found, in sentences for the operator. */
export interface AddressFinding {
  readonly about: 'Address' | 'Proxy';
  readonly level: 'well' | 'warn' | 'bad';
  readonly says: string;
  /** What to do about it, unless all is well. */
  readonly todo?: string;
}

interface CheckOptions {
  /** Such as `https://pets.shelter.example`; empty if there is none. */
  readonly url: string;
  readonly passes: Passes;
  /** The process that must answer; undefined if any one with the database may. */
  readonly process?: string | undefined;
  /** Whether to send an upload of 20 MB, too. */
  readonly uploads?: boolean;
}

/** The whole check takes no longer. */
const patienceMs = 60_000;

/** An address for documentation, which no client has. RFC 5737. */
const foreignAddress = '192.0.2.77';
const foreignHost = 'elsewhere.invalid';
/** As a client may send them: a proxy must not pass them on. */
const FOREIGN = {
  'x-forwarded-for': foreignAddress,
  'x-forwarded-host': foreignHost,
  'x-forwarded-proto': 'http',
};

const of = (about: AddressFinding['about']) => ({
  well: (says: string): AddressFinding => ({ about, level: 'well', says }),
  warn: (says: string, todo: string): AddressFinding => ({ about, level: 'warn', says, todo }),
  bad: (says: string, todo: string): AddressFinding => ({ about, level: 'bad', says, todo }),
});
const address = of('Address');
const proxy = of('Proxy');

/**
 * Visits the public address as a client would: whether it leads to this service, how long its certificate is valid, what a proxy passes on of
 * the client, and whether it holds streams and uploads back. Needs no key, and changes nothing.
 */
export async function checkAddress(options: CheckOptions): Promise<readonly AddressFinding[]> {
  const visited = await visit(options);
  return 'level' in visited ? [visited] : [...judged(options, visited)];
}

interface Visited {
  readonly seen: Seen;
  readonly certificate: Certificate | undefined;
  /** Whether a proxy holds the stream back. */
  readonly isHeld: boolean;
  readonly upload: (Omit<Upload, 'text'> & { readonly received: Received | undefined }) | undefined;
}

/** What was seen at the address, or why nothing was. */
async function visit({ url, passes, uploads = false }: CheckOptions): Promise<Visited | AddressFinding> {
  if (url === '') return address.warn('PUBLIC_URL is not set.', 'Set it to the address that visitors use.');
  const { hostname } = new URL(url);
  const resolved = await lookup(hostname.replaceAll(/[[\]]/g, '')).catch(
    (error: unknown) => error as NodeJS.ErrnoException,
  );
  if (resolved instanceof Error)
    return address.bad(
      `The name ${hostname} cannot be resolved (${resolved.code}).`,
      'Correct PUBLIC_URL, or add a record (A, AAAA) with the address of this server where the domain is managed.',
    );

  const giveUp = AbortSignal.timeout(patienceMs);
  const pass = passes.make();
  const request = send(url, 'GET', streamPath(pass), { accept: 'text/event-stream', ...FOREIGN }, giveUp);
  request.end();
  try {
    const answered = responseOf(request);
    const connected = certificateOf(request);
    if (!(await isSoon(Promise.race([connected, answered]))))
      return notReached(url, new Error(`no answer within ${heldMs / 1_000} s`));
    const messages = messagesOf(answered);
    const first = messages.next();
    // A proxy that holds a stream back holds its headers back, too.
    const isHeld = !(await isSoon(first));
    if (isHeld && !uploads) return streamHeld;
    if (!isHeld) {
      const answer = await answered;
      if (answer instanceof Error) return notReached(url, answer);
      if (!isStream(answer)) return notOurs(url, answer);
    }
    // The service ends the stream after the upload: then what was held back arrives.
    const upload = uploads ? await sendUpload(url, pass, giveUp, isHeld ? undefined : messages) : undefined;
    const { value } = await firstOf(first);
    const seen = passes.read(pass, value) as Seen | undefined;
    if (seen === undefined) return isHeld ? streamHeld : address.bad(`Another service answers at ${url}.`, leadHere);
    const received = passes.read(pass, upload?.text) as Received | undefined;
    return { seen, certificate: await connected, isHeld, upload: upload && { ...upload, received } };
  } finally {
    request.destroy();
  }
}

function* judged(
  { url, process }: CheckOptions,
  { seen, certificate, isHeld, upload }: Visited,
): Generator<AddressFinding> {
  if (process !== undefined && seen.process !== process) {
    const says = `Another service with a copy of this database answers at ${url}.`;
    yield address.bad(says, `${leadHere} Or end the other service.`);
    return;
  }
  const reaches = `${url} leads to this service${certificate === undefined ? '' : `, with a certificate for ${certificate.says}`}`;
  yield certificate?.isLate === true ? address.warn(`${reaches}.`, renew) : address.well(reaches);
  const faults = [...wronglySeen(url, seen), ...(isHeld ? [streamHeld] : []), ...uploadFaults(upload, seen)];
  if (faults.length > 0) return yield* faults;
  const passing = `live streams${upload === undefined ? '' : ' and uploads of 20 MB'} pass at once`;
  yield proxy.well(`The service sees this client as ${seen.client}; ${passing}`);
}

/** The process that answers at an address of this machine; undefined if none with this database does. */
export async function processAt(url: string, passes: Passes): Promise<string | undefined> {
  const pass = passes.make();
  const request = send(url, 'GET', streamPath(pass), {}, AbortSignal.timeout(heldMs));
  request.end();
  try {
    const { value } = await firstOf(messagesOf(responseOf(request)).next());
    return (passes.read(pass, value) as Seen | undefined)?.process;
  } finally {
    request.destroy();
  }
}

/** A stream that is cut off has no message. */
const firstOf = (message: Promise<IteratorResult<string, undefined>>) => message.catch(() => ({ value: undefined }));

const leadHere = 'Let the name and the proxy lead to this service.';
const renew = 'See the log of the proxy: it should have renewed the certificate.';
const streamHeld = proxy.bad(
  'The proxy holds live streams back: the board and programs learn of changes late.',
  'Let it pass responses on as they come (nginx: proxy_buffering off).',
);

function notReached(url: string, { code = '', message }: NodeJS.ErrnoException): AddressFinding {
  if (/CERT|SIGNATURE|ISSUER|ALTNAME/.test(code))
    return address.bad(
      `Programs refuse the certificate of ${url}: ${message}.`,
      "Let the proxy use a certificate for this name from an authority that everybody trusts, such as Let's Encrypt.",
    );
  return address.bad(
    `${url} cannot be reached from here: ${message || code}.`,
    'Start the proxy, and open its port in the firewall. If visitors do reach it, this network keeps its own machines from its public address.',
  );
}

function notOurs(url: string, { statusCode = 0, headers: { location } }: IncomingMessage): AddressFinding {
  if (location !== undefined && statusCode >= 300 && statusCode < 400)
    return address.bad(`${url} redirects to ${location}.`, 'Set PUBLIC_URL to the address that answers itself.');
  if (statusCode >= 502 && statusCode <= 504)
    return address.bad(
      `The proxy at ${url} does not reach the service: it answers ${statusCode}.`,
      'Start the service, and let the proxy pass requests on to HOST and PORT.',
    );
  return address.bad(`${url} answers ${statusCode}, not as this service does.`, leadHere);
}

/** What the service sees wrongly of the client, because of the proxy. */
function* wronglySeen(url: string, { client, peer, isForwarded, origin }: Seen): Generator<AddressFinding> {
  if (url.startsWith('https:') && !isForwarded) {
    yield proxy.bad(
      `The service takes the proxy (${peer}) for its client: all visitors share one limit, and cookies are not \`Secure\`.`,
      `Add ${peer} to TRUSTED_PROXIES, and let the proxy send X-Forwarded-For and X-Forwarded-Proto.`,
    );
    return;
  }
  if (client === foreignAddress)
    yield proxy.bad(
      'The proxy passes on the X-Forwarded-For that a client sends: anybody can pose as another address.',
      'Let the proxy replace it (nginx: proxy_set_header X-Forwarded-For $remote_addr).',
    );
  if (origin === url) return;
  yield proxy.bad(
    origin.includes(foreignHost)
      ? 'The proxy passes on the X-Forwarded-Host that a client sends.'
      : `The service is asked for ${origin}, not for ${url}: links are wrong, and nobody can sign in.`,
    'Let the proxy pass Host on, and replace X-Forwarded-Proto and X-Forwarded-Host (nginx: proxy_set_header Host $http_host).',
  );
}

function* uploadFaults(upload: Visited['upload'], seen: Seen): Generator<AddressFinding> {
  if (upload === undefined) return;
  const { isEarly, status, failure, received } = upload;
  if (received?.bytes !== UPLOAD_BYTES)
    yield proxy.bad(
      `An upload of 20 MB does not pass: ${failure ?? `the answer is ${status}`}.`,
      'Let the proxy pass uploads of up to 21 MB on (nginx: client_max_body_size 21m).',
    );
  // Another process of the same database cannot tell the stream of this one.
  else if (!isEarly && received.process === seen.process)
    yield proxy.warn(
      'The proxy passes an upload on only when it has all of it: photos take twice as long.',
      'Let it pass uploads on as they come (nginx: proxy_request_buffering off).',
    );
}
