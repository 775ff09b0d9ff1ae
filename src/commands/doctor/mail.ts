import { Failure, reasonOf } from '../../failure.ts';
import { mailOf } from '../../mail/letter.ts';
import { tryMailServer } from '../../mail/mailer.ts';
import { testMail } from '../../mail/test-mail.ts';
import { originOf } from '../../settings/origins.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Terminal } from '../terminal.ts';
import { type Check, type Finding, findings } from './check.ts';

const { well, warn, bad } = findings('Mail');

/** Signs in to the mail server, and sends a test mail if somebody is to get one. */
export const mailCheck: Check = (settings, { sendMailTo }) => tryMail(settings, sendMailTo);

async function tryMail(settings: Settings, to: string | undefined): Promise<Finding> {
  const { smtpUrl: url, mailFrom: from } = settings;
  if (url === '') {
    const says = 'SMTP_URL is not set: nobody gets mail';
    return to === undefined ? well(says) : bad(`${says}.`, 'Set SMTP_URL and MAIL_FROM.');
  }
  try {
    await tryMailServer({ url, from }, to === undefined ? undefined : mailTo(to, originOf('production', settings)));
  } catch (error) {
    return bad(
      `The mail server refuses: ${reasonOf(error)}.`,
      'Check SMTP_URL and MAIL_FROM, and the server. Until then mails wait, for at most 12 hours.',
    );
  }
  if (from.includes('@localhost'))
    return warn(
      `The mail server answers, but mails come from ${from}, which others refuse.`,
      'Set MAIL_FROM to an address of your domain.',
    );
  return well(to === undefined ? `The mail server answers; mails come from ${from}` : `Sent a test mail to ${to}`);
}

/** @throws Failure if the mail server refuses */
export async function mailTest(terminal: Terminal, settings: Settings, to: string | undefined): Promise<void> {
  if (settings.smtpUrl === '') throw new Failure('There is no mail server: set SMTP_URL and MAIL_FROM.');
  const { level, says, todo } = await tryMail(settings, to);
  if (level === 'bad') throw new Failure(says, { details: [todo ?? ''] });
  terminal.print(`${says}${level === 'well' ? '.' : ''}`);
  if (todo !== undefined) terminal.print(todo);
}

function mailTo(address: string, origin: string) {
  const { letter, ...mail } = testMail(address, origin);
  return { ...mail, ...mailOf(letter) };
}
