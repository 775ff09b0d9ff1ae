import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { atEndOfTest } from './at-end.ts';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';
import type { Certificate } from './tls.ts';

/** vsftpd with one user. */
export interface FtpDaemon {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
  /** What the user sees as `/`. It has a folder `import`. */
  readonly folder: string;
}

/**
 * The server of a test, which ends with it. It needs neither an account of the machine nor root.
 *
 * @param certificate demands explicit TLS with it, for commands and data, and that data resumes the session of the commands
 */
export async function startFtpDaemon(certificate?: Certificate): Promise<FtpDaemon> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-ftp-'));
  const [root, port] = [join(folder, 'root'), await freePort()];
  // vsftpd takes the password of any other user from the machine.
  const login = { username: 'anonymous', password: 'correct horse' };
  await mkdir(join(root, 'import'), { recursive: true });
  await writeFile(join(folder, 'passwords'), `${login.password}\n`);
  await writeFile(join(folder, 'server.pem'), `${certificate?.key}${certificate?.cert}`);
  const settings = {
    background: 'NO',
    run_as_launching_user: 'YES',
    listen: 'YES',
    listen_address: '127.0.0.1',
    listen_port: port,
    anonymous_enable: 'YES',
    secure_email_list_enable: 'YES',
    email_password_file: join(folder, 'passwords'),
    anon_root: root,
    anon_world_readable_only: 'NO',
    write_enable: 'YES',
    anon_upload_enable: 'YES',
    anon_other_write_enable: 'YES',
    delay_failed_login: 0,
    // Not every sandbox offers them.
    seccomp_sandbox: 'NO',
    isolate: 'NO',
    isolate_network: 'NO',
    ssl_enable: certificate === undefined ? 'NO' : 'YES',
    allow_anon_ssl: 'YES',
    force_anon_logins_ssl: 'YES',
    force_anon_data_ssl: 'YES',
    rsa_cert_file: join(folder, 'server.pem'),
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(join(folder, 'vsftpd.conf'), lines.join(''));
  const daemon = spawn('vsftpd', [join(folder, 'vsftpd.conf')], {
    env: { PATH: `${process.env['PATH']}:/usr/sbin` },
    // Ctrl-C in the terminal must not reach it.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(daemon, 'exit');
  const endWithUs = () => void daemon.kill('SIGKILL');
  process.once('exit', endWithUs);
  atEndOfTest(async () => {
    process.off('exit', endWithUs);
    daemon.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true });
  });
  await eventually(async () => {
    if (daemon.exitCode !== null) throw new Error(`vsftpd ended: ${String(daemon.stdout.read())}`);
    const probe = connect(port, '127.0.0.1');
    const answered = once(probe, 'data').then(
      () => true,
      () => false,
    );
    return answered.finally(() => probe.destroy());
  });
  return { ...login, host: '127.0.0.1', port, folder: root };
}
