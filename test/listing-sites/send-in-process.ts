import { type FtpLogin, openFtp } from '../../src/listing-sites/ftp.ts';
import { machineResolver, openNetwork } from '../../src/network/network.ts';

/** Sends a file to each login of the first argument, and prints what came of each: trust in certificates is a process's own. */
const ftp = openFtp({ network: openNetwork({ allowPrivate: true, resolve: machineResolver }) });
const outcomes: string[] = [];
const path = 'import/NJ94.csv';
const never = new AbortController().signal;
for (const login of JSON.parse(process.argv[2] ?? '[]') as FtpLogin[])
  try {
    await ftp.send(login, [{ path, bytes: Buffer.from('ID') }], { before: async () => {}, note: () => {} }, never);
    const { names, offersTls } = await ftp.look(login, path, never);
    outcomes.push(`${names.join(', ')} ${offersTls}`);
  } catch (error) {
    outcomes.push(String(error));
  }
console.log(JSON.stringify(outcomes));
