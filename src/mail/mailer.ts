import type { Transporter } from 'nodemailer';

export interface Mail {
  /** An address without a name. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** Shown instead of the sender's address. */
  readonly fromName?: string;
  readonly replyTo?: string | undefined;
  /** Repeated mails with the same id are shown once by many programs. RFC 5322, section 3.6.4. */
  readonly messageId?: string;
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly attachments?: { readonly filename: string; readonly contentType: string; readonly content: string }[];
}

/** Resolves when the mail server has accepted the mail. @throws MailNotSent */
export type SendMail = (mail: Mail) => Promise<void>;

/** Its message names neither the recipient nor what the mail server said, which may repeat the address: the log must not contain it. */
export class MailNotSent extends Error {
  override readonly name = 'MailNotSent';
  /** The mail server will never accept this mail. */
  readonly isFinal: boolean;

  constructor({ code, responseCode = 0, command, response = '' }: MailFailure) {
    super(`a mail could not be sent (${[code, responseCode || undefined].filter(Boolean).join(', ')})`);
    const isRefused = (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500;
    const isFull = responseCode === 552 && command === 'RCPT TO';
    // A wrong password is 5xx too, but the settings' fault, as is a refused sender.
    const mayPass = command === 'MAIL FROM' || responseCode === 530 || isFull || MAY_PASS.test(response);
    this.isFinal = isRefused && !mayPass;
  }
}

/** What the library says of a failure. */
interface MailFailure {
  readonly code?: string;
  readonly responseCode?: number;
  /** Which command of SMTP was refused. */
  readonly command?: string;
  /** The answer to it. */
  readonly response?: string;
}

/**
 * RFC 3463: a refused sender, a full mailbox, a fault of the system or the network, a quota, a policy; and refused relaying by its word.
 * Microsoft's servers say 5.4.1 for an unknown recipient.
 */
const MAY_PASS = /^5\d\d[ -]5\.(?:1\.[78]|2\.2|3\.[0-35]|4\.[02-9]|7\.\d)|\brelay(?:ing)?\b(?![\w.-]*[.@])/i;

/** In milliseconds. A mail server that does not answer must not hold resources for long. */
const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 };

/**
 * Connects to a mail server, and signs in if the URL has a user. Then sends a mail, if there is one.
 *
 * @throws Error with what the server said, which may name the recipient: for the operator, not for the log
 */
export async function tryMailServer(
  { url, from }: MailerOptions,
  mail?: Pick<Mail, 'to' | 'subject' | 'text' | 'html'>,
): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ url, ...timeouts });
  try {
    await transport.verify();
    if (mail !== undefined) await transport.sendMail({ ...mail, from, to: { name: '', address: mail.to } });
  } finally {
    transport.close();
  }
}

interface MailerOptions {
  /** Such as `smtp://user:password@mail.example:587`. */
  readonly url: string;
  /** The sender's address, with or without a name. */
  readonly from: string;
}

/** Sends mail by SMTP. The library is loaded with the first mail. */
export function openMailer({ url, from }: MailerOptions): SendMail {
  let transport: Transporter | undefined;
  const address = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;
  return async ({ to, fromName, messageId, headers, ...mail }) => {
    const { createTransport } = await import('nodemailer');
    transport ??= createTransport({ url, ...timeouts });
    const sent = {
      ...mail,
      from: fromName === undefined ? from : { name: fromName, address },
      // A text would be read as a list of addresses.
      to: { name: '', address: to },
      ...(messageId === undefined ? {} : { messageId: `<${messageId}@${address.split('@').at(-1)}>` }),
      // Nobody's absence notice answers it. RFC 3834, section 5.
      headers: { 'Auto-Submitted': 'auto-generated', ...headers },
    };
    await transport.sendMail(sent).catch((error: unknown) => {
      throw new MailNotSent(error as MailFailure);
    });
  };
}
