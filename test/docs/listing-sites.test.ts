import { expect, test } from 'vitest';
import { command } from '../support/command.ts';
import { examplesOf } from '../support/documented.ts';
import { eventually } from '../support/eventually.ts';
import { startFtpServer } from '../support/ftp-server.ts';
import { startOnSqlite } from '../support/service.ts';

const lines = examplesOf('docs/listing-sites.md').flatMap(({ commands }) => commands.trim().split('\n'));

test('docs/listing-sites.md: its commands set a site up, send the first list and remove it', async () => {
  const ftp = await startFtpServer({ folders: ['/import'] });
  const service = await startOnSqlite({ environment: 'staging', settings: { webhooksAllowPrivate: 'true' } });
  const env = { PETSTORE_BASE_URL: `${service.origin}/v1`, PETSTORE_API_KEY: service.operatorKey };
  for (const name of ['Mia', 'Rex']) {
    const profile = {
      breed: { primary: 'Siamese' },
      sex: name === 'Mia' ? 'female' : undefined,
      size: 'small',
      age: 'young',
    };
    await service.call('POST', '/v1/pets', { body: { name, categoryId: 2, profile } });
  }
  const siteIn = (state: string) =>
    eventually(async () => {
      const { body } = await service.call('GET', '/v1/organizations/1/listing-sites/petfinder');
      return body.state === state && !body.running && body;
    });
  /** What each prints, by the name of the command. */
  const printed = new Map<string, string>();
  for (const line of lines) {
    const [, name = '', given = ''] = /^petstore listing-sites (\w+) ?(.*)$/.exec(line) ?? [];
    const [args = '', input] = given.split(' < ');
    if (name === 'show') await siteIn('waiting');
    if (name === 'runs') await siteIn('sent');
    const list = name === 'agree' ? (await siteIn('waiting')).waiting.list : '';
    const own = name === 'set' ? ['--host', ftp.host, '--port', String(ftp.port)] : [];
    const words = [...args.replace(/ [0-9a-f]{64}$/, ` ${list}`).split(' '), ...own];
    const { code, stdout, stderr } = await command(['listing-sites', name, ...words], env, input && ftp.password);
    expect(code, `${line}: ${stderr}`).toBe(0);
    printed.set(name, stdout + stderr);
  }
  expect(lines).toHaveLength(9);
  expect(printed.get('test')).toContain('succeeded; nothing was sent');
  expect(printed.get('show')).toContain('it is the first one');
  expect(printed.get('show')).toContain('To send it: petstore listing-sites agree petfinder');
  expect(printed.get('animals')).toMatch(/Rex\tavailable\t\tIts sex is not known/);
  expect(printed.get('runs')).toMatch(/\tsent\tasked\t1\t1\t/);
  expect(printed.get('remove')).toContain('Removed listing site petfinder.');
  expect(ftp.files.get('/import/NJ94.csv')?.toString()).toContain('"Mia"');
});
