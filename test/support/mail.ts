import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { SMTPConnection } from 'smtp-server/lib/smtp-connection.js';
import { atEndOfTest } from './at-end.ts';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body, unfolded. */
  readonly text: string;
}

/** A mail server that accepts every mail and hands it to the test. */
export interface MailServer {
  /** Such as `smtp://127.0.0.1:2525`. */
  readonly url: string;
  /** The next mail, received already or in the future. */
  next(): Promise<ReceivedMail>;
  /** How many mails were received and not taken by `next`. */
  waiting(): number;
  /** From now on refuses all mails for the moment, or accepts them again. */
  refuse(isOn: boolean): void;
  /** From now on refuses mails to addresses that end so, for good; with undefined no longer. */
  refuseForGood(ending: string | undefined): void;
  /** Called with each mail before it is accepted. */
  onMail(call: () => Promise<unknown>): void;
  /** The recipients of the mails that were refused. */
  refused(): readonly string[];
  close(): Promise<void>;
}

/** @param unread an address whose mails are accepted and not kept: that of an organization, which is told what its visitors do */
export async function openMailServer(unread?: string): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  let isRefusing = false;
  let forGood: string | undefined;
  let before = (): Promise<unknown> => Promise.resolve();
  const refused: string[] = [];
  let arrival = Promise.withResolvers<void>();
  const server = new PromptServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      if (forGood !== undefined && address.endsWith(forGood))
        return done(Object.assign(new Error('No such mailbox'), { responseCode: 550 }));
      if (!isRefusing) return done();
      refused.push(address);
      done(Object.assign(new Error('Try again later'), { responseCode: 450 }));
    },
    onData(stream, session, done) {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        if (unread !== undefined && rcptTo[0]?.address === unread) return done();
        mails.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          text: unfolded(Buffer.concat(pieces)),
        });
        arrival.resolve();
        arrival = Promise.withResolvers();
        void before().then(() => done());
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  atEndOfTest(() => server.server.listening && close());
  return {
    url: `smtp://127.0.0.1:${port}`,
    async next() {
      while (mails.length === 0) await arrival.promise;
      return mails.shift()!;
    },
    waiting: () => mails.length,
    refuse: (isOn) => void (isRefusing = isOn),
    refuseForGood: (ending) => void (forGood = ending),
    onMail: (call) => void (before = call),
    refused: () => refused,
    close,
  };
}

/** Greets at once. The library first waits 100 ms for clients that talk too early, with each mail. */
class PromptConnection extends SMTPConnection {
  override init(): void {
    this._setListeners(() => this.connectionReady());
  }
}

class PromptServer extends SMTPServer {
  override connect(...[socket, options]: Parameters<SMTPServer['connect']>): void {
    const connection = new PromptConnection(this, socket, options);
    this.connections.add(connection);
    connection.on('error', (error) => this.emit('error', error));
    connection.init();
  }
}

/** What base64 parts of a mail say. The last line may have lost its padding, which looks like quoted-printable. */
export const decoded = (mail: string): string =>
  [...mail.matchAll(/base64\r\n(?:[^\r\n]+\r\n)*\r\n((?:[A-Za-z0-9+/=]+\r\n)*[A-Za-z0-9+/=]*)/g)]
    .map(([, text = '']) => Buffer.from(text, 'base64').toString())
    .join('\n');

/** Quoted-printable, RFC 2045, section 6.7. */
const unfolded = (bytes: Buffer): string => {
  const decoded = bytes
    .toString('latin1')
    .replaceAll(/(?<!=\?[\w-]+\?[QB]\?\S*\?)=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(decoded, 'latin1').toString('utf8');
};
