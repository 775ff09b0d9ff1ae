import { afterAll, expect, test } from 'vitest';
import { openMailServer } from '../support/mail.ts';
import { endAll, migratedFolder, request, type Running, serve } from '../support/process.ts';
import { startOnSqlite } from '../support/service.ts';

afterAll(endAll);

test('a process that is killed between sending a mail and noting that loses none, and repeats it with the same id', async () => {
  const mailServer = await openMailServer();
  const dataDir = await migratedFolder(['production']);
  const settings = { SMTP_URL: mailServer.url, MAIL_FROM: 'mail@shelter.example' };
  const running: Running = await serve({ DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...settings }, [
    '--environment',
    'production',
  ]);
  const key = running.keys.production!;
  const call = (method: string, path: string, body: object) =>
    request(`${running.production}/v1${path}`, key, { method, body });
  const killed = Promise.withResolvers<void>();
  // It has the mail, and never learns that it was accepted.
  mailServer.onMail(async () => {
    mailServer.onMail(() => Promise.resolve());
    await running.stop('SIGKILL');
    killed.resolve();
  });
  const { body: pet } = await call('POST', '/pets', { name: 'Rex', categoryId: 1 });
  const adopter = { name: 'Ann Lee', email: 'ann@visitors.example' };
  const placed = await call('POST', '/store/orders', { petId: pet.id, adopter });
  expect(placed.status).toBe(201);
  const first = await mailServer.next();
  await killed.promise;

  // The claims of a killed process expire after 20 s.
  const other = await startOnSqlite({
    dataDir,
    now: () => Date.now() + 31_000,
    settings: { smtpUrl: mailServer.url, mailFrom: 'mail@shelter.example' },
  });
  const again = await mailServer.next();
  const idOf = (mail: string) => /^Message-ID: (.*)\r$/m.exec(mail)?.[1];
  expect(idOf(again.text)).toBe(idOf(first.text));
  expect([first.to, again.to]).toEqual([[adopter.email], [adopter.email]]);
  const { mails, database } = await other.beside();
  await expect.poll(() => mails.waiting(10)).toBe(0);
  await database.close();
  expect(mailServer.waiting()).toBe(0);
  await other.close();
  await mailServer.close();
});
