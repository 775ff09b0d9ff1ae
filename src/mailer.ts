import type { Log } from './telemetry/log.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Resolves when the mail server has accepted the mail, or has failed: a failure is logged. */
export type SendMail = (mail: Mail) => Promise<void>;

/** In milliseconds. A mail server that does not answer must not hold resources for long. */
const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 };

/**
 * Sends mail by SMTP. The library is loaded with the first mail.
 *
 * @param url such as `smtp://user:password@mail.example:587`
 * @param from the sender's address
 */
export function openMailer(options: { readonly url: string; readonly from: string; readonly log: Log }): SendMail {
  const { url, from, log } = options;
  return async (mail) => {
    const { createTransport } = await import('nodemailer');
    await createTransport({ url, ...timeouts })
      .sendMail({ from, ...mail })
      .catch((error: unknown) => {
        // The server's message repeats the recipient's address, which must not be logged.
        const { code, responseCode } = error as { readonly code?: string; readonly responseCode?: number };
        log.error({ code, responseCode }, 'a mail could not be sent');
      });
  };
}
