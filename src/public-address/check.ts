import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { TLSSocket } from 'node:tls';
import { type Received, type Seen, streamPath, UPLOAD_BYTES, uploadPath } from './messages.ts';
import type { Passes } from './passes.ts';

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
/** What takes longer is held back on the way. */
const heldMs = 5_000;
const dayMs = 86_400_000;
/** Programs that renew certificates do so a third of their life before the end. */
const lateShare = 1 / 6;
const lateMs = 14 * dayMs;

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
  const { url, passes, process, uploads = false } = options;
  if (url === '') return [address.warn('PUBLIC_URL is not set.', 'Set it to the address that visitors use.')];
  const { hostname } = new URL(url);
  const found = await lookup(hostname.replaceAll(/[[\]]/g, '')).catch(
    (error: unknown) => error as NodeJS.ErrnoException,
  );
  if (found instanceof Error)
    return [
      address.bad(
        `The name ${hostname} cannot be resolved (${found.code}).`,
        'Correct PUBLIC_URL, or add a record (A, AAAA) with the address of this server where the domain is managed.',
      ),
    ];

  const giveUp = AbortSignal.timeout(patienceMs);
  const pass = passes.make();
  const visit = send(url, 'GET', streamPath(pass), { accept: 'text/event-stream', ...FOREIGN }, giveUp);
  visit.end();
  try {
    const answered = responseOf(visit).catch((error: unknown) => error as NodeJS.ErrnoException);
    const opened = connected(visit);
    if (!(await isSoon(Promise.race([opened, answered]))))
      return [notReached(url, new Error(`no answer within ${heldMs / 1_000} s`))];
    const messages = messagesOf(answered);
    const first = messages.next();
    // A proxy that holds a stream back holds its headers back, too.
    const isHeld = !(await isSoon(first));
    if (isHeld && !uploads) return [streamHeld];
    if (!isHeld) {
      const answer = await answered;
      if (answer instanceof Error) return [notReached(url, answer)];
      if (!isStream(answer)) return [notOurs(url, answer)];
    }
    // The service ends the stream after the upload: then what was held back arrives.
    const upload = uploads ? await sendUpload(url, pass, giveUp, isHeld ? undefined : messages) : undefined;
    const { value } = await first.catch(() => ({ value: undefined }));
    const seen = passes.read(pass, value) as Seen | undefined;
    const certificate = await opened;
    if (seen === undefined) return [isHeld ? streamHeld : address.bad(`Another service answers at ${url}.`, leadHere)];
    if (process !== undefined && seen.process !== process)
      return [
        address.bad(
          `Another service with a copy of this database answers at ${url}.`,
          `${leadHere} Or end the other service.`,
        ),
      ];
    const faults = [
      ...passedOn(url, seen),
      ...(isHeld ? [streamHeld] : []),
      ...(upload === undefined ? [] : uploaded(upload, seen, passes, pass)),
    ];
    const reaches = `${url} leads to this service${certificate === undefined ? '' : `, with a certificate for ${certificate.says}`}`;
    return [
      certificate?.isLate === true ? address.warn(`${reaches}.`, renew) : address.well(reaches),
      ...(faults.length > 0
        ? faults
        : [
            proxy.well(
              `The service sees this client as ${seen.client}; live streams${uploads ? ' and uploads of 20 MB' : ''} pass at once`,
            ),
          ]),
    ];
  } finally {
    visit.destroy();
  }
}

/** The process that answers at an address of this machine; undefined if none with this database does. */
export async function processAt(url: string, passes: Passes): Promise<string | undefined> {
  const pass = passes.make();
  const visit = send(url, 'GET', streamPath(pass), {}, AbortSignal.timeout(heldMs));
  visit.end();
  try {
    const { value } = await messagesOf(responseOf(visit)).next();
    return (passes.read(pass, value) as Seen | undefined)?.process;
  } catch {
    return undefined;
  } finally {
    visit.destroy();
  }
}

const leadHere = 'Let the name and the proxy lead to this service.';
const renew = 'See the log of the proxy: it should have renewed the certificate.';
const streamHeld = proxy.bad(
  'The proxy holds live streams back: the board and programs learn of changes late.',
  'Let it pass responses on as they come (nginx: proxy_buffering off).',
);

function send(url: string, method: string, path: string, headers: object, signal: AbortSignal): ClientRequest {
  const request = url.startsWith('https:') ? requestHttps : requestHttp;
  const sent = request(url + path, { method, headers: { ...headers }, agent: false, signal });
  // Who waits for the response learns of it, too.
  return sent.on('error', () => {});
}

