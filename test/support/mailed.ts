import { at, behindProxy, visitorsOf } from '../orders/callers.ts';
import { openMailServer } from './mail.ts';
import type { Start, StartOptions } from './service.ts';

interface Scene extends Required<Pick<StartOptions, 'now'>> {
  /** The address of Riverside, organization 1. */
  readonly email?: string;
  /** Mails to this address are not kept. */
  readonly unread?: string;
  /** Two processes serve the same data, so that a mail that is sent once is sent once by both. */
  readonly isTwice?: boolean;
}

export type MailedService = Awaited<ReturnType<typeof openMailed>>;

/** A service that mails, and its visitors. */
export async function openMailed(start: Start, { now, email, unread, isTwice = false }: Scene) {
  const mailServer = await openMailServer(unread);
  const settings = {
    ...behindProxy,
    smtpUrl: mailServer.url,
    mailFrom: 'mail@shelter.example',
    publicUrl: 'https://pets.shelter.example',
  };
  const service = await start({ now, settings });
  const other = isTwice ? await start({ now, settings, dataDir: service.dataDir, serves: false }) : undefined;
  const visitor = await visitorsOf(service);
  const body = { name: 'Riverside', timeZone: 'Europe/Berlin', locale: 'en-GB', email };
  await service.call('PATCH', '/v1/organizations/1', { body });
  let clients = 0;
  return {
    mailServer,
    service,
    /** Another visitor each time, at an address of their own unless one is given. */
    newVisitor: (address = `203.0.${(clients += 1) >> 8}.${clients & 255}`) => at(address, visitor),
    close: async () => {
      await other?.stop();
      await service.close();
      await mailServer.close();
    },
  };
}