/** Resolves once the request can be sent, with the certificate if there is one, or has failed. */
async function connected(request: ClientRequest): Promise<Certificate | undefined> {
  const [socket] = (await once(request, 'socket')) as [Socket];
  const isSecure = socket instanceof TLSSocket;
  await once(socket, isSecure ? 'secureConnect' : 'connect').catch(() => {});
  return isSecure && socket.authorized ? certificateOf(socket) : undefined;
}

const isStream = ({ statusCode, headers }: IncomingMessage): boolean =>
  statusCode === 200 && headers['content-type'] === 'text/event-stream';

async function responseOf(request: ClientRequest): Promise<IncomingMessage> {
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response.on('error', () => {});
}

const isSoon = (work: Promise<unknown>): Promise<boolean> => {
  const timer = new AbortController();
  const late = setTimeout(heldMs, false, { signal: timer.signal }).catch(() => false);
  const done = work.then(
    () => true,
    () => true,
  );
  return Promise.race([done, late]).finally(() => timer.abort());
};

/** The messages of a stream of events; none of another response. Others may send what they like, and as much. */
async function* messagesOf(answered: Promise<IncomingMessage | Error>): AsyncGenerator<string, undefined> {
  const stream = await answered;
  if (stream instanceof Error || !isStream(stream)) return undefined;
  let received = '';
  for await (const chunk of stream.setEncoding('utf8')) {
    received += chunk;
    for (let end = received.indexOf('\n\n'); end !== -1; end = received.indexOf('\n\n')) {
      yield received.slice('data: '.length, end);
      received = received.slice(end + 2);
    }
    if (received.length > 10_000) break;
  }
  return undefined;
}

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

interface Certificate {
  /** For how long it is valid. */
  readonly says: string;
  readonly isLate: boolean;
}

function certificateOf(socket: TLSSocket): Certificate {
  const { valid_from: from, valid_to: to } = socket.getPeerCertificate();
  const leftMs = Date.parse(to) - Date.now();
  const isLate = leftMs < Math.min(lateMs, (Date.parse(to) - Date.parse(from)) * lateShare);
  const [count, unit] =
    leftMs < 2 * dayMs ? [Math.floor(leftMs / 3_600_000), 'hours'] : [Math.floor(leftMs / dayMs), 'days'];
  return { says: `another ${count} ${unit}`, isLate };
}

/** What the service sees wrongly of the client, because of the proxy. */
function* passedOn(url: string, { client, peer, isForwarded, origin }: Seen): Generator<AddressFinding> {
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

interface Upload {
  /** Whether the service had its beginning before its end was sent, as far as that is known. */
  readonly isEarly: boolean;
  readonly status: number;
  readonly text: string;
}

/**
 * Sends the beginning of an upload, and the rest once the service has that.
 *
 * @param messages the stream that says so; undefined if it is held back
 */
async function sendUpload(
  url: string,
  pass: string,
  signal: AbortSignal,
  messages: AsyncGenerator<string, undefined> | undefined,
): Promise<Upload> {
  const headers = { 'content-type': 'image/jpeg', 'content-length': String(UPLOAD_BYTES) };
  const request = send(url, 'POST', uploadPath(pass), headers, signal);
  const response = responseOf(request).catch((error: unknown) => error as Error);
  const beginning = UPLOAD_BYTES / 64;
  request.write(Buffer.alloc(beginning));
  const isEarly = messages === undefined || (await isSoon(Promise.race([messages.next(), response])));
  request.end(Buffer.alloc(UPLOAD_BYTES - beginning));
  const answer = await response;
  if (answer instanceof Error) return { isEarly, status: 0, text: answer.message };
  return { isEarly, status: answer.statusCode ?? 0, text: await text(answer).catch(() => '') };
}

function* uploaded({ isEarly, status, text: answer }: Upload, seen: Seen, passes: Passes, pass: string) {
  const received = passes.read(pass, answer) as Received | undefined;
  if (received?.bytes !== UPLOAD_BYTES)
    yield proxy.bad(
      `An upload of 20 MB does not pass: ${status === 0 ? answer : `the answer is ${status}`}.`,
      'Let the proxy pass uploads of up to 21 MB on (nginx: client_max_body_size 21m).',
    );
  // Another process of the same database cannot tell the stream of this one.
  else if (!isEarly && received.process === seen.process)
    yield proxy.warn(
      'The proxy passes an upload on only when it has all of it: photos take twice as long.',
      'Let it pass uploads on as they come (nginx: proxy_request_buffering off).',
    );
}
